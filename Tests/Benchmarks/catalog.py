#!/usr/bin/env python3
"""A library of N files: the seconds and memory of its first scan and of a rescan without changes, then the time of every list and search.

`catalog.py [COUNT] [--music FOLDER] [--only WORD]`: FOLDER is a library made by `library.py`, which is used unchanged. WORD selects the requests
whose names contain it. Times are of whole requests over one warm TLS connection per client, in milliseconds. "cost" is the server's processor time
for one request, which is more meaningful if the machine has other work.
"""

import argparse
import json
import multiprocessing
import pathlib
import re
import socket
import sqlite3
import ssl
import tempfile
import time
import urllib.parse

import library
from gateway import Gateway, processor_seconds, settle


def peak_mebibytes(process):
    try:
        return int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{process}/status").read_text())[1]) / 1024
    except (FileNotFoundError, TypeError):
        return 0


def children(process):
    """A separate object for each thread."""
    found = []
    for thread in pathlib.Path(f"/proc/{process}/task").iterdir():
        try:
            found += (thread / "children").read_text().split()
        except FileNotFoundError:
            pass
    return found


def scan(gateway):
    """Scans within the server. Returns the scan, its seconds, its processor seconds, and the peak memory of each observed worker."""
    used = processor_seconds(gateway.process.pid)
    before = {worker: processor_seconds(worker) for worker in children(gateway.process.pid)}
    spent = {}
    start = time.monotonic()
    started = gateway.call("POST", "/api/v1/scans", {})
    workers = {}
    while True:
        time.sleep(0.05)
        for worker in children(gateway.process.pid):
            workers[worker] = max(workers.get(worker, 0), peak_mebibytes(worker))
            try:
                spent[worker] = processor_seconds(worker) - before.get(worker, 0)
            except FileNotFoundError:
                pass
        now = gateway.call("GET", f"/api/v1/scans/{started['id']}")
        if now["state"] != "running":
            used = processor_seconds(gateway.process.pid) - used
            return now, time.monotonic() - start, f"processor {used:.1f} s the server, {sum(spent.values()):.1f} s the workers", workers


def reply(connection, path):
    """The whole body of a reply with a known length. Any status but 200 is an error."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += connection.recv(262144)
    head, body = received.split(b"\r\n\r\n", 1)
    size = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
    parts, length = [body], len(body)
    while length < size:
        parts.append(connection.recv(262144))
        length += len(parts[-1])
    if not head.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(f"{path}: {head.split()[1]} {body[:200]}")
    return b"".join(parts)


class Client:
    """A connection that stays open."""

    def __init__(self, port, authority, token):
        context = ssl.create_default_context(cafile=authority)
        self.socket = context.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname="localhost")
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.head = f" HTTP/1.1\r\nHost: localhost:{port}\r\nAuthorization: Bearer {token}\r\n\r\n"

    def get(self, path):
        self.socket.sendall(("GET " + path + self.head).encode())
        return reply(self.socket, path)


def walk(client, path, pages):
    """The path of the page after `pages` pages of 500."""
    cursor = None
    for _ in range(pages):
        page = json.loads(client.get(f"{path}{'&' if '?' in path else '?'}limit=500" + (f"&cursor={cursor}" if cursor else "")))
        cursor = page.get("nextCursor") or cursor
    return f"{path}{'&' if '?' in path else '?'}cursor={cursor}"


def measure(arguments):
    port, authority, token, path, count = arguments
    client = Client(port, authority, token)
    for _ in range(3):
        client.get(path)
    spent = []
    for _ in range(count):
        start = time.perf_counter()
        client.get(path)
        spent.append((time.perf_counter() - start) * 1000)
    return spent


def requests(client, count):
    """The paths of every kind of request, by name."""
    def first(path):
        return json.loads(client.get(path))["items"][0]

    genres = sorted(json.loads(client.get("/api/v1/genres"))["items"], key=lambda genre: -genre["trackCount"])
    great, middle, small = genres[0]["id"], genres[len(genres) // 3]["id"], genres[-1]["id"]
    artist = first("/api/v1/artists")["id"]
    various = next(artist["id"] for artist in json.loads(client.get("/api/v1/search?q=various%20artists"))["artists"])
    libraries = json.loads(client.get("/api/v1/libraries"))["items"]
    found = {}
    for kind, sorts in (("tracks", ["title", "added", "artist", "album", "duration", "year", "played", "plays", "liked", "rating", "random"]),
                        ("albums", ["name", "added", "year", "artist", "played", "plays", "liked", "rating", "random"])):
        path = f"/api/v1/{kind}"
        for sort in sorts:
            found[f"{kind} by {sort}"] = f"{path}?sort={sort}" + ("&seed=7" if sort == "random" else "")
        deep = max(1, count // (1000 if kind == "tracks" else 10000))
        found[f"{kind}, middle of the list"] = walk(client, f"{path}?sort={sorts[0]}", deep)
        found[f"{kind} by {sorts[0]}, last first"] = f"{path}?sort={sorts[0]}&order=desc"
        found[f"{kind}, page of 500"] = f"{path}?sort={sorts[0]}&limit=500"
        found[f"{kind} by random, page of 500"] = f"{path}?sort=random&seed=9&limit=500"
        for name, genre in (("frequent", great), ("middling", middle), ("rare", small)):
            found[f"{kind} of a {name} genre"] = f"{path}?genre={genre}"
            found[f"{kind} of a {name} genre by added"] = f"{path}?genre={genre}&sort=added"
            found[f"{kind} of a {name} genre by random"] = f"{path}?genre={genre}&sort=random&seed=3"
            found[f"{kind} of a {name} genre, page of 500"] = f"{path}?genre={genre}&limit=500"
        found[f"{kind} of an artist"] = f"{path}?artist={artist}"
        found[f"{kind} of various artists"] = f"{path}?artist={various}"
        found[f"{kind} of one year"] = f"{path}?yearFrom=1991&yearTo=1991"
        found[f"{kind} of a decade"] = f"{path}?yearFrom=1990&yearTo=1999"
        found[f"{kind} of a decade by added"] = f"{path}?yearFrom=1990&yearTo=1999&sort=added"
        found[f"{kind} of a library"] = f"{path}?library={libraries[0]['id']}"
        found[f"{kind} that were played"] = f"{path}?played=true"
        found[f"{kind} never played"] = f"{path}?played=false"
        found[f"{kind} that are liked"] = f"{path}?liked=true"
        found[f"{kind} that are not liked"] = f"{path}?liked=false"
        found[f"{kind} rated four or better"] = f"{path}?rating_min=4"
        found[f"{kind} of a decade that are liked, by rating"] = f"{path}?yearFrom=1990&yearTo=1999&liked=true&sort=rating"
        found[f"{kind} of a genre and decade, never played"] = f"{path}?genre={middle}&yearFrom=1990&yearTo=1999&played=false"
    found["artists"] = "/api/v1/artists"
    found["artists, middle of the list"] = walk(client, "/api/v1/artists", max(1, count // 50000))
    found["artists, page of 500"] = "/api/v1/artists?limit=500"
    found["artists of a role"] = "/api/v1/artists?role=performer"
    found["artists that are liked"] = "/api/v1/artists?liked=true"
    found["artists that are not liked, of a role"] = "/api/v1/artists?liked=false&role=performer"
    found["artists by rating"] = "/api/v1/artists?sort=rating"
    found["playlists"] = "/api/v1/playlists"
    playlist = "/api/v1/playlists/" + first("/api/v1/playlists")["id"]
    found["playlist of 10,000, first page"] = f"{playlist}/entries"
    found["playlist of 10,000, last page of 500"] = walk(client, f"{playlist}/entries", 19) + "&limit=500"
    found["playlist of 10,000, outline"] = f"{playlist}/outline"
    found["genres"] = "/api/v1/genres"
    found["home"] = "/api/v1/home"
    for name, texts in {
        "one word": ["love", "moon", "night", "king"], "two words": ["love night", "blue moon", "the king"],
        "three words": ["in the night", "way to heaven"], "first letters": ["lov", "nig", "wo", "the n"], "one letter": ["l", "t", "a", "z"],
        "two letters": ["lo", "th", "za"], "a typo": ["tomorow", "yesterdya", "hevaen", "goodby angle"], "two typos": ["tomorrwo nihgt"],
        "no match": ["xqzvwk", "qqqqqq jjjjjj"], "Cyrillic": ["ночь", "звезд", "кровь группа"], "Greek": ["θάλασσα", "νυχτα"],
        "Han": ["夜", "東京", "新しい"], "Kana": ["サクラ", "カラ"], "Hangul": ["사랑", "하"], "Arabic": ["قمر"], "Hebrew": ["אהבה"],
        "Thai": ["รัก", "ทะเล"], "long": ["love night day time heart world life dream fire rain"],
    }.items():
        found[f"search: {name}"] = ["/api/v1/search?q=" + urllib.parse.quote(text) for text in texts]
    found["search: one word, 100 of each"] = "/api/v1/search?limit=100&q=love"
    return found


def percentiles(spent):
    spent = sorted(spent)
    return [spent[min(len(spent) - 1, int(len(spent) * part))] for part in (0.5, 0.95, 0.99)]


def play(gateway):
    """Writes a listener's history into the database: every tenth track played, some of them often; every twentieth item liked, every fifteenth rated;
    and a playlist of ten thousand entries."""
    database = sqlite3.connect(gateway.data / "rondo.sqlite", timeout=30)
    account = database.execute("SELECT id FROM account").fetchone()[0]
    database.execute(
        "INSERT INTO play_count (account, track, plays, last_played_at) "
        "SELECT ?, id, 1 + seq % 17, 1700000000000 + seq * 7919 % 1000003 FROM track WHERE seq % 10 = 3", [account])
    for kind in ("track", "album", "artist"):
        database.execute(
            f"INSERT INTO {kind}_like (account, {kind}, liked_at) SELECT ?, id, 1700000000000 + seq * 7919 % 1000003 FROM {kind} WHERE seq % 20 = 5", [account])
        database.execute(
            f"INSERT INTO {kind}_rating (account, {kind}, rating, rated_at) SELECT ?, id, 2 + seq % 9, 1700000000000 + seq FROM {kind} WHERE seq % 15 = 5", [account])
    database.commit()
    tracks = [row[0] for row in database.execute("SELECT id FROM track ORDER BY seq * 7919 % 1000003 LIMIT 10000")]
    database.close()
    gateway.call("POST", "/api/v1/playlists", {"name": "Ten thousand", "trackIds": tracks})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=20000)
    parser.add_argument("--music")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        music = pathlib.Path(options.music or pathlib.Path(folder) / "music")
        if not music.exists():
            library.write(music, options.count)
        gateway = Gateway(music)
        first, seconds, processor, workers = scan(gateway)
        print(f"first scan   {first['added']} files in {seconds:.1f} s: {first['added'] / seconds:.0f} files/s, {first['problems']} problems; {processor}", flush=True)
        settle(gateway.process.pid)
        second, seconds, processor, _ = scan(gateway)
        print(f"unchanged    {second['unchanged']} files in {seconds:.2f} s; {processor}")
        print(f"peak RSS     {peak_mebibytes(gateway.process.pid):.0f} MiB the server, "
              + ", ".join(f"{peak:.0f}" for peak in workers.values()) + " MiB the workers")
        identity = (gateway.port, str(gateway.authority), gateway.token)
        client = Client(*identity)
        play(gateway)
        print(f"\n{'':45}{'':8}{'one client':>24}{'':4}{'sixteen clients':>24}\n{'milliseconds':45}{'cost':>8}" + f"{'p50':>8}{'p95':>8}{'p99':>8}    " * 2)
        with multiprocessing.Pool(16) as pool:
            for name, paths in requests(client, options.count).items():
                if options.only not in name:
                    continue
                paths = paths if isinstance(paths, list) else [paths]
                used = processor_seconds(gateway.process.pid)
                try:
                    one = sum((measure((*identity, path, 200 // len(paths))) for path in paths), [])
                except RuntimeError as error:
                    print(f"{name:45} {error}")
                    continue
                cost = (processor_seconds(gateway.process.pid) - used) * 1000 / (len(one) + 3 * len(paths))
                many = sum(pool.map(measure, [(*identity, paths[number % len(paths)], 25) for number in range(16)], chunksize=1), [])
                print(f"{name:45}{cost:8.1f}" + "    ".join("".join(f"{value:8.1f}" for value in percentiles(spent)) for spent in (one, many)), flush=True)
        settle(gateway.process.pid)
        print(f"\npeak RSS     {peak_mebibytes(gateway.process.pid):.0f} MiB after all of this")
        size = (gateway.data / "rondo.sqlite").stat().st_size / 2**20
        print(f"database     {size:.0f} MiB")


if __name__ == "__main__":
    main()

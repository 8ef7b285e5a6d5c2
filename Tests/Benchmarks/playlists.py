#!/usr/bin/env python3
"""Smart playlists and long ordinary ones: the time of rules among 100,000 tracks, and the cost of playlists of 10,000 entries.

`playlists.py [TRACKS] [ROUNDS]`. One real file is scanned, and its row is copied with different values in the database, because rules read rows and
not files. Times are of whole requests over one TLS connection, in milliseconds. Previews are never cached, so each one is computed.
"""

import http.client
import json
import pathlib
import random
import sqlite3
import sys
import tempfile
import time

import library
from gateway import Gateway

TRACKS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 50
PEOPLE, ENTRIES, DAY = 20, 10_000, 86_400_000


def rule(field, operator, *value):
    return {"field": field, "operator": operator, **({"value": value[0] if len(value) == 1 else list(value)} if value else {})}


def rules(*members, match="all", order="added", descending=True, limit=None):
    return {"match": match, "rules": list(members), "order": order, "descending": descending, **({"limit": limit} if limit else {})}


USUAL = {
    "liked": rules(rule("liked", "isTrue"), order="liked"),
    "added in 30 days": rules(rule("added", "inTheLast", 30)),
    "latest 100": rules(limit={"tracks": 100}),
    "one artist": rules(rule("artist", "is", "Artist 7"), order="album"),
    "one genre of the nineties": rules(rule("genre", "is", "Genre 3"), rule("year", "between", 1990, 1999), limit={"tracks": 200}),
    "four stars or more": rules(rule("rating", "greaterThan", 3.5), order="rating"),
    "most played 100": rules(rule("playCount", "greaterThan", 0), order="playCount", limit={"tracks": 100}),
    "not heard for half a year": rules(rule("playCount", "greaterThan", 0), rule("lastPlayed", "notInTheLast", 180), limit={"tracks": 100}),
    "liked by 3 others, not heard": rules(rule("likedByOthers", "atLeast", 3), rule("played", "isFalse"), limit={"tracks": 100}),
    "an hour of unheard at random": rules(rule("played", "isFalse"), order="random", limit={"minutes": 60}),
    "lossless of the eighties": rules(rule("lossless", "isTrue"), rule("year", "between", 1980, 1989), limit={"tracks": 500}),
}
WILD = {
    "everything, at random": rules(order="random"),
    "title contains e": rules(rule("title", "contains", "e"), order="title"),
    "played by 2 others": rules(rule("playedByOthers", "atLeast", 2)),
    "mood or explicit or lyrics": rules(rule("mood", "is", "calm"), rule("explicit", "isTrue"), rule("hasLyrics", "isTrue"), match="any"),
    "fifty texts": rules(*[rule("title", "contains", f"word{number}") for number in range(50)], match="any"),
}


def fill(path):
    """Copies the one track, with albums, artists, genres and users who like, rate and play the copies."""
    db = sqlite3.connect(path)
    random.seed(7)
    # The triggers count plays one by one, and nothing here reads the counts.
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'play_count'").fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}")
    now = int(time.time() * 1000)

    def copies(table, count, change):
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] != "seq"]
        first = dict(zip(columns, db.execute(f"SELECT {', '.join(columns)} FROM {table} LIMIT 1").fetchone()))
        marks = ", ".join("?" * len(columns))
        db.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})",
                       ([{**first, **change(number)}[column] for column in columns] for number in range(count)))

    artists, albums, genres = max(TRACKS // 20, 1), max(TRACKS // 10, 1), 20
    copies("artist", artists, lambda n: {"id": f"artist-{n}", "folded": f"artist {n}", "musicbrainz": None, "name": f"Artist {n}", "sort_key": f"artist {n:09}", "search_name": f"artist {n}"})
    copies("genre", genres, lambda n: {"id": f"genre-{n}", "folded": f"genre {n}", "name": f"Genre {n}", "sort_key": f"genre {n:09}", "search_name": f"genre {n}"})
    copies("album", albums, lambda n: {"id": f"album-{n}", "key": f"key-{n}", "name": f"Album {n}", "name_key": f"album {n:09}", "search_name": f"album {n}"})
    copies("track", TRACKS, lambda n: {
        "id": f"{n:08}-0000-7000-8000-000000000000", "name": f"{n}.flac".encode(), "signature": b"%d" % n, "added_at": now - random.randrange(1000) * DAY,
        "title": f"Title {n}", "title_key": f"title {n:09}", "search_title": f"title {n}", "artist_key": f"artist {n % artists:09}", "album": f"album-{n // 10 % albums}",
        "album_sort_key": f"album {n // 10:09}", "track_order": n % 10, "year": 1960 + n % 60, "year_order": 1960 + n % 60, "date": str(1960 + n % 60),
        "duration_ms": 120_000 + n % 240 * 1000, "bitrate": 128 + n % 900, "codec": ("mp3", "flac", "opus")[n % 3], "inode": n, "plays": 0})
    ids = [row[0] for row in db.execute("SELECT id FROM track WHERE id LIKE '%-0000-7000-%' ORDER BY seq")]
    db.executemany("INSERT INTO track_artist (track, role, position, artist, name) VALUES (?, 'performer', 0, ?, 'x')",
                   ((track, f"artist-{n % artists}") for n, track in enumerate(ids)))
    db.executemany("INSERT INTO track_genre (track, position, genre, name) VALUES (?, 0, ?, 'x')", ((track, f"genre-{n * 7 % genres}") for n, track in enumerate(ids)))
    people = [row[0] for row in db.execute("SELECT id FROM account")]
    popular = ids[: max(len(ids) // 10, 1)]
    for person in people:
        some = random.sample(popular, min(2000, len(popular)))
        db.executemany("INSERT INTO track_like (account, track, liked_at) VALUES (?, ?, ?)", ((person, track, now - n) for n, track in enumerate(some)))
        db.executemany("INSERT INTO track_rating (account, track, rating, rated_at) VALUES (?, ?, ?, ?)", ((person, track, random.randint(2, 10), now) for track in some))
        db.execute("INSERT OR REPLACE INTO sharing (account, opinions) VALUES (?, 'gateway')", (person,))
        db.executemany("INSERT INTO play_count (account, track, plays, last_played_at) VALUES (?, ?, ?, ?)",
                       ((person, track, random.randint(1, 40), now - random.randrange(700) * DAY) for track in random.sample(ids, min(5000, len(ids)))))
    for _, text in triggers:
        db.execute(text)
    db.execute("UPDATE revision SET value = value + 1")
    db.commit()
    db.close()
    return ids


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


class Client:
    def __init__(self, gateway):
        self.connection = http.client.HTTPSConnection("localhost", gateway.port, context=gateway.context)
        self.fields = {"Authorization": f"Bearer {gateway.token}", "Content-Type": "application/json"}

    def call(self, method, path, body=None):
        start = time.perf_counter()
        self.connection.request(method, "/api/v1" + path, json.dumps(body) if body is not None else None, self.fields)
        reply = self.connection.getresponse()
        content = reply.read()
        spent = (time.perf_counter() - start) * 1000
        return reply.status, json.loads(content) if content else None, spent

    def measure(self, name, run, rounds=ROUNDS):
        run(0)
        times, note = [], ""
        for number in range(rounds):
            status, body, spent = run(number + 1)
            times.append(spent)
            note = f"{body['count']:7} tracks" if status == 200 and body and "count" in body else f"{status}"
        print(f"{name:34} p50 {percentile(times, 0.5):7.1f} ms   p99 {percentile(times, 0.99):7.1f} ms   {note}", flush=True)


def long_lists(client, ids):
    wanted = (ids * (ENTRIES // len(ids) + 1))[:ENTRIES]
    made = client.call("POST", "/playlists", {"name": "Long", "trackIds": wanted})[1]
    path = f"/playlists/{made['id']}"
    outline = client.call("GET", path + "/outline?step=100")[1]
    cursor = outline["cursors"][-2]
    entries = client.call("GET", path + "/entries?limit=500")[1]["items"]
    last = client.call("GET", f"{path}/entries?limit=100&cursor={cursor}")[1]["items"]
    print(f"\nA playlist of {made['entryCount']} entries")
    client.measure("itself", lambda _: client.call("GET", path))
    client.measure("the first 100", lambda _: client.call("GET", path + "/entries?limit=100"))
    client.measure("the last but one 100", lambda _: client.call("GET", f"{path}/entries?limit=100&cursor={cursor}"))
    client.measure("its outline", lambda _: client.call("GET", path + "/outline?step=100"))
    client.measure("move one from the end to the front", lambda n: client.call("POST", path + "/entries/move", {"entryIds": [last[n % 90]["id"]], "after": None}))
    client.measure("move 500 behind the last", lambda n: client.call("POST", path + "/entries/move", {"entryIds": [one["id"] for one in entries], "after": last[95 + n % 3]["id"]}), 10)
    client.measure("add one", lambda _: client.call("POST", path + "/entries", {"trackIds": ids[:1]}))
    client.measure("list of playlists", lambda _: client.call("GET", "/playlists"))
    client.measure("duplicate", lambda _: client.call("POST", path + "/duplicate", {}), 5)
    smart = client.call("POST", "/playlists", {"name": "Smart", "rules": USUAL["liked"]})[1]
    client.measure("a smart one that nobody disturbs", lambda _: client.call("GET", f"/playlists/{smart['id']}"))
    client.measure("a smart one after each like", lambda n: (client.call("PUT", f"/tracks/{ids[n]}/like"), client.call("GET", f"/playlists/{smart['id']}"))[1])


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    library.write(folder / "music", 1)
    arguments = ["--password-memory", "7168", "--password-passes", "5"]
    gateway = Gateway(folder / "music", arguments)
    gateway.scan()
    for number in range(PEOPLE):
        gateway.call("POST", "/api/v1/users", {"username": f"person{number}", "role": "listener", "password": "a long-lasting tuning fork"})
    start = time.monotonic()
    ids = fill(gateway.data / "rondo.sqlite")
    print(f"{TRACKS} tracks and {PEOPLE} people written in {time.monotonic() - start:.1f} s\n")
    client = Client(gateway)
    client.call("GET", "/me")
    for title, sets in (("Usual rules", USUAL), ("Wild rules", WILD)):
        print(title)
        for name, tree in sets.items():
            client.measure(name, lambda _: client.call("POST", "/playlists/smart/preview", {"rules": tree}), ROUNDS if sets is USUAL else 5)
        print()
    long_lists(client, ids)

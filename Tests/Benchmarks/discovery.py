#!/usr/bin/env python3
"""The time to find related items: similar artists and tracks, top tracks, information, lyrics, radio, mixes.

`discovery.py [COUNT] [PLAYS] [--music FOLDER]`: a library of COUNT files and PLAYS plays by a hundred users, each of whom prefers some artists. Every
track has artificial audio features. Every request is about another artist, album or track. Times are of whole requests over one TLS connection, in
milliseconds.
"""

import argparse
import json
import pathlib
import random
import sqlite3
import tempfile
import time
import uuid

import library
from catalog import Client, percentiles, scan
from gateway import Gateway, processor_seconds, settle

PEOPLE = 100
REQUESTS = 300


def play(gateway, plays):
    """Writes the users' listening histories directly into the database."""
    database = sqlite3.connect(gateway.data / "rondo.sqlite", timeout=60)
    chance = random.Random(7)
    albums = [row[0] for row in database.execute("SELECT id FROM album ORDER BY artist_key, id")]
    tracks = {}
    for track, album in database.execute("SELECT id, album FROM track"):
        tracks.setdefault(album, []).append(track)
    columns = "id, username, username_key, display_name, search_text, role, disabled, locale, theme, created_at"
    each = plays // PEOPLE
    for number in range(PEOPLE):
        name = f"listener{number}"
        database.execute(f"INSERT INTO account ({columns}) VALUES (?, ?, ?, ?, ?, 'listener', 0, 'en', 'system', 0)",
                         [str(uuid.UUID(int=number + 1)), name, name, name, name])
        counts, left, home = {}, each, chance.randrange(len(albums))
        while left > 0:
            place = int(chance.gauss(home, len(albums) / 20)) if chance.random() < 0.8 else chance.randrange(len(albums))
            track = chance.choice(tracks[albums[place % len(albums)]])
            times = min(left, 1 + int(chance.expovariate(1 / 5)))
            counts[track] = counts.get(track, 0) + times
            left -= times
        database.executemany(
            "INSERT INTO play_count (account, track, plays, last_played_at) VALUES (?, ?, ?, ?)",
            [(str(uuid.UUID(int=number + 1)), track, times, 1700000000000 + chance.randrange(10**9)) for track, times in counts.items()])
        database.commit()
    sound(database, chance)
    listen(database, chance)
    total = database.execute("SELECT sum(plays), count(*) FROM play_count").fetchone()
    database.execute("ANALYZE")
    chosen = {
        "artist": [row[0] for row in database.execute("SELECT id FROM artist WHERE is_listed = 1 ORDER BY random() LIMIT ?", [REQUESTS])],
        "played artist": [row[0] for row in database.execute("SELECT id FROM artist WHERE is_listed = 1 ORDER BY plays DESC LIMIT ?", [REQUESTS])],
        "album": [row[0] for row in database.execute("SELECT id FROM album ORDER BY random() LIMIT ?", [REQUESTS])],
        "track": [row[0] for row in database.execute("SELECT id FROM track ORDER BY random() LIMIT ?", [REQUESTS])],
        "genre": [row[0] for row in database.execute("SELECT id FROM genre WHERE track_count > 0 ORDER BY random() LIMIT ?", [REQUESTS])],
        "day": [""] * 5,
    }
    database.close()
    return total, chosen


def sound(database, chance):
    """Features of twenty styles. Each track's features are close to one of them."""
    kinds = [[chance.randrange(60, 196) for _ in range(219)] for _ in range(20)]
    rows = []
    for number, (seq, signature) in enumerate(database.execute("SELECT seq, signature FROM track").fetchall()):
        kind = kinds[chance.randrange(20)]
        features = bytes([1, 0, 16]) + bytes(value + chance.randrange(-20, 21) for value in kind)
        rows.append((seq, number + 1, signature, 1, chance.uniform(-20, -6), chance.random(), chance.randrange(12), chance.randrange(2), features))
    database.executemany("INSERT INTO track_analysis (track, revision, signature, version, analyzed_at, loudness, energy, tonic, is_minor, features)"
                         " VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?, ?)", rows)
    database.commit()


def listen(database, chance, plays=3000):
    """Two months of plays by the requesting user: 300 tracks of neighboring artists, again and again."""
    account = database.execute("SELECT id FROM account WHERE username = 'ada'").fetchone()[0]
    tracks = [row[0] for row in database.execute("SELECT id FROM track ORDER BY artist_key, id LIMIT 300")]
    now = time.time() * 1000
    database.executemany(
        "INSERT INTO play (id, account, track, played_at, client, play_id, day, hour) VALUES (?, ?, ?, ?, 'benchmark', ?, 0, 0)",
        [(str(uuid.uuid4()), account, chance.choice(tracks), int(now - chance.uniform(1, 60) * 86_400_000), str(uuid.uuid4()))
         for _ in range(plays)])
    database.commit()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=100000)
    parser.add_argument("plays", nargs="?", type=int, default=1000000)
    parser.add_argument("--music")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        music = pathlib.Path(options.music or pathlib.Path(folder) / "music")
        if not music.exists():
            library.write(music, options.count)
        gateway = Gateway(music)
        first, seconds, _, _ = scan(gateway)
        print(f"{first['added']} files in {seconds:.0f} s", flush=True)
        start = time.monotonic()
        (plays, counts), chosen = play(gateway, options.plays)
        print(f"{plays} plays of {PEOPLE} people in {counts} counts, written in {time.monotonic() - start:.0f} s", flush=True)
        settle(gateway.process.pid)
        client = Client(gateway.port, str(gateway.authority), gateway.token)
        print(f"\n{'milliseconds':42}{'cost':>8}{'p50':>8}{'p95':>8}{'p99':>8}{'found':>8}")
        for name, kind, path in [
            ("artist's information, 20 alike", "artist", "/api/v1/artists/{}/info"),
            ("the same of the most played", "played artist", "/api/v1/artists/{}/info"),
            ("artist's top tracks", "artist", "/api/v1/artists/{}/top-tracks?limit=50"),
            ("the same of the most played", "played artist", "/api/v1/artists/{}/top-tracks?limit=50"),
            ("50 tracks like an artist", "artist", "/api/v1/artists/{}/similar-tracks?limit=50"),
            ("the same of the most played", "played artist", "/api/v1/artists/{}/similar-tracks?limit=50"),
            ("50 tracks like an album", "album", "/api/v1/albums/{}/similar-tracks?limit=50"),
            ("50 tracks like a track", "track", "/api/v1/tracks/{}/similar-tracks?limit=50"),
            ("radio from a track", "track", "/api/v1/tracks/{}/radio"),
            ("radio from an album", "album", "/api/v1/albums/{}/radio"),
            ("radio from an artist", "artist", "/api/v1/artists/{}/radio"),
            ("radio from a genre", "genre", "/api/v1/genres/{}/radio"),
            ("the mixes of the day", "day", "/api/v1/mixes{}"),
            ("album's information", "album", "/api/v1/albums/{}/info"),
            ("lyrics of a track", "track", "/api/v1/tracks/{}/lyrics"),
        ]:
            spent, found = [], 0
            used = processor_seconds(gateway.process.pid)
            for item in chosen[kind]:
                began = time.perf_counter()
                body = client.get(path.format(item))
                spent.append((time.perf_counter() - began) * 1000)
                reply = json.loads(body)
                found += len(reply.get("similar", reply.get("items", [])))
            cost = (processor_seconds(gateway.process.pid) - used) * 1000 / len(spent)
            print(f"{name:42}{cost:8.1f}" + "".join(f"{value:8.1f}" for value in percentiles(spent)) + f"{found / len(spent):8.1f}", flush=True)


if __name__ == "__main__":
    main()

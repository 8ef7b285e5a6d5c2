#!/usr/bin/env python3
"""The time to read statistics of many plays.

`listening_statistics.py [COUNT] [PLAYS] [--people N] [--music FOLDER]`: a library of COUNT files and PLAYS plays of three years. A fifth of the plays
belongs to ada, who reads the statistics. The others belong to N users who all share their listening. Plays are written directly into the database.
The server adds them up when it starts again, which is measured too. Times are of whole requests over one TLS connection, in milliseconds, each for
another period.
"""

import argparse
import datetime
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

ROUNDS = 100
DAYS = 1095


def play(gateway, plays, people):
    """Writes the users' listening histories directly into the database. The server computes their days when it starts."""
    database = sqlite3.connect(gateway.data / "rondo.sqlite", timeout=60)
    chance = random.Random(11)
    tracks = [row[0] for row in database.execute("SELECT id FROM track ORDER BY artist_key, id")]
    lengths = dict(database.execute("SELECT id, duration_ms FROM track"))
    ada = database.execute("SELECT id FROM account WHERE username = 'ada'").fetchone()[0]
    listeners = [(ada, plays // 5)]
    columns = "id, username, username_key, display_name, search_text, role, disabled, locale, theme, created_at"
    for number in range(people):
        name, account = f"listener{number}", str(uuid.UUID(int=number + 1))
        database.execute(f"INSERT INTO account ({columns}) VALUES (?, ?, ?, ?, ?, 'listener', 0, 'en', 'system', 0)", [account, name, name, name, name])
        listeners.append((account, (plays - plays // 5) // people))
    now = int(time.time() * 1000)
    for account, count in listeners:
        database.execute("INSERT INTO listening_shared (account, since) VALUES (?, 0)", [account])
        home, rows = chance.randrange(len(tracks)), []
        for _ in range(count):
            near = int(chance.gauss(home, len(tracks) / 15)) if chance.random() < 0.8 else chance.randrange(len(tracks))
            track = tracks[near % len(tracks)]
            # There are more plays in the evening than in the morning.
            hour = min(23, max(0, int(chance.gauss(18, 5))))
            at = now - chance.randrange(DAYS) * 86_400_000 - hour * 3_600_000 - chance.randrange(3_600_000)
            rows.append((str(uuid.UUID(int=chance.getrandbits(128))), account, track, at, "benchmark", str(uuid.UUID(int=chance.getrandbits(128))), lengths[track]))
        database.executemany("INSERT INTO play (id, account, track, played_at, client, play_id, heard_ms) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        database.commit()
    for number, track in enumerate(chance.sample(tracks, min(len(tracks), 5000))):
        database.execute("INSERT INTO track_rating (account, track, rating, rated_at) VALUES (?, ?, ?, ?)",
                         [listeners[number % len(listeners)][0], track, chance.randrange(2, 11), now - chance.randrange(DAYS) * 86_400_000])
    database.commit()
    database.close()


def dates(rounds):
    today = datetime.date.today()
    chance = random.Random(5)
    return [(today - datetime.timedelta(days=chance.randrange(DAYS - 40))).isoformat() for _ in range(rounds)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=20000)
    parser.add_argument("plays", nargs="?", type=int, default=1000000)
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--music")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        music = pathlib.Path(options.music or pathlib.Path(folder) / "music")
        if not music.exists():
            library.write(music, options.count)
        gateway = Gateway(music, ["--time-zone", "Europe/Warsaw"])
        first, seconds, _, _ = scan(gateway)
        print(f"{first['added']} files in {seconds:.0f} s", flush=True)
        gateway.stop()
        start = time.monotonic()
        play(gateway, options.plays, options.people)
        print(f"{options.plays} plays of {options.people + 1} people written in {time.monotonic() - start:.0f} s", flush=True)
        start = time.monotonic()
        gateway.start()
        size = (gateway.data / "rondo.sqlite").stat().st_size / 2**20
        print(f"added up in {time.monotonic() - start:.0f} s; the database has {size:.0f} MiB", flush=True)
        settle(gateway.process.pid)
        client = Client(gateway.port, str(gateway.authority), gateway.token)
        print(f"\n{'milliseconds':42}{'cost':>8}{'p50':>8}{'p95':>8}{'p99':>8}", flush=True)
        base = "/api/v1/statistics"
        reads = []
        for who in ["me", "group"]:
            for period in ["day", "week", "month", "year", "all"]:
                reads.append((f"{who}, {period}: summary", f"{base}?who={who}&period={period}&date={{}}"))
                for kind in ["track", "album", "artist", "genre"]:
                    reads.append((f"{who}, {period}: {kind}s", f"{base}/rankings?who={who}&period={period}&kind={kind}&limit=20&date={{}}"))
                reads.append((f"{who}, {period}: tracks by rating", f"{base}/rankings?who={who}&period={period}&by=rating&limit=20&date={{}}"))
                reads.append((f"{who}, {period}: chart", f"{base}/days?who={who}&period={period}&date={{}}"))
                reads.append((f"{who}, {period}: clock", f"{base}/clock?who={who}&period={period}&date={{}}"))
            reads.append((f"{who}: streaks", f"{base}/streaks?who={who}&unused={{}}"))
            reads.append((f"{who}: year in review", f"{base}/{'' if who == 'me' else 'group/'}year/{{:.4}}"))
        slow = []
        for name, path in reads:
            spent = []
            used = processor_seconds(gateway.process.pid)
            for date in dates(options.rounds):
                began = time.perf_counter()
                json.loads(client.get(path.format(date)))
                spent.append((time.perf_counter() - began) * 1000)
            cost = (processor_seconds(gateway.process.pid) - used) * 1000 / len(spent)
            shown = percentiles(spent)
            if shown[2] > 50:
                slow.append(name)
            print(f"{name:42}{cost:8.1f}" + "".join(f"{value:8.1f}" for value in shown), flush=True)
        print(f"\nover 50 ms at p99: {', '.join(slow) or 'none'}")


if __name__ == "__main__":
    main()

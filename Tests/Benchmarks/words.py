#!/usr/bin/env python3
"""The time to find songs by a line of their lyrics: `words.py [COUNT] [--rounds N]`.

A small library is scanned, and its tracks are copied in the database until there are COUNT, each with different lyrics: forty timed lines, in which
few words are frequent and most are rare, every eighth song in another script. The server indexes them when it starts again, which is measured too.
Times are of whole requests over one TLS connection, in milliseconds, compared with a target of 20 ms.
"""

import argparse
import json
import pathlib
import random
import sqlite3
import tempfile
import time
import urllib.parse
import uuid

import library
from catalog import Client, percentiles, scan
from gateway import Gateway, processor_seconds, settle

SEEDS = 200
LINES = 40


def song(chance, words, number):
    """Forty lines of lyrics."""
    if number % 8 == 7:
        return [words.foreign(number // 8 % len(library.SCRIPTS), 3, 8) for _ in range(LINES)]
    return [" ".join(words.word() for _ in range(chance.randint(4, 9))) for _ in range(LINES)]


def fill(path, count):
    """Copies the tracks, each with its lyrics as LRC. Returns some of the lines for the searches."""
    database = sqlite3.connect(path, timeout=60)
    chance = random.Random(3)
    words = library.Words(chance, 40_000)
    columns = [row[1] for row in database.execute("PRAGMA table_info(track)") if row[1] not in ("seq", "id", "name")]
    seeds = database.execute("SELECT id, name FROM track ORDER BY id").fetchall()
    remembered = []
    for number in range(count):
        seed, name = seeds[number % len(seeds)]
        track = seed
        if number >= len(seeds):
            track = str(uuid.UUID(int=number))
            listed = ", ".join(columns)
            database.execute(f"INSERT INTO track (id, name, {listed}) SELECT ?, ?, {listed} FROM track WHERE id = ?", [track, b"%d " % number + name, seed])
            database.execute(
                "INSERT INTO track_artist SELECT ?, " + ", ".join(row[1] for row in database.execute("PRAGMA table_info(track_artist)") if row[1] != "track")
                + " FROM track_artist WHERE track = ?", [track, seed])
        lines = song(chance, words, number)
        text = "".join(f"[{at * 4 // 60:02}:{at * 4 % 60:02}.00]{line}\n" for at, line in enumerate(lines, 1))
        database.execute("INSERT INTO track_lyrics (track, position, text) VALUES (?, 0, ?)", [track, text])
        if number % max(1, count // 400) == 0:
            remembered.append(chance.choice(lines))
    database.commit()
    database.close()
    return remembered


def index(gateway):
    """Waits until the lyrics of every song are in the index."""
    database = sqlite3.connect(f"file:{gateway.data / 'rondo.sqlite'}?mode=ro", uri=True, timeout=60)
    while database.execute("SELECT EXISTS (SELECT 1 FROM words_stale)").fetchone()[0]:
        time.sleep(1)
    return database.execute("SELECT count(*) FROM track_words").fetchone()[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        music = pathlib.Path(folder) / "music"
        library.write(music, SEEDS)
        gateway = Gateway(music, ["--no-scan-watch"])
        scan(gateway)
        gateway.stop()
        remembered = fill(gateway.data / "rondo.sqlite", options.count)
        before = (gateway.data / "rondo.sqlite").stat().st_size
        began = time.monotonic()
        gateway.start()
        found = index(gateway)
        settle(gateway.process.pid)
        size = (gateway.data / "rondo.sqlite").stat().st_size
        print(f"{found} songs indexed in {time.monotonic() - began:.0f} s; the index has {(size - before) / 2**20:.0f} MiB", flush=True)
        client = Client(gateway.port, str(gateway.authority), gateway.token)
        print(f"\n{'milliseconds':42}{'cost':>8}{'p50':>8}{'p95':>8}{'p99':>8}", flush=True)
        frequent = library.COMMON[:40]
        chance = random.Random(8)
        kinds = {
            "a whole line": lambda: chance.choice(remembered),
            "the beginning of a line": lambda: " ".join(chance.choice(remembered).split()[:3]),
            "a line that breaks off": lambda: chance.choice(remembered)[:-2],
            "one frequent word": lambda: chance.choice(frequent),
            "three frequent words": lambda: " ".join(chance.sample(frequent, 3)),
            "three letters": lambda: chance.choice(frequent)[:3],
            "words of another song": lambda: " ".join(word for line in chance.sample(remembered, 2) for word in line.split()[:3]),
            "nothing that there is": lambda: f"{chance.choice(frequent)} qqzx{chance.randrange(1000)}",
        }
        slow = []
        for name, text in kinds.items():
            spent, used = [], processor_seconds(gateway.process.pid)
            for _ in range(options.rounds):
                target = "/api/v1/search/lyrics?q=" + urllib.parse.quote(text())
                start = time.perf_counter()
                json.loads(client.get(target))
                spent.append((time.perf_counter() - start) * 1000)
            cost = (processor_seconds(gateway.process.pid) - used) * 1000 / len(spent)
            shown = percentiles(spent)
            if shown[1] > 20:
                slow.append(name)
            print(f"{name:42}{cost:8.1f}" + "".join(f"{value:8.1f}" for value in shown), flush=True)
        print(f"\nover 20 ms at p95: {', '.join(slow) or 'none'}")


if __name__ == "__main__":
    main()

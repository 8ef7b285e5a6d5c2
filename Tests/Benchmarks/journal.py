#!/usr/bin/env python3
"""The journal with N rows: the cost of an append compared with an empty journal, and the time to verify all rows.

`journal.py [COUNT]`: the rows are written into the database of a stopped server, sealed as `JournalSeal` does. Then `rondo journal verify` checks
each row against its seal. An append is a whole request that changes a setting and journals it.
"""

import hashlib
import json
import sqlite3
import struct
import sys
import tempfile
import time
import uuid

from gateway import Gateway, processor_seconds


def sealed(before, number, at, texts):
    digest = hashlib.sha256(b"rondo journal 1\n" + before + struct.pack(">qq", number, at))
    for text in texts:
        if text is None:
            digest.update(b"\0")
        else:
            data = text.encode()
            digest.update(b"\1" + struct.pack(">q", len(data)) + data)
    return digest.digest()


def rows(head, seal, at, count):
    for number in range(head + 1, head + count + 1):
        texts = (str(uuid.uuid4()), None, "192.0.2.7", "track.edit", "track", str(uuid.uuid4()), '{"fields":"title","number":"%d"}' % number)
        at += 1
        seal = sealed(seal, number, at, texts)
        yield (number, texts[0], at, *texts[1:], seal)


def fill(path, count):
    with sqlite3.connect(path) as database:
        head, seal = database.execute("SELECT head_number, head_seal FROM journal_chain").fetchone()
        (at,) = database.execute("SELECT max(at) FROM journal").fetchone()
        database.executemany("INSERT INTO journal (number, id, at, actor, origin, action, subject_kind, subject_id, details, seal) "
                             "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows(head, bytes(seal), at, count))
    database.close()


def append(gateway, name, count=500):
    """The milliseconds of requests that append a row, and the server's processor time for one."""
    times, used = [], processor_seconds(gateway.process.pid)
    for number in range(count):
        begin = time.perf_counter()
        gateway.call("PATCH", "/api/v1/settings", {"name": f"Gateway {number}"})
        times.append((time.perf_counter() - begin) * 1000)
    used = processor_seconds(gateway.process.pid) - used
    times.sort()
    print(f"append, {name:14} p50 {times[count // 2]:6.2f} ms  p99 {times[count * 99 // 100]:6.2f} ms  processor {used / count * 1000:5.2f} ms each")


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as music:
        gateway = Gateway(music)
        append(gateway, "empty journal")
        gateway.stop()
        begin = time.monotonic()
        fill(gateway.data / "rondo.sqlite", count)
        print(f"filled with {count} rows in {time.monotonic() - begin:.0f} s")
        gateway.start()
        append(gateway, f"{count} rows")
        begin = time.monotonic()
        result = json.loads(gateway.run("journal", "verify", "--json"))
        seconds = time.monotonic() - begin
        print(f"verified in {seconds:.1f} s, {count / seconds:.0f} rows a second: {json.dumps(result)}")
        for path in ("/api/v1/journal?limit=50", "/api/v1/journal?limit=50&action=track.edit"):
            begin = time.perf_counter()
            for _ in range(50):
                gateway.call("GET", path)
            print(f"page {path}: {(time.perf_counter() - begin) * 20:.2f} ms")


main()

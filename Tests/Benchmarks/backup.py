#!/usr/bin/env python3
"""A backup of N MiB of music while users listen: its throughput, and the times of lists and streams during the backup and without it.

`backup.py [MEBIBYTES]` makes files of 32 MiB of noise, so that nothing can be compressed. Two listeners request pages of lists and the first 64 KiB
of tracks, each over one warm TLS connection without pauses, during the backup and for the same time without one.
"""

import http.client
import json
import pathlib
import random
import struct
import sys
import tempfile
import threading
import time

from gateway import Gateway

PIECE = 32 << 20


def noise(path, seed):
    """A WAV file of 16 bits and two channels."""
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", PIECE + 36, b"WAVE", b"fmt ", 16, 1, 2, 44100, 176400, 4, 16, b"data", PIECE)
    path.write_bytes(head + random.Random(seed).randbytes(PIECE))


class Listener(threading.Thread):
    """Records the duration of each request in milliseconds, by kind, until it is stopped."""

    def __init__(self, gateway, tracks):
        super().__init__(daemon=True)
        self.gateway, self.tracks = gateway, tracks
        self.times = {"list": [], "stream": []}
        self.stopped = threading.Event()

    def run(self):
        connection = http.client.HTTPSConnection("localhost", self.gateway.port, context=self.gateway.context)
        number = 0
        while not self.stopped.is_set():
            number += 1
            kind = "list" if number % 2 else "stream"
            fields = {"Authorization": f"Bearer {self.gateway.token}"}
            path = "/api/v1/tracks?limit=50&sort=title"
            if kind == "stream":
                path = f"/api/v1/tracks/{self.tracks[number % len(self.tracks)]}/stream"
                fields["Range"] = "bytes=0-65535"
            begin = time.perf_counter()
            connection.request("GET", path, headers=fields)
            reply = connection.getresponse()
            reply.read()
            self.times[kind].append((time.perf_counter() - begin) * 1000)
            if reply.status not in (200, 206):
                raise RuntimeError(f"{path}: {reply.status}")
        connection.close()


def listen(gateway, tracks, until):
    """The times of two listeners while `until` runs."""
    listeners = [Listener(gateway, tracks) for _ in range(2)]
    for listener in listeners:
        listener.start()
    until()
    for listener in listeners:
        listener.stopped.set()
    for listener in listeners:
        listener.join()
    return {kind: sorted(time for listener in listeners for time in listener.times[kind]) for kind in ("list", "stream")}


def show(name, times):
    for kind, values in times.items():
        p50, p99 = values[len(values) // 2], values[min(len(values) - 1, len(values) * 99 // 100)]
        print(f"{name:8} {kind:7} {len(values):7} requests  p50 {p50:7.2f} ms  p99 {p99:7.2f} ms")


def backup(gateway):
    """Makes a backup. Returns its seconds and bytes."""
    begin = time.monotonic()
    gateway.call("POST", "/api/v1/backups", {"withMusic": True})
    while (status := gateway.call("GET", "/api/v1/backups/status")).get("work"):
        time.sleep(0.05)
    if status["last"]["state"] != "done":
        raise RuntimeError(json.dumps(status))
    return time.monotonic() - begin, status["last"]["size"]


def main():
    mebibytes = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    with tempfile.TemporaryDirectory() as folder:
        music = pathlib.Path(folder)
        for number in range(max(1, mebibytes // 32)):
            noise(music / f"{number:04}.wav", number)
        gateway = Gateway(music, ["--backup-rate", "0"])
        gateway.scan()
        tracks = [track["id"] for track in gateway.call("GET", "/api/v1/tracks?limit=50")["items"]]
        listen(gateway, tracks, lambda: time.sleep(3))
        alone, size = backup(gateway)
        print(f"backup alone:     {size / alone / 1e6:8.0f} MB/s, {size / 1e6:.0f} MB in {alone:.1f} s")
        show("without", listen(gateway, tracks, lambda: time.sleep(max(5, alone))))
        taken = []
        during = listen(gateway, tracks, lambda: taken.append(backup(gateway)))
        show("during", during)
        seconds, size = taken[0]
        print(f"backup meanwhile: {size / seconds / 1e6:8.0f} MB/s, {size / 1e6:.0f} MB in {seconds:.1f} s")
        print(json.loads(gateway.run("backup", "list", "--json").splitlines()[0]))


main()

#!/usr/bin/env python3
"""Converting tracks: the time to the first byte for a new conversion and for a cached one, the time to the end, and the number of tracks per second
when several are requested at once. For comparison, ffmpeg alone makes the same conversions with the same options, which shows the server's overhead.

The tracks are four minutes of soft noise and tones as FLAC.
"""

import concurrent.futures
import http.client
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import gateway

TRACKS = int(sys.argv[1]) if len(sys.argv) > 1 else 16
SECONDS = 240
FORMATS = {"mp3": ["-c:a", "libmp3lame", "-b:a", "192k", "-f", "mp3"], "opus": ["-c:a", "libopus", "-b:a", "128k", "-f", "opus"],
           "aac": ["-c:a", "aac", "-b:a", "192k", "-f", "adts"]}


def make_tracks(music):
    for number in range(TRACKS):
        sound = f"anoisesrc=d={SECONDS}:c=pink:a=0.2:seed={number}:r=44100[n];sine=f={220 + 20 * number}:d={SECONDS}:r=44100[s];[n][s]amix,aformat=channel_layouts=stereo"
        subprocess.run(["ffmpeg", "-nostdin", "-loglevel", "error", "-filter_complex", sound, "-c:a", "flac", "-metadata", f"title=Track {number}",
                        str(music / f"{number:02}.flac")], check=True)


def ask(rondo, path):
    """The seconds to the first and to the last byte of the body, and the number of bytes."""
    connection = http.client.HTTPSConnection("localhost", rondo.port, context=rondo.context)
    connection.connect()
    start = time.perf_counter()
    connection.request("GET", path, headers={"Authorization": f"Bearer {rondo.token}"})
    reply = connection.getresponse()
    assert reply.status == 200, (reply.status, reply.read())
    size = len(reply.read(1))
    first = time.perf_counter() - start
    while piece := reply.read(1 << 16):
        size += len(piece)
    connection.close()
    return first, time.perf_counter() - start, size


def alone(file, options):
    """The same for ffmpeg writing to a pipe."""
    start = time.perf_counter()
    process = subprocess.Popen(
        ["ffmpeg", "-nostdin", "-loglevel", "error", "-threads", "1", "-i", str(file), "-map", "0:a:0", "-map_metadata", "-1", "-threads", "1",
         *options, "pipe:1"], stdout=subprocess.PIPE)
    size = len(process.stdout.read(1))
    first = time.perf_counter() - start
    while piece := process.stdout.read(1 << 16):
        size += len(piece)
    assert process.wait() == 0
    return first, time.perf_counter() - start, size


def median(values):
    return sorted(values)[len(values) // 2]


def show(name, results):
    print(f"{name:<26} first byte {median([one[0] for one in results]) * 1000:7.1f} ms   whole {median([one[1] for one in results]):6.2f} s   "
          f"{median([one[2] for one in results]) / 1000:7.0f} kB")


def main():
    with tempfile.TemporaryDirectory(prefix="rondo-transcode-") as folder:
        music = pathlib.Path(folder)
        make_tracks(music)
        encoders = os.cpu_count()
        rondo = gateway.Gateway(music, ["--encoders", str(encoders), "--encoders-per-user", str(encoders)])
        rondo.scan()
        tracks = [item["id"] for item in rondo.call("GET", "/api/v1/tracks?limit=200")["items"]]
        for form, options in FORMATS.items():
            paths = [f"/api/v1/tracks/{track}/stream?format={form}" for track in tracks]
            cold = [ask(rondo, path) for path in paths[:4]]
            show(f"{form}, cold", cold)
            show(f"{form}, kept", [ask(rondo, path) for path in paths[:4]])
            show(f"{form}, from the middle", [ask(rondo, path + f"&offset={SECONDS // 2}") for path in paths[:4]])
            files = sorted(music.glob("*.flac"))
            show(f"{form}, ffmpeg alone", [alone(file, options) for file in files[:4]])
            rest = paths[4:]
            with concurrent.futures.ThreadPoolExecutor(encoders) as pool:
                start = time.perf_counter()
                list(pool.map(lambda path: ask(rondo, path), rest))
                spent = time.perf_counter() - start
                print(f"{form + f', {encoders} at once':<26} {len(rest) / spent:.2f} tracks/s, {len(rest) * SECONDS / spent:.0f} times real time", end="")
                start = time.perf_counter()
                list(pool.map(lambda file: alone(file, options), files[4:]))
                spent = time.perf_counter() - start
                print(f"   (ffmpeg alone {len(rest) / spent:.2f} tracks/s)")
        print(f"resident: gateway {gateway.resident_mebibytes(rondo.process.pid):.0f} MiB")
        rondo.stop()


main()

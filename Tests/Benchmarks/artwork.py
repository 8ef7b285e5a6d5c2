#!/usr/bin/env python3
"""Resizes covers: measures one cold request (nobody has requested this size before) and one warm request (cached on disk), one at a time over a
connection that stays open. The covers are gradients with soft noise as JPEG, about 2.5 bits a pixel like photographs, 600 to 3000 pixels wide. Every
tenth is a PNG.

The reference is LMS: 11 ms for a cover at 300 px, cold.
"""

import http.client
import pathlib
import subprocess
import sys
import tempfile
import time

import gateway

COVERS = int(sys.argv[1]) if len(sys.argv) > 1 else 200
SIDES = [600, 1000, 1400, 1400, 3000]


def make_covers(music):
    """An album folder for each cover: one file of silence and the picture."""
    silence = music / "silence.flac"
    subprocess.run(["ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "anullsrc", "-t", "0.1", str(silence)], check=True)
    for number in range(COVERS):
        folder = music / f"Artist {number % 20}" / f"Album {number}"
        folder.mkdir(parents=True)
        (folder / "01.flac").write_bytes(silence.read_bytes())
        side = SIDES[number % len(SIDES)]
        picture = folder / ("cover.png" if number % 10 == 8 else "cover.jpg")
        graph = f"gradients=size={side}x{side}:seed={number + 1}:nb_colors=6,noise=alls=40:all_seed={number},gblur=sigma=1"
        subprocess.run(
            ["ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", graph, "-frames:v", "1", "-q:v", "3", str(picture)], check=True)
    silence.unlink()


def percentile(times, part):
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000


def measure(connection, rondo, paths):
    times = []
    for path in paths:
        start = time.perf_counter()
        connection.request("GET", path, headers={"Authorization": f"Bearer {rondo.token}"})
        reply = connection.getresponse()
        content = reply.read()
        times.append(time.perf_counter() - start)
        assert reply.status == 200 and len(content) > 100, (reply.status, content[:200])
    return times


def show(name, times):
    print(f"{name:<20} p50 {percentile(times, 0.5):6.1f} ms   p95 {percentile(times, 0.95):6.1f} ms   max {max(times) * 1000:6.1f} ms")


def workers(rondo):
    """The processes that make resized images."""
    children = pathlib.Path(f"/proc/{rondo.process.pid}/task").glob("*/children")
    return [int(child) for listed in children for child in listed.read_text().split()]


def main():
    with tempfile.TemporaryDirectory(prefix="rondo-covers-") as folder:
        music = pathlib.Path(folder)
        make_covers(music)
        rondo = gateway.Gateway(music)
        start = time.perf_counter()
        rondo.scan()
        print(f"scan of {COVERS} albums with their covers' colors: {time.perf_counter() - start:.1f} s")
        covers, cursor = [], ""
        while cursor is not None:
            page = rondo.call("GET", f"/api/v1/albums?limit=100{cursor and '&cursor=' + cursor}")
            covers += [album["cover"] for album in page["items"]]
            cursor = page.get("nextCursor")
        connection = http.client.HTTPSConnection("localhost", rondo.port, context=rondo.context)
        # The very first picture also starts a process.
        show("first of all", measure(connection, rondo, ["/api/v1/drawings?name=first&size=64"]))
        for form in ["jpeg", "webp"]:
            paths = [f"{cover}?size=300&format={form}" for cover in covers]
            before = gateway.processor_seconds(*workers(rondo))
            show(f"300 px {form}, cold", measure(connection, rondo, paths))
            spent = gateway.processor_seconds(*workers(rondo)) - before
            print(f"{'':<20} {spent / len(paths) * 1000:.1f} ms of processor time each")
            show(f"300 px {form}, warm", measure(connection, rondo, paths))
        show("1200 px webp, cold", measure(connection, rondo, [f"{cover}?size=1200&format=webp" for cover in covers[:50]]))
        print(f"resident: gateway {gateway.resident_mebibytes(rondo.process.pid):.0f} MiB")
        rondo.stop()


main()

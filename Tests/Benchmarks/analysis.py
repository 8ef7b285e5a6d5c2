#!/usr/bin/env python3
"""Measures how much the analysis of a library slows listeners down. Compares the time to the first byte and the throughput of a stream, and the time
to the first byte and to the end of a conversion to Opus, with and without a running analysis, in pairs of alternating order. Also measures how many
milliseconds after the start of a stream the analysis gives up processor time.

The library has 80 MP3s of three and a half to four minutes, none of them analyzed. For the comparison the same server's analysis is paused by
stopping its processes, which are those with the scheduling policy SCHED_IDLE.
"""

import http.client
import multiprocessing
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import gateway

SEEDS, PIECES = 4, 20
STREAMS = int(sys.argv[1]) if len(sys.argv) > 1 else 24  # pairs
CONVERSIONS = int(sys.argv[2]) if len(sys.argv) > 2 else 8
REPEATS = 12  # repetitions of a track in one stream
STEP = 0.004  # seconds between readings of processor time
BEFORE = 0.3  # seconds of reading before a stream


def make_tracks(music):
    """Makes tracks from parts of a few long recordings. No two of them are alike."""
    for seed in range(SEEDS):
        sound = (f"anoisesrc=d=360:c=pink:a=0.15:seed={seed}:r=44100[n];aevalsrc=0.3*sin(2*PI*{220 + 30 * seed}*t)*exp(-6*mod(t\\,0.5)):d=360[s];"
                 "[n][s]amix,aformat=channel_layouts=stereo")
        whole = music / f"seed{seed}.mp3"
        ffmpeg("-filter_complex", sound, "-c:a", "libmp3lame", "-b:a", "320k", str(whole))
        for piece in range(PIECES):
            ffmpeg("-ss", str(6 * piece), "-t", str(210 + piece), "-i", str(whole), "-c", "copy", "-metadata", f"title=Track {seed} {piece}",
                   str(music / f"{seed}{piece:02}.mp3"))
        whole.unlink()


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-nostdin", "-loglevel", "error", *arguments], check=True)


def analyzing(server):
    """The processes of the server with the scheduling policy SCHED_IDLE."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.sched_getscheduler(int(entry.name)) == os.SCHED_IDLE and descends(int(entry.name), server):
                found.append(int(entry.name))
        except (OSError, IndexError):
            continue  # The process has ended.
    return found


def descends(process, ancestor):
    while process > 1:
        if process == ancestor:
            return True
        process = int(pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
    return False


def running(server):
    """Waits until tracks are analyzed on all processors that the analysis uses."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if len(found := analyzing(server)) > 0:
            return found
        time.sleep(0.02)
    raise TimeoutError("Nothing is analyzed.")


def spent(processes):
    """The processor time of the processes in nanoseconds."""
    total = 0
    for process in processes:
        try:
            for task in pathlib.Path(f"/proc/{process}/task").iterdir():
                total += int((task / "schedstat").read_text().split()[0])
        except OSError:
            continue
    return total


def read_times(server, readings, ended):
    """Records the analysis's processor time until `ended` is set. Runs in a separate process."""
    noted, known = [], {}
    while not ended.is_set():
        for process in analyzing(server) if len(noted) % 8 == 0 else list(known):
            known[process] = max(known.get(process, 0), spent([process]))
        noted.append((time.monotonic(), sum(known.values())))
        time.sleep(STEP)
    readings.put(noted)


def ask(rondo, path, repeats=1):
    """Returns the seconds to the first and to the last byte of the body, and the number of bytes. The connection is made before."""
    connection = http.client.HTTPSConnection("localhost", rondo.port, context=rondo.context)
    connection.connect()
    began, first, size = time.monotonic(), None, 0
    for _ in range(repeats):
        connection.request("GET", path, headers={"Authorization": f"Bearer {rondo.token}"})
        reply = connection.getresponse()
        assert reply.status == 200, (reply.status, reply.read())
        while piece := reply.read(1 << 18 if first else 1):
            first = first or time.monotonic() - began
            size += len(piece)
    last = time.monotonic() - began
    connection.close()
    return began, first, last, size


def pairs(rondo, count, measure):
    """Returns the measurements during an analysis, and those without one."""
    beside, alone = [], []
    for number in range(count):
        for is_held in (False, True) if number % 2 else (True, False):
            processes = running(rondo.process.pid)
            if is_held:
                for process in processes:
                    os.kill(process, signal.SIGSTOP)
            try:
                (alone if is_held else beside).append(measure(2 * number + is_held))
            finally:
                if is_held:
                    for process in processes:
                        os.kill(process, signal.SIGCONT)
            time.sleep(0.2)
    return beside, alone


def show(name, beside, alone, unit, digits=1):
    ratios = [one / other for one, other in zip(beside, alone)]
    print(f"{name:<34} {statistics.median(beside):8.{digits}f} beside the analysis   {statistics.median(alone):8.{digits}f} without   {unit:<6} "
          f"ratio {statistics.median(ratios):.2f}", flush=True)


def drop(noted, began, ended):
    """Returns the milliseconds from the start of a stream until the analysis has less than half of its earlier processor time, or None if it keeps
    more. Also returns its share of the processors before and during the stream. Processor time is counted over 20 ms."""
    def rate(start, end):
        inside = [one for one in noted if start <= one[0] <= end]
        return (inside[-1][1] - inside[0][1]) / 1e9 / (inside[-1][0] - inside[0][0]) if len(inside) > 1 else None
    before, during = rate(began - BEFORE, began), rate(began + 0.03, ended)
    at = began
    while at < ended:
        now = rate(at, at + 0.02)
        if now is not None and now < before / 2:
            return (at - began) * 1000, before, during
        at += STEP
    return None, before, during


def streams(rondo, tracks):
    drops = []

    def measure(number):
        readings, ended = multiprocessing.Queue(), multiprocessing.Event()
        reader = multiprocessing.Process(target=read_times, args=(rondo.process.pid, readings, ended))
        reader.start()
        time.sleep(BEFORE + 0.1)
        began, first, last, size = ask(rondo, f"/api/v1/tracks/{tracks[number % len(tracks)]}/stream", REPEATS)
        ended.set()
        drops.append((number, drop(readings.get(), began, began + last)) if number % 2 == 0 else None)
        reader.join()
        return first * 1000, size / last / 2**20

    beside, alone = pairs(rondo, STREAMS, measure)
    show("stream: first byte", [one[0] for one in beside], [one[0] for one in alone], "ms", 2)
    show("stream: throughput", [one[1] for one in beside], [one[1] for one in alone], "MiB/s", 0)
    known = [one[1] for one in drops if one]
    times = [one[0] for one in known if one[0] is not None]
    print(f"analysis: {statistics.median(one[1] for one in known):.2f} processors before a stream, {statistics.median(one[2] for one in known):.2f} during it; "
          f"less than half after {statistics.median(times):.0f} ms (at most {max(times):.0f}, in {len(times)} of {len(known)} streams)", flush=True)


def conversions(rondo, tracks):
    def measure(number):
        _, first, last, _ = ask(rondo, f"/api/v1/tracks/{tracks[number]}/stream?format=opus&bitrate=96")
        return first * 1000, last

    beside, alone = pairs(rondo, CONVERSIONS, measure)
    show("conversion to Opus: first byte", [one[0] for one in beside], [one[0] for one in alone], "ms", 0)
    show("conversion to Opus: whole", [one[1] for one in beside], [one[1] for one in alone], "s", 2)


def main():
    with tempfile.TemporaryDirectory(prefix="rondo-analysis-") as folder:
        make_tracks(pathlib.Path(folder))
        rondo = gateway.Gateway(folder, ["--analysis-rest", "1"], analysis=True)
        rondo.scan()
        tracks = [item["id"] for item in rondo.call("GET", "/api/v1/tracks?limit=200")["items"]]
        # The last tracks in the order of the analysis are still pending at the end.
        streams(rondo, tracks)
        conversions(rondo, tracks)
        pending = rondo.call("GET", "/api/v1/analysis")["pending"]
        print(f"{pending} of {len(tracks)} tracks were still to be analyzed")
        rondo.stop()


main()

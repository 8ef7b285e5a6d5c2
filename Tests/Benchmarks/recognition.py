#!/usr/bin/env python3
"""Recognition by microphone: the number of recordings of real music that are recognized, and wrongly recognized, the error of the position, and the
cost.

`recognition.py [--seed N] [--cache FOLDER]`: a server analyzes 120 tracks of Debian packages. 120 recordings of them and 60 of other music are sent
under every condition, 5 and 10 seconds long (`music_recordings.py`). About 1 GB is downloaded once, and 3,000 recordings of a draw are made once,
which takes half an hour of processor time. Draw 7 is for choosing parameters, draw 1 for reporting.

A recording is tried as it arrives: at 3, 5, 8, 12 and 20 seconds and at its end, until there is a match. It counts as recognized only if the first
match is right, and as a false match if that is wrong, whatever a later one would have been.

A server gets each recording whole, so the milliseconds are those of a request with decoding and all tries. Finally some recordings are sent at the
pace of a microphone, to measure how long after the third second the first match comes.

With `--matcher PROGRAM [--large TRACKS]` the matcher is measured alone. PROGRAM reads requests from its input and answers each with a line of output,
both in JSON:

    {"index": [[NUMBER, PATH], ...]}      {"music": SECONDS, "cpu": SECONDS of finding peaks, "bytes": of the index}
    {"recognize": PATH}                   {"track": NUMBER or null, "position": SECONDS at the end of the recording, "heard": SECONDS,
                                           "milliseconds": of matching the last try, "confidence": 0 to 1, "candidates": [NUMBER, ...]}
    {"synthetic": TRACKS}                 {"bytes": ..., "resident": bytes of memory beside mapped pages}: the index now has this many tracks;
                                           the additional ones have random peaks with the density of real ones
"""

import argparse
import collections
import http.client
import json
import pathlib
import select
import ssl
import subprocess
import threading
import time

import music_corpus
import music_recordings
from music_gateway import MusicGateway


class Program:
    """A matcher without a server."""

    def __init__(self, path):
        self.process = subprocess.Popen([path, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def index(self, tracks):
        return self.ask(index=[[number, str(track.source)] for number, track in tracks])

    def recognize(self, path):
        return self.ask(recognize=str(path))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Product:
    """A server that receives recordings as browsers send them."""

    def __init__(self):
        self.gateway = None

    def index(self, tracks):
        self.gateway = MusicGateway({str(number): track.source for number, track in tracks}, ["--recognitions", "64"])
        return {"music": sum(track.seconds for _, track in tracks), "cpu": self.gateway.processor_seconds,
                "bytes": self.gateway.index_bytes()}

    def recognize(self, path):
        began = time.perf_counter()
        reply = self.client().post("/api/v1/recognitions", [path.read_bytes()])
        return self.answer(reply, (time.perf_counter() - began) * 1000)

    def client(self):
        return RecordingClient(self.gateway)

    def answer(self, reply, milliseconds):
        match = reply.get("match")
        return {"track": int(self.gateway.ids[match["track"]["id"]]) if match else None, "heard": reply["heardMs"] / 1000,
                "position": match["positionMs"] / 1000 if match else None, "milliseconds": milliseconds,
                "confidence": match["confidence"] if match else 0,
                "candidates": [int(self.gateway.ids[one["track"]["id"]]) for one in reply["candidates"]]}

    def close(self):
        self.gateway.stop()


class RecordingClient:
    """A request whose body may be sent in parts."""

    def __init__(self, gateway):
        self.token = gateway.token
        context = ssl.create_default_context(cafile=str(gateway.authority))
        # With TLS 1.3, session tickets arrive before the reply, so a readable connection would not show a reply.
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        self.connection = http.client.HTTPSConnection("localhost", gateway.port, context=context)

    def post(self, path, parts):
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "audio/webm"}
        self.connection.request("POST", path, body=iter(parts), headers=headers)
        reply = self.connection.getresponse()
        body = reply.read()
        self.connection.close()
        if reply.status != 200:
            raise RuntimeError(f"{reply.status} {body[:200]}")
        return json.loads(body)


class Tally:
    """The replies to the recordings of one condition and length."""

    def __init__(self):
        self.known = self.right = self.other = 0
        self.wrong = []
        self.errors, self.times, self.heard = [], [], []

    def add(self, recording, answer, is_known):
        self.times.append(answer["milliseconds"])
        found = answer["track"]
        if is_known:
            self.known += 1
        else:
            self.other += 1
        if found is None:
            return
        if is_known and found == recording.track:
            self.right += 1
            self.heard.append(answer["heard"])
            self.errors.append(abs(answer["position"] - (recording.end - recording.seconds + answer["heard"])))
        else:
            self.wrong.append((recording, answer))


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


def is_copy(recording, library, tracks):
    """Whether the library has the same audio under another name, so that neither match is wrong."""
    name = tracks[recording.track].source.name
    others = {tracks[number].source.name for number in library if number != recording.track}
    return any({name, other} == set(pair) for pair in music_corpus.COPIES.items() for other in others)


def measure(matcher, recordings, library, tracks):
    library = set(library)
    tallies = collections.defaultdict(Tally)
    for recording in recordings:
        if is_copy(recording, library, tracks):
            continue
        tallies[recording.condition, recording.seconds].add(recording, matcher.recognize(recording.path), recording.track in library)
    return tallies


def show(tallies, tracks):
    lengths = sorted({seconds for _, seconds in tallies})
    print(f"| condition | {' / '.join(f'{length} s' for length in lengths)} % | false matches | heard, median | position off, median / p95 |")
    print("| --- | --- | --- | --- | --- |")
    for condition in music_recordings.CONDITIONS:
        rows = [tallies[condition, length] for length in lengths]
        right = " / ".join(f"{100 * row.right / row.known:.0f}" for row in rows)
        wrong = " / ".join(str(len(row.wrong)) for row in rows)
        heard = " / ".join(f"{percentile(row.heard, 0.5):.0f} s" for row in rows)
        errors = [error for row in rows for error in row.errors]
        off = f"{percentile(errors, 0.5) * 1000:.0f} / {percentile(errors, 0.95) * 1000:.0f} ms"
        print(f"| {condition} | {right} | {wrong} | {heard} | {off} |")
    everything = list(tallies.values())
    wrong = [one for row in everything for one in row.wrong]
    asked = sum(row.known + row.other for row in everything)
    others = sum(row.other for row in everything)
    errors = [error for row in everything for error in row.errors]
    print(f"\nfalse matches: {len(wrong)} of {asked} recordings ({100 * len(wrong) / asked:.2f} %), {others} of them of other music")
    for recording, answer in wrong:
        print(f"  {recording.condition}, {recording.seconds} s: {tracks[recording.track].source.name} taken for "
              f"{tracks[answer['track']].source.name}, confidence {answer['confidence']:.3f}, after {answer['heard']:.0f} s")
    print(f"position off: median {percentile(errors, 0.5) * 1000:.1f} ms, p95 {percentile(errors, 0.95) * 1000:.1f} ms")
    for length in lengths:
        times = [time for (_, seconds), row in tallies.items() if seconds == length for time in row.times]
        print(f"matching, recordings of {length} s: median {percentile(times, 0.5):.1f} ms, p95 {percentile(times, 0.95):.1f} ms")


def show_first_answers(product, recordings, library, count=24):
    """How long after the third second the first match comes, for recordings that are recognized by then."""
    delays = []
    for recording in [one for one in recordings if one.seconds == 10 and one.condition == "clean" and one.track in library][:count]:
        content, sent = recording.path.read_bytes(), {}
        stop = threading.Event()

        def parts():
            """A twentieth of a second at a time, at most three Opus packets. Bytes are spread evenly, as for music at 24 kbit/s."""
            began, steps = time.perf_counter(), 20 * recording.seconds
            for step in range(steps):
                if stop.wait(max(0, began + (step + 1) / 20 - time.perf_counter())):
                    return
                yield content[len(content) * step // steps:len(content) * (step + 1) // steps]
                sent[(step + 1) / 20] = time.perf_counter()

        client = product.client()
        answered = {}

        def read(client=client, answered=answered, stop=stop):
            # The reply arrives while the body is being sent, so only this code reads the connection.
            sock = client.connection.sock
            while sock is None:
                time.sleep(0.01)
                sock = client.connection.sock
            while not select.select([sock], [], [], 0.02)[0] and not stop.is_set():
                pass
            answered["at"] = time.perf_counter()
            stop.set()

        reader = threading.Thread(target=read)
        reader.start()
        try:
            found = product.answer(client.post("/api/v1/recognitions", parts()), 0)
        finally:
            stop.set()
            reader.join()
        if found["track"] == recording.track and found["heard"] < 3.5 and 3.0 in sent:
            delays.append((answered["at"] - sent[3.0]) * 1000)
    print(f"first answer after the third second was sent: median {percentile(delays, 0.5):.0f} ms, p95 {percentile(delays, 0.95):.0f} ms, "
          f"longest {max(delays, default=float('nan')):.0f} ms ({len(delays)} recordings known by then)")


def show_large(matcher, recordings, library, count):
    """The cost and the results of queries with many more tracks in the index."""
    size = matcher.ask(synthetic=count)
    answers = [(recording, matcher.recognize(recording.path)) for recording in recordings]
    times = [answer["milliseconds"] for _, answer in answers]
    known = [answer["track"] == recording.track for recording, answer in answers if recording.track in library]
    print(f"{count} tracks: index {size['bytes'] / 1e6:.0f} MB, {size['resident'] / 2**20:.0f} MiB resident beside it; "
          f"matching median {percentile(times, 0.5):.1f} ms, p95 {percentile(times, 0.95):.1f} ms, longest {max(times):.1f} ms; "
          f"{sum(known)} of {len(known)} recordings of real tracks recognized")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matcher", help="a program that speaks the protocol above, instead of a gateway")
    parser.add_argument("--seed", type=int, default=1, help="the draw of tracks, excerpts and noise")
    parser.add_argument("--cache", type=pathlib.Path, default=music_corpus.default_cache())
    parser.add_argument("--tracks", type=int, default=120)
    parser.add_argument("--others", type=int, default=60)
    parser.add_argument("--large", type=int, nargs="*", default=[500, 10_000], help="sizes to measure the costs of queries at")
    options = parser.parse_args()

    tracks = music_corpus.tracks(options.cache)
    library, recordings = music_recordings.recordings(options.cache, tracks, options.seed, indexed=options.tracks, others=options.others)
    hours = sum(track.seconds for track in tracks) / 3600
    print(f"{len(library)} of {len(tracks)} tracks ({hours:.1f} h), {len(recordings)} recordings, draw {options.seed}\n")
    matcher = Program(options.matcher) if options.matcher else Product()
    made = matcher.index([(number, tracks[number]) for number in library])
    print(f"index: {made['bytes'] / 1e6 / (made['music'] / 3600):.2f} MB an hour of music; "
          f"{'peaks found' if options.matcher else 'everything analyzed'} at {made['music'] / made['cpu']:.0f} x real time a core\n")
    show(measure(matcher, recordings, library, tracks), tracks)
    print()
    if options.matcher:
        for count in options.large:
            show_large(matcher, recordings[::17], set(library), count)
    else:
        show_first_answers(matcher, recordings, set(library))
    matcher.close()


if __name__ == "__main__":
    main()

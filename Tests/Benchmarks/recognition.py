#!/usr/bin/env python3
"""Recognition by microphone: how many recordings of real music are recognized, how many wrongly, how far off the position is, and what it costs.

`recognition.py --matcher PROGRAM [--seed N] [--cache FOLDER] [--large TRACKS]`: 120 tracks of Debian's packages are indexed; 120 recordings of
them and 60 of other music are asked for under every condition, 5 and 10 seconds long (`music_recordings.py`). About 1 GB is downloaded once,
and 3,000 recordings of a draw are made once, which takes half an hour of a processor. Draw 7 is there to choose parameters by, draw 1 to report.

A recording is tried as it comes: at 3, 5, 8, 12 and 20 seconds and at its end, until there is an answer. It counts as recognized only if the first
answer is right, and as a false match if it is wrong, whatever a later one would have been.

PROGRAM reads requests from its input and answers each in a line of its output, both JSON:

    {"index": [[NUMBER, PATH], ...]}      {"music": SECONDS, "cpu": SECONDS of finding peaks, "bytes": of the index}
    {"recognize": PATH}                   {"track": NUMBER or null, "position": SECONDS at the end of what was heard, "heard": SECONDS,
                                           "milliseconds": of matching the last try, "confidence": 0 to 1, "candidates": [NUMBER, ...]}
    {"synthetic": TRACKS}                 {"bytes": ..., "resident": bytes of memory beside mapped pages}: as many tracks are in the index now,
                                           the further ones with peaks as the real ones have them, at random
"""

import argparse
import collections
import json
import pathlib
import subprocess

import music_corpus
import music_recordings


class Program:
    """A matcher by itself, without a gateway."""

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


class Tally:
    """The answers to the recordings of one condition and length."""

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
    """Whether the library has the same sound under another name, so that neither answer is wrong."""
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


def show_large(matcher, recordings, library, count):
    """What queries cost and find with many more tracks in the index."""
    size = matcher.ask(synthetic=count)
    answers = [(recording, matcher.recognize(recording.path)) for recording in recordings]
    times = [answer["milliseconds"] for _, answer in answers]
    known = [answer["track"] == recording.track for recording, answer in answers if recording.track in library]
    print(f"{count} tracks: index {size['bytes'] / 1e6:.0f} MB, {size['resident'] / 2**20:.0f} MiB resident beside it; "
          f"matching median {percentile(times, 0.5):.1f} ms, p95 {percentile(times, 0.95):.1f} ms, longest {max(times):.1f} ms; "
          f"{sum(known)} of {len(known)} recordings of real tracks recognized")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matcher", required=True, help="a program that speaks the protocol above")
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
    matcher = Program(options.matcher)
    made = matcher.index([(number, tracks[number]) for number in library])
    print(f"index: {made['bytes'] / 1e6 / (made['music'] / 3600):.2f} MB an hour of music; "
          f"peaks found at {made['music'] / made['cpu']:.0f} x real time\n")
    show(measure(matcher, recordings, library, tracks), tracks)
    print()
    for count in options.large:
        show_large(matcher, recordings[::17], set(library), count)
    matcher.close()


if __name__ == "__main__":
    main()

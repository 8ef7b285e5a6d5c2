#!/usr/bin/env python3
"""How well the tempo of real music is found: songs of Frets on Fire, whose notes are stored with their beats (`notes.mid`).

`tempo.py [--cache FOLDER]`: a server analyzes the eight songs, each mixed from its two parts. A tempo is right within 1 %. Half, double, a third and
triple of it are reported as such, and so is a right tempo that is only among the alternatives.
"""

import argparse
import collections
import pathlib
import struct
import subprocess
import tempfile

import music_corpus
from music_gateway import MusicGateway

PACKAGES = ["fretsonfire-songs-muldjord", "fretsonfire-songs-sectoid"]
RELATIONS = {1: "right", 1 / 2: "half", 2: "double", 1 / 3: "a third", 3: "triple"}
EXACT = 0.01


def known_tempo(notes):
    """The beats per minute of a MIDI file, and the share of the song that has this tempo."""
    content = notes.read_bytes()
    division = struct.unpack(">H", content[12:14])[0]
    changes, end, start = [], 0, 14
    while start < len(content):
        size = struct.unpack(">I", content[start + 4:start + 8])[0]
        ticks = read_track(content[start + 8:start + 8 + size], changes)
        end, start = max(end, ticks), start + 8 + size
    lengths = collections.Counter()
    for (begin, microseconds), (until, _) in zip(changes, [*changes[1:], (end, 0)]):
        lengths[60e6 / microseconds] += (until - begin) / division * microseconds
    tempo, length = lengths.most_common(1)[0]
    return tempo, length / lengths.total()


def read_track(track, changes):
    """Adds the tempo changes of a track, as ticks and microseconds per beat. Returns its length in ticks."""
    place = ticks = status = 0

    def number():
        nonlocal place
        value = 0
        while True:
            byte = track[place]
            place += 1
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value

    while place < len(track):
        ticks += number()
        if track[place] & 0x80:
            status = track[place]
            place += 1
        if status == 0xFF:
            kind = track[place]
            place += 1
            size = number()
            if kind == 0x51:
                changes.append((ticks, int.from_bytes(track[place:place + size], "big")))
            place += size
        elif status in (0xF0, 0xF7):
            place += number()
        else:
            place += 1 if status >> 4 in (0xC, 0xD) else 2
    return ticks


def relation(found, known):
    return next((name for factor, name in RELATIONS.items() if abs(found / (factor * known) - 1) < EXACT), "other")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", type=pathlib.Path, default=music_corpus.default_cache())
    options = parser.parse_args()
    notes = {path.parent.name.replace("_", " "): path
             for folder in music_corpus.fetch(options.cache, PACKAGES) for path in sorted(folder.rglob("notes.mid"))}
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for name, path in notes.items():
            files[name] = pathlib.Path(folder) / f"{name}.flac"
            subprocess.run(
                ["ffmpeg", "-nostdin", "-v", "error", "-i", path.with_name("song.ogg"), "-i", path.with_name("guitar.ogg"),
                 "-filter_complex", "amix=normalize=0,volume=0.5", files[name]], check=True)
        gateway = MusicGateway(files)
    print("| song | known | found | confidence | which is | alternatives |\n| --- | --- | --- | --- | --- | --- |")
    for track, name in gateway.ids.items():
        known, share = known_tempo(notes[name])
        tempo = gateway.call("GET", f"/api/v1/tracks/{track}/analysis").get("tempo")
        whole = f"{known:.0f}" + ("" if share > 0.99 else f" ({100 * share:.0f} % of it)")
        if not tempo:
            print(f"| {name} | {whole} | none | | | |")
            continue
        others = ", ".join(f"{one['bpm']:.1f} ({relation(one['bpm'], known)})" for one in tempo["alternatives"])
        print(f"| {name} | {whole} | {tempo['bpm']:.2f} | {tempo['confidence']:.2f} | {relation(tempo['bpm'], known)} | {others} |")
    gateway.stop()


if __name__ == "__main__":
    main()

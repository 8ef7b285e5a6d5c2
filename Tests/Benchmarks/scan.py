#!/usr/bin/env python3
"""Files scanned per second: a first scan of N distinct tagged files, and a rescan without changes."""

import pathlib
import subprocess
import sys
import tempfile
import time

from gateway import Gateway

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 5000


def text_frame(name, text):
    body = b"\x00" + text.encode("latin-1")
    return name.encode() + len(body).to_bytes(4, "big") + b"\0\0" + body


def tagged(seed, number):
    """A separate ID3v2.3 tag before the same encoded audio."""
    album = number // 12
    frames = b"".join([
        text_frame("TIT2", f"Piece {number}"), text_frame("TPE1", f"Artist {album // 5}"), text_frame("TALB", f"Album {album}"),
        text_frame("TRCK", f"{number % 12 + 1}/12"), text_frame("TYER", str(1960 + album % 60)), text_frame("TCON", f"Genre {album % 20}"),
    ])
    size = len(frames)
    header = b"ID3\x03\x00\x00" + bytes([(size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127])
    return header + frames + seed


with tempfile.TemporaryDirectory() as name:
    music = pathlib.Path(name) / "music"
    music.mkdir()
    seed = pathlib.Path(name) / "seed.mp3"
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=duration=2", "-write_id3v1", "0", "-id3v2_version", "0",
                    "-b:a", "64k", str(seed)], check=True)
    content = seed.read_bytes()
    for number in range(COUNT):
        folder = music / f"Artist {number // 60}" / f"Album {number // 12}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number % 12 + 1:02} Piece {number}.mp3").write_bytes(tagged(content, number))
    gateway = Gateway(music)
    start = time.monotonic()
    first = gateway.scan()
    spent = time.monotonic() - start
    print(f"first scan      {first['added']} files in {spent:.2f} s: {first['added'] / spent:.0f} files/s, {first['problems']} problems")
    start = time.monotonic()
    second = gateway.scan()
    print(f"unchanged       {second['unchanged']} files in {time.monotonic() - start:.2f} s")

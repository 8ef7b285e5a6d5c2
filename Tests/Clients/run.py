#!/usr/bin/env python3
"""Starts a server with a small library and runs clients from PyPI and Debian against it, over TLS: `run.py [CLIENT …]`.

RONDO_PROGRAM names the program (`.build/release/rondo` by default), RONDO_CLIENTS_PYTHON the Python that has `requirements.txt` installed.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "Benchmarks"))

from gateway import Gateway  # noqa: E402

CLIENTS = ("pysonic", "pyopensonic", "lyrics", "listenbrainz", "native", "strawberry")


def write_music(folder):
    """Two albums of two songs, FLAC and Opus, with covers and lyrics for one; long enough for players to count as plays."""
    words = "[00:01.00]Oh, Sinnerman\n[00:02.50]Where you gonna run to?\n"
    for album, (artist, name, kind) in enumerate((("Nina Simone", "Pastel Blues", "flac"), ("Łona", "Nic dziwnego", "opus"))):
        place = folder / artist / name
        place.mkdir(parents=True)
        subprocess.run(
            ["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "color=teal:size=300x300", "-frames:v", "1", str(place / "cover.png")], check=True)
        if album == 0:
            (place / "01.lrc").write_text(words)
        for number, title in enumerate(("Sinnerman", "Be My Husband"), 1):
            tags = {"artist": artist, "album_artist": artist, "album": name, "title": f"{album} {title}", "track": number, "genre": "Jazz", "date": 1965}
            subprocess.run(
                ["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", f"sine=frequency={220 * (album + number)}:duration=64"]
                + [part for key, value in tags.items() for part in ("-metadata", f"{key}={value}")] + [str(place / f"{number:02}.{kind}")], check=True)


def main():
    python = os.environ.get("RONDO_CLIENTS_PYTHON", sys.executable)
    with tempfile.TemporaryDirectory() as folder:
        music = pathlib.Path(folder)
        write_music(music)
        gateway = Gateway(music, ["--jukebox-output", "null"])
        gateway.run("settings", "set", "--jukebox", "true")
        gateway.scan()
        key = gateway.run("device-key", "add", "--user", "ada", "--label", "clients").strip()
        for client in sys.argv[1:] or CLIENTS:
            print(f"== {client}", flush=True)
            subprocess.run(
                [python, str(HERE / f"{client}.py"), "--port", str(gateway.port), "--user", "ada", "--key", key, "--token", gateway.token],
                env={**os.environ, "SSL_CERT_FILE": str(gateway.authority)}, check=True, timeout=600)


if __name__ == "__main__":
    main()

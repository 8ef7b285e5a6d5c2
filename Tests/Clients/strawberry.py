#!/usr/bin/env python3
"""Runs Strawberry (a player in Debian) under Xvfb: it lists the server's albums and plays a track, which the server must have recorded.

`sudo apt-get install -y --no-install-recommends strawberry xvfb xdotool imagemagick dbus gstreamer1.0-plugins-good glib-networking`. It uses a
separate configuration and home folder. RONDO_SCREENSHOTS names a folder for screenshots.
"""

import base64
import contextlib
import json
import os
import pathlib
import sqlite3
import ssl
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request

from checks import arguments, expect

SETTINGS = """[MainWindow]
showtrayicon=false
do_not_show_sponsor_message=true

[BackendSettings]
Engine=gstreamer
output=fakesink

[Scrobbler]
enabled=true

[Subsonic]
enabled=true
url=https://localhost:{port}
username={user}
password=@ByteArray({key})
verifycertificate=false
downloadalbumcovers=true
serversidescrobbling=true
authmethod=1
"""


class Server:
    """The server's data, read with the same key."""

    def __init__(self, here):
        self.base = f"https://localhost:{here.port}/rest/"
        self.proof = {"apiKey": here.key, "f": "json", "c": "witness"}
        self.context = ssl.create_default_context(cafile=os.environ["SSL_CERT_FILE"])

    def __call__(self, call, **parameters):
        query = urllib.parse.urlencode({**self.proof, **parameters})
        with urllib.request.urlopen(self.base + call + "?" + query, context=self.context, timeout=20) as reply:
            return json.load(reply)["subsonic-response"]


def wait(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            print(f"ok: {what}", flush=True)
            return found
        time.sleep(0.5)
    raise SystemExit(f"failed: {what}")


class Desktop:
    """A separate screen with a player, in a folder that is its home."""

    def __init__(self, home, stack):
        self.home = home
        reading, writing = os.pipe()
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL)
        stack.callback(self.end, self.screen)
        os.close(writing)
        with os.fdopen(reading) as numbers:
            self.display = ":" + numbers.readline().strip()
        self.environment = {
            **os.environ, "DISPLAY": self.display, "HOME": str(home), "XDG_RUNTIME_DIR": str(home), "XDG_CONFIG_HOME": str(home / ".config"),
            "XDG_DATA_HOME": str(home / "data"), "XDG_CACHE_HOME": str(home / "cache"), "TMPDIR": str(home), "QT_QPA_PLATFORM": "xcb", "LC_ALL": "C.UTF-8"}
        self.log = open(home / "log", "w")
        self.player = subprocess.Popen(
            ["dbus-run-session", "--", "strawberry", "--log-levels", "*:4"], env=self.environment, stdout=self.log, stderr=self.log, cwd=home)
        stack.callback(self.end, self.player)

    @staticmethod
    def end(process):
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()

    def do(self, *words):
        return subprocess.run(["xdotool", *map(str, words)], env=self.environment, capture_output=True, text=True).stdout.split()

    def click(self, x, y, times=1):
        self.do("mousemove", x, y, "click", "--repeat", times, "--delay", 120, 1)

    def picture(self, name):
        folder = os.environ.get("RONDO_SCREENSHOTS")
        if folder:
            subprocess.run(["import", "-window", "root", f"{folder}/{name}.png"], env=self.environment, check=False)


def main():
    here = arguments()
    server = Server(here)
    songs = server("search3", query="", songCount=500)["searchResult3"]["song"]
    with contextlib.ExitStack() as stack:
        home = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        settings = home / ".config" / "strawberry" / "strawberry.conf"
        settings.parent.mkdir(parents=True)
        settings.write_text(SETTINGS.format(port=here.port, user=here.user, key=base64.b64encode(here.key.encode()).decode()))
        desktop = Desktop(home, stack)
        wait("its window is there", lambda: desktop.do("search", "--onlyvisible", "--class", "strawberry"))
        base = home / "data" / "strawberry" / "strawberry" / "strawberry.db"
        wait("it is ready", lambda: "Started QThread" in (home / "log").read_text() and base.exists())
        time.sleep(2)
        # Strawberry has no command for this, so it is clicked: its Subsonic tab, "retrieve music", the first artist, and play.
        desktop.click(41, 605)
        time.sleep(1)
        desktop.click(165, 228)
        wait(f"it lists {len(songs)} songs", lambda: listed(base) == {song["id"] for song in songs})
        desktop.picture("listed")
        wait("it has fetched covers", lambda: list(home.rglob("*.jpg")))
        time.sleep(1)
        desktop.click(165, 107, 2)
        time.sleep(2)
        desktop.click(320, 636)
        playing = wait("the gateway hears what is playing", lambda: [
            entry for entry in server("getNowPlaying")["nowPlaying"].get("entry", []) if entry.get("playerName", "").startswith("Strawberry")])
        desktop.picture("playing")
        before = next(song for song in songs if song["id"] == playing[0]["id"]).get("playCount", 0)
        wait("and counts the play", lambda: server("getSong", id=playing[0]["id"])["song"].get("playCount", 0) == before + 1, 90)
        wrong = [line for line in (home / "log").read_text().splitlines() if " ERROR Subsonic" in line]
        expect(not wrong, f"it complains of nothing that the gateway said {wrong}")


def listed(base):
    """The songs in the player's own database."""
    with contextlib.closing(sqlite3.connect(f"file:{base}?mode=ro", uri=True, timeout=5)) as database:
        return {row[0] for row in database.execute("SELECT song_id FROM subsonic_songs")}


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""The calls of remote clients compared with supysonic (PyPI, `pip install supysonic waitress`), with the same files in the same run: `remote.py
[COUNT] [--music FOLDER] [--rounds N]`.

This server is called over TLS with a device key (`apiKey`), supysonic over plain HTTP with a password, each over one connection that stays open.
"LMS" is the median time of a C++ server for the same call, on another machine with 20,000 tracks, as a reference for the first column. SUPYSONIC
names the folder of supysonic's programs, if they are not on the PATH.
"""

import argparse
import json
import os
import pathlib
import re
import socket
import ssl
import tempfile
import time
import urllib.parse

import library
from catalog import percentiles, scan
from gateway import Gateway, settle
from peer import Supysonic

RANGE = 65536


class Client:
    """A connection that stays open, over TLS if there is a context."""

    def __init__(self, port, proof, context=None):
        self.port, self.proof, self.context = port, urllib.parse.urlencode({**proof, "v": "1.12.0", "c": "bench", "f": "json"}), context
        self.connect()

    def connect(self):
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=120)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.context:
            self.socket = self.context.wrap_socket(self.socket, server_hostname="localhost")

    def ask(self, path, fields=""):
        """The head and the body of a reply, and the seconds until its first byte."""
        start = time.perf_counter()
        self.socket.sendall(f"GET /rest/{path}&{self.proof} HTTP/1.1\r\nHost: localhost:{self.port}\r\n{fields}\r\n".encode())
        received = self.socket.recv(262144)
        first = time.perf_counter() - start
        while b"\r\n\r\n" not in received:
            received += self.more()
        head, body = received.split(b"\r\n\r\n", 1)
        if not re.match(rb"HTTP/1.1 20[06] ", head):
            raise RuntimeError(f"{path}: {head[:80]} {body[:300]}")
        length = re.search(rb"(?i)content-length: *(\d+)", head)
        if length:
            parts, size = [body], len(body)
            while size < int(length[1]):
                parts.append(self.more())
                size += len(parts[-1])
            body = b"".join(parts)
        else:
            while not body.endswith(b"0\r\n\r\n"):
                body += self.more()
        if re.search(rb"(?i)connection: *close", head):
            self.socket.close()
            self.connect()
        return head, body, first

    def more(self):
        part = self.socket.recv(262144)
        if not part:
            raise RuntimeError("The connection was closed within an answer")
        return part

    def get(self, path):
        answer = json.loads(self.ask(path)[1])["subsonic-response"]
        if answer["status"] != "ok":
            raise RuntimeError(f"{path}: {answer}")
        return answer


class Target:
    """A server with the paths of all calls, by name. The ids are its own."""

    def __init__(self, client, count):
        self.client = client
        albums = client.get("getAlbumList2?type=alphabeticalByName&size=500")["albumList2"]["album"]
        # Both sides need the same number of songs, or their times cannot be compared.
        self.album = next((album for album in albums if album["songCount"] == 10), None) or max(albums, key=lambda album: album["songCount"])
        self.song = client.get(f"getAlbum?id={self.album['id']}")["album"]["song"][0]
        pictured = next((album["coverArt"] for album in albums if album.get("coverArt")), self.album["id"])
        self.deep = 0
        while len(client.get(f"getAlbumList2?type=alphabeticalByName&size=500&offset={self.deep + 500}")["albumList2"].get("album", [])) == 500:
            self.deep += 500
        empty = "search3?query=&artistCount=0&albumCount=0&songCount=500&songOffset="
        self.calls = {
            "ping": "ping?x=1", "getArtists": "getArtists?x=1", "getAlbumList2 500": "getAlbumList2?type=alphabeticalByName&size=500",
            "getAlbumList2 500 deep": f"getAlbumList2?type=alphabeticalByName&size=500&offset={self.deep}",
            "search3 one word": "search3?query=love&artistCount=20&albumCount=20&songCount=20",
            "search3 empty, 500 deep": f"{empty}{count - 600}", "getAlbum": f"getAlbum?id={self.album['id']}",
            "getRandomSongs 50": "getRandomSongs?size=50", "getCoverArt 300": f"getCoverArt?id={pictured}&size=300",
            "scrobble": f"scrobble?id={self.song['id']}&submission=true", "stream, first byte": f"stream?id={self.song['id']}&format=raw",
        }

    def times(self, name, count):
        path, spent, bytes_read = self.calls[name], [], 0
        for number in range(count + 2):
            if name == "scrobble":
                # Each is a separate play, an hour apart.
                path = f"{self.calls[name]}&time={1_600_000_000_000 + number * 3_600_000}"
            start = time.perf_counter()
            try:
                _, body, first = self.client.ask(path, f"Range: bytes=0-{RANGE - 1}\r\n" if name.startswith("stream") else "")
            except RuntimeError as error:
                return str(error)
            if number >= 2:
                spent.append((first if name.startswith("stream") else time.perf_counter() - start) * 1000)
            bytes_read = len(body)
            if not name.startswith(("stream", "getCoverArt")) and b'"status":"ok"' not in body.replace(b" ", b""):
                return str(body[:200])
        return percentiles(spent) + [bytes_read]


LMS = {"ping": 0.2, "getArtists": 60, "getAlbum": 5.7, "getAlbumList2 500": 241, "getAlbumList2 500 deep": 183, "search3 one word": 22,
       "search3 empty, 500 deep": 115, "getRandomSongs 50": 21, "scrobble": 0.5, "stream, first byte": 0.5}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=20000)
    parser.add_argument("--music")
    parser.add_argument("--rounds", type=int, default=200, help="how often each call is made; supysonic gets a tenth of them")
    options = parser.parse_args()
    if options.count < 2000:
        parser.error("fewer than 2,000 files have no second page of songs")
    with tempfile.TemporaryDirectory() as folder:
        music = pathlib.Path(options.music or pathlib.Path(folder) / "music")
        if not music.exists():
            library.write(music, options.count)
        gateway = Gateway(music)
        scan(gateway)
        settle(gateway.process.pid)
        key = gateway.run("device-key", "add", "--user", "ada", "--label", "benchmark").strip()
        peer = Supysonic(pathlib.Path(folder) / "peer", music)
        ours = Target(Client(gateway.port, {"apiKey": key}, ssl.create_default_context(cafile=str(gateway.authority))), options.count)
        theirs = Target(Client(peer.port, {"u": "ada", "p": "tuningfork"}), options.count)
        print(f"{options.count} tracks; load of the machine " + ", ".join(f"{value:.1f}" for value in os.getloadavg()))
        print(f"{'milliseconds':26}" + f"{'p50':>9}{'p95':>9}{'p99':>9}{'bytes':>10}   " * 2 + f"{'ratio':>8}{'LMS':>8}")
        for name in ours.calls:
            rows = [ours.times(name, options.rounds), theirs.times(name, max(3, options.rounds // 10))]
            texts = [f"{row:>37.37}" if isinstance(row, str) else "".join(f"{value:9.2f}" for value in row[:3]) + f"{row[3]:10}" for row in rows]
            ratio = "" if any(isinstance(row, str) for row in rows) else f"{rows[1][0] / rows[0][0]:.1f}"
            print(f"{name:26}" + "   ".join(texts) + f"{ratio:>11}{LMS.get(name, ''):>8}", flush=True)
    print("ratio: of supysonic's p50 to the gateway's")


if __name__ == "__main__":
    main()

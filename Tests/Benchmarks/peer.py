#!/usr/bin/env python3
"""Lists and searches compared with supysonic (PyPI, `pip install supysonic waitress`), with the same files in the same run: `peer.py [COUNT] [--music
FOLDER]`.

The two speak different protocols, so each row compares the requests that show a user the same content. This server is called over TLS, supysonic over
plain HTTP in one waitress process. SUPYSONIC names the folder of its programs, if they are not on the PATH.
"""

import argparse
import atexit
import json
import os
import pathlib
import socket
import subprocess
import tempfile
import time
import urllib.parse

import library
from catalog import Client, percentiles, reply, scan
from gateway import Gateway, settle

PROGRAMS = os.environ.get("SUPYSONIC", "")


class PlainClient:
    """A connection that stays open, without TLS."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.tail = f" HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n"

    def get(self, path):
        self.socket.sendall(("GET /rest/" + path + "&u=ada&p=tuningfork&v=1.12.0&c=bench&f=json" + self.tail).encode())
        answer = json.loads(reply(self.socket, path))["subsonic-response"]
        if answer["status"] != "ok":
            raise RuntimeError(f"{path}: {answer}")
        return answer


class Supysonic:
    def __init__(self, folder, music):
        self.folder = pathlib.Path(folder)
        (self.folder / "cache").mkdir(parents=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        (self.folder / "supysonic.conf").write_text(
            f"[base]\ndatabase_uri = sqlite:///{self.folder}/supysonic.db\n[webapp]\ncache_dir = {self.folder}/cache\n"
            f"log_file = {self.folder}/log\nmount_webui = off\n[daemon]\nsocket = {self.folder}/socket\nrun_watcher = off\n")
        self.run("user", "add", "ada", "-p", "tuningfork")
        self.run("folder", "add", "Music", str(music))
        start = time.monotonic()
        self.run("folder", "scan", "-f", "Music")
        self.seconds = time.monotonic() - start
        start = time.monotonic()
        self.run("folder", "scan", "Music")
        self.again = time.monotonic() - start
        self.process = subprocess.Popen(
            [os.path.join(PROGRAMS, "supysonic-server"), "-S", "waitress", "-h", "127.0.0.1", "-p", str(self.port)],
            env=self.environment(), cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(self.process.terminate)
        for _ in range(200):
            try:
                PlainClient(self.port).get("ping?x=1")
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("supysonic does not answer")

    def environment(self):
        # It looks for the configuration in the home folder and in the working folder.
        return {**os.environ, "HOME": str(self.folder)}

    def run(self, *arguments):
        subprocess.run(
            [os.path.join(PROGRAMS, "supysonic-cli"), *arguments], env=self.environment(), cwd=self.folder, check=True, capture_output=True)


def page(client, number, size):
    """The cursor of page `number` of the albums by name."""
    return json.loads(client.get(f"/api/v1/albums/outline?sort=name&step={size}"))["cursors"][number - 1]


def timed(get, path, count):
    for _ in range(2):
        get(path)
    spent = []
    for _ in range(count):
        start = time.perf_counter()
        get(path)
        spent.append((time.perf_counter() - start) * 1000)
    return percentiles(spent)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=20000)
    parser.add_argument("--music")
    options = parser.parse_args()
    if options.count < 2000:
        parser.error("fewer than 2,000 files have no second page of albums")
    with tempfile.TemporaryDirectory() as folder:
        music = pathlib.Path(options.music or pathlib.Path(folder) / "music")
        if not music.exists():
            library.write(music, options.count)
        gateway = Gateway(music)
        _, first, _, _ = scan(gateway)
        _, unchanged, _, _ = scan(gateway)
        settle(gateway.process.pid)
        peer = Supysonic(pathlib.Path(folder) / "peer", music)
        print(f"first scan   {first:8.1f} s, supysonic {peer.seconds:8.1f} s: {peer.seconds / first:6.1f} times")
        print(f"unchanged    {unchanged:8.2f} s, supysonic {peer.again:8.2f} s: {peer.again / unchanged:6.1f} times")
        ours, theirs = Client(gateway.port, str(gateway.authority), gateway.token), PlainClient(peer.port)
        album = json.loads(ours.get("/api/v1/albums?limit=1"))["items"][0]["id"]
        listed = theirs.get("getAlbumList2?type=alphabeticalByName&size=1")["albumList2"]["album"][0]
        size = 500 if options.count >= 10000 else 50
        deep = max(1, json.loads(ours.get("/api/v1/albums/outline"))["total"] // size - 2)
        genre = max(json.loads(ours.get("/api/v1/genres"))["items"], key=lambda genre: genre["trackCount"])
        named = urllib.parse.quote(genre["name"])
        rows = [
            (f"{size} albums by name", f"/api/v1/albums?sort=name&limit={size}", f"getAlbumList2?type=alphabeticalByName&size={size}"),
            (f"{size} albums by name, deep", f"/api/v1/albums?sort=name&limit={size}&cursor={page(ours, deep, size)}",
             f"getAlbumList2?type=alphabeticalByName&size={size}&offset={deep * size}"),
            ("50 newest albums", "/api/v1/albums?sort=added&limit=50", "getAlbumList2?type=newest&size=50"),
            ("50 random albums", "/api/v1/albums?sort=random&limit=50", "getAlbumList2?type=random&size=50"),
            ("50 random tracks", "/api/v1/tracks?sort=random&limit=50", "getRandomSongs?size=50"),
            ("50 tracks of a frequent genre", f"/api/v1/tracks?genre={genre['id']}&limit=50", f"getSongsByGenre?genre={named}&count=50"),
            ("genres", "/api/v1/genres", "getGenres?x=1"),
            ("an album", f"/api/v1/albums/{album}", f"getAlbum?id={listed['id']}"),
            ("search: one word", "/api/v1/search?q=love&limit=20", "search3?query=love&artistCount=20&albumCount=20&songCount=20"),
            ("search: no match", "/api/v1/search?q=xqzvwk&limit=20", "search3?query=xqzvwk&artistCount=20&albumCount=20&songCount=20"),
        ]
        print(f"\n{'milliseconds':34}" + f"{'p50':>9}{'p95':>9}{'p99':>9}   " * 2 + f"{'p50 ratio':>10}")
        for name, path, peer_path in rows:
            mine = timed(ours.get, path, 200)
            other = timed(theirs.get, peer_path, 20)
            print(f"{name:34}" + "   ".join("".join(f"{value:9.2f}" for value in one) for one in (mine, other)) + f"{other[0] / mine[0]:13.1f}", flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""The bytes and processor time of replies with and without gzip, for one client on one connection: `compression.py [COUNT] [--rounds N]`.

The processor time is the server's, from /proc, per request. It does not include the client. COUNT tracks are generated.
"""

import argparse
import http.client
import os
import pathlib
import ssl
import tempfile
import time

import library
from catalog import scan
from gateway import Gateway, processor_seconds, settle

PATHS = ["/app.js", "/locales/pl.json", "/api/v1/tracks?limit=50", "/api/v1/albums?limit=100", "/api/v1/openapi.json"]
CALLS = ["getAlbumList2?type=alphabeticalByName&size=500", "search3?query=&artistCount=0&albumCount=0&songCount=500", "getArtists?x=1"]


def measure(gateway, context, path, coding, rounds):
    """Bytes, processor µs and wall µs for each request."""
    connection = http.client.HTTPSConnection("localhost", gateway.port, context=context)
    fields = {"Authorization": f"Bearer {gateway.token}", "Accept-Encoding": coding}
    size = 0
    for number in range(rounds + 3):
        if number == 3:
            before, start = processor_seconds(gateway.process.pid), time.perf_counter()
        connection.request("GET", path, headers=fields)
        reply = connection.getresponse()
        size = len(reply.read())
        assert reply.status == 200, (path, reply.status)
        assert reply.getheader("Content-Encoding", "identity") == coding, (path, coding)
    used, took = processor_seconds(gateway.process.pid) - before, time.perf_counter() - start
    connection.close()
    return size, used / rounds * 1e6, took / rounds * 1e6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=300)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        music = pathlib.Path(folder) / "music"
        library.write(music, options.count)
        gateway = Gateway(music)
        scan(gateway)
        settle(gateway.process.pid)
        key = gateway.run("device-key", "add", "--user", "ada", "--label", "benchmark").strip()
        context = ssl.create_default_context(cafile=str(gateway.authority))
        paths = PATHS + [f"/rest/{call}&apiKey={key}&c=bench&f=json" for call in CALLS]
        print(f"{options.count} tracks; load of the machine " + ", ".join(f"{value:.1f}" for value in os.getloadavg()))
        print(f"{'':34}{'bytes':>10}{'gzip':>10}{'ratio':>7}{'cpu µs':>9}{'gzip':>9}{'wall µs':>10}{'gzip':>9}")
        for path in paths:
            plain, packed = (measure(gateway, context, path, coding, options.rounds) for coding in ("identity", "gzip"))
            print(
                f"{path.split('&apiKey')[0]:34.34}{plain[0]:10}{packed[0]:10}{packed[0] / plain[0]:7.2f}"
                f"{plain[1]:9.0f}{packed[1]:9.0f}{plain[2]:10.0f}{packed[2]:9.0f}", flush=True)


if __name__ == "__main__":
    main()

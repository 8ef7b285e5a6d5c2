#!/usr/bin/env python3
"""Streams over TLS: throughput and processor seconds per GiB, this server (with a signed-in user) compared with nginx."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import wave

from gateway import Gateway, processor_seconds

SECONDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
UNITS = {"KB": 2**10, "MB": 2**20, "GB": 2**30}


def start_nginx(folder, gateway):
    configuration = folder / "nginx.conf"
    port = gateway.port + 1
    configuration.write_text(f"""
worker_processes 2; daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 4096; }}
http {{
  access_log off; sendfile on; keepalive_requests 100000000;
  server {{
    listen 127.0.0.1:{port} ssl; server_name localhost; root {folder}/music;
    ssl_certificate {gateway.folder}/certs/server.pem; ssl_certificate_key {gateway.folder}/certs/server.key;
    ssl_protocols TLSv1.2 TLSv1.3;
  }}
}}""")
    process = subprocess.Popen(["/usr/sbin/nginx", "-c", str(configuration)], stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    workers = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
    return process, [process.pid, *map(int, workers)], port


def measure(url, processes, connections, headers):
    before = processor_seconds(*processes)
    command = ["wrk", "-t1", f"-c{connections}", f"-d{SECONDS}s", "--timeout", "30s"]
    for header in headers:
        command += ["-H", header]
    text = subprocess.run([*command, url], capture_output=True, text=True).stdout
    spent = processor_seconds(*processes) - before
    amount, unit = re.search(r"([\d.]+)([KMG]B) read", text).groups()
    gibibytes = float(amount) * UNITS[unit] / 2**30
    errors = re.search(r"Non-2xx.*|Socket errors.*", text)
    if errors:
        print("   ", errors[0])
    return gibibytes / SECONDS, spent / max(gibibytes, 1e-9)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    music = folder / "music"
    music.mkdir()
    with wave.open(str(music / "noise.wav"), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(44100)
        file.writeframes(os.urandom(64 * 2**20))
    gateway = Gateway(music)
    gateway.scan()
    track = gateway.call("GET", "/api/v1/tracks")["items"][0]["id"]
    nginx, nginx_processes, nginx_port = start_nginx(folder, gateway)
    os.chmod(folder, 0o755)
    print(f"{'':22}{'gateway':>20}{'nginx':>20}{'ratio':>8}")
    print(f"{'':22}{'GiB/s   CPU s/GiB':>20}{'GiB/s   CPU s/GiB':>20}{'of CPU':>8}")
    for kind, field in [("whole file", None), ("1 MiB range", "bytes=1048576-2097151"), ("64 KiB range", "bytes=1048576-1114111")]:
        for connections in (1, 32, 256):
            fields = [f"Range: {field}"] if field else []
            ours = measure(f"{gateway.url}/api/v1/tracks/{track}/stream", [gateway.process.pid], connections,
                           [*fields, f"Authorization: Bearer {gateway.token}"])
            theirs = measure(f"https://localhost:{nginx_port}/noise.wav", nginx_processes, connections, fields)
            print(f"{kind:14}{connections:>4} conn {ours[0]:>9.2f} {ours[1]:>10.3f}{theirs[0]:>9.2f} {theirs[1]:>10.3f}"
                  f"{ours[1] / theirs[1]:>8.2f}", flush=True)
    nginx.terminate()
    nginx.wait()

#!/usr/bin/env python3
"""The resident memory of idle connections: KiB for each, and how much remains 60 seconds after they are closed."""

import pathlib
import resource
import socket
import ssl
import sys
import tempfile
import time

from gateway import Gateway, resident_mebibytes, settle

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
KINDS = sys.argv[2:] or ["nothing", "request", "preface"]
AFTER = 60


def connect(gateway, context, kind):
    connection = socket.create_connection(("127.0.0.1", gateway.port))
    connection = context.wrap_socket(connection, server_hostname="localhost")
    if kind == "request":
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        connection.recv(4096)
    if kind == "preface":
        connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0")
    return connection


def measure(kind):
    with tempfile.TemporaryDirectory() as name:
        gateway = Gateway(pathlib.Path(name), ["--head-timeout", "120", "--idle-timeout", "120", "--connections-from-this-machine", "20000"])
        context = ssl.create_default_context(cafile=str(gateway.authority))
        context.set_alpn_protocols(["h2"] if kind == "preface" else ["http/1.1"])
        for connection in [connect(gateway, context, kind) for _ in range(20)]:
            connection.close()
        settle(gateway.process.pid)
        start = resident_mebibytes(gateway.process.pid)
        held = [connect(gateway, context, kind) for _ in range(COUNT)]
        time.sleep(4)
        full = resident_mebibytes(gateway.process.pid)
        for connection in held:
            connection.close()
        time.sleep(AFTER)
        left = resident_mebibytes(gateway.process.pid)
        gateway.stop()
        print(f"{COUNT} connections, {kind:8} {(full - start) * 1024 / COUNT:6.1f} KiB each   {full:7.1f} MiB, from {start:.1f}; "
              f"{left - start:+.1f} MiB {AFTER} s after they are gone", flush=True)


resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
for kind in KINDS:
    measure(kind)

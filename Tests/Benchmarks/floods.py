#!/usr/bin/env python3
"""The time of /health beside 64 connections that send HTTP/2 frames of one kind as fast as possible, and reconnect when they are disconnected. A
separate process measures each kind, one after the other."""

import asyncio
import multiprocessing
import pathlib
import socket
import ssl
import sys
import tempfile
import time

from gateway import Gateway, processor_seconds

HOSTILE = 64
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 20
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def frame(kind, flags=0, stream=0, payload=b""):
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def text(value):
    return bytes([len(value)]) + value.encode()


def head(method, path, stream, ends):
    fields = [(":method", method), (":scheme", "https"), (":path", path), (":authority", "localhost")]
    return frame(1, 5 if ends else 4, stream, b"".join(b"\0" + text(name) + text(value) for name, value in fields))


POST = head("POST", "/api/v1/session", 1, False)
FLOODS = {
    "nothing": None,
    "WINDOW_UPDATE": (b"", frame(8, payload=(1).to_bytes(4, "big"))),
    "unknown": (b"", frame(0xEE)),
    "PING": (b"", frame(6, payload=bytes(8))),
    "SETTINGS": (b"", frame(4)),
    "PRIORITY": (b"", frame(2, stream=1, payload=bytes([0, 0, 0, 3, 1]))),
    "RST_STREAM": (POST, frame(3, stream=1, payload=(8).to_bytes(4, "big"))),
    "CONTINUATION": (head("GET", "/health", 1, True)[:4] + b"\0" + head("GET", "/health", 1, True)[5:], frame(9, stream=1)),
    "empty DATA": (POST, frame(0, stream=1)),
    "GOAWAY": (b"", frame(7, payload=bytes(8))),
    "HEADERS": (b"", None),
}


async def flood(gateway, context, first, repeated, end, counts):
    while time.monotonic() < end:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", gateway.port, ssl=context, server_hostname="localhost")
        except OSError:
            await asyncio.sleep(0.05)
            continue
        counts[0] += 1
        try:
            writer.write(PREFACE + frame(4) + first)
            stream = 1
            drain = asyncio.create_task(reader.read(-1))
            while time.monotonic() < end and not drain.done():
                if repeated is None:
                    content = b"".join(head("GET", "/health", stream + 2 * number, True) for number in range(100))
                    stream += 200
                else:
                    content = repeated * 1000
                writer.write(content)
                counts[1] += len(content)
                await asyncio.wait_for(writer.drain(), max(0.01, end - time.monotonic()))
                await asyncio.sleep(0)
            drain.cancel()
        except (OSError, asyncio.TimeoutError, ssl.SSLError):
            pass
        finally:
            writer.transport.abort()


def attack(gateway, context, first, repeated):
    async def run():
        counts = [0, 0]
        end = time.monotonic() + SECONDS
        await asyncio.gather(*[flood(gateway, context, first, repeated, end, counts) for _ in range(HOSTILE)], return_exceptions=True)
        print(f"{'':14} {counts[0]} connections, {counts[1] / 2**20:.1f} MiB of frames", flush=True)

    asyncio.run(run())


def times(gateway, context):
    connection = context.wrap_socket(socket.create_connection(("127.0.0.1", gateway.port)), server_hostname="localhost")
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    found = []
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        before = time.monotonic()
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        while b"\r\n\r\n" not in connection.recv(4096):
            pass
        found.append(time.monotonic() - before)
        time.sleep(0.01)
    return sorted(found)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        gateway = Gateway(pathlib.Path(name))
        http1 = ssl.create_default_context(cafile=str(gateway.authority))
        http2 = ssl.create_default_context(cafile=str(gateway.authority))
        http2.set_alpn_protocols(["h2"])
        for kind, frames in FLOODS.items():
            if len(sys.argv) > 2 and kind not in sys.argv[2:]:
                continue
            attacker = multiprocessing.get_context("fork").Process(target=attack, args=(gateway, http2, *frames)) if frames else None
            before = processor_seconds(gateway.process.pid)
            if attacker:
                attacker.start()
            found = times(gateway, http1)
            used = (processor_seconds(gateway.process.pid) - before) / SECONDS
            if attacker:
                attacker.join()
            print(f"{kind:14} p50 {found[len(found) // 2] * 1000:7.2f} ms   p99 {found[len(found) * 99 // 100] * 1000:7.2f} ms   "
                  f"most {found[-1] * 1000:7.2f} ms   {used:.0%} of a processor", flush=True)

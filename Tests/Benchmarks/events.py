#!/usr/bin/env python3
"""Fan-out of events: the time from a comment on the board to the first and the last of 1,000 readers over TLS, the memory per reader, and the
treatment of readers that do not read.

`events.py [READERS] [SLOW]`. Slow readers open a stream and stop reading, while changes of a public playlist are sent to everyone. If the server has
disconnected one, the end of its stream comes after the data that was already sent.
"""

import asyncio
import pathlib
import socket
import ssl
import sys
import tempfile
import time

from gateway import Gateway, processor_seconds, resident_mebibytes, settle

READERS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
SLOW = int(sys.argv[2]) if len(sys.argv) > 2 else 20
PER_PERSON = 15
# The kernel's buffer of a stream fills first: up to four megabytes, with events of a hundred bytes.
MOST_CHANGES = 40_000
LONGEST = 240
ROUNDS = 60
PASSWORD = "a long-lasting tuning fork"


async def connect(gateway, context, limit=4096):
    return await asyncio.open_connection("127.0.0.1", gateway.port, ssl=context, server_hostname="localhost", limit=limit)


class Reader:
    """An open stream. `arrivals` has the arrival time of each board event."""

    def __init__(self):
        self.arrivals = asyncio.Queue()

    async def run(self, gateway, context, token, opened):
        reader, writer = await connect(gateway, context)
        writer.write(f"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        await reader.readuntil(b"retry: 3000\n\n")
        opened.set()
        while True:
            line = await reader.readline()
            if not line:
                raise SystemExit("A stream has ended")
            if line == b"event: board\n":
                self.arrivals.put_nowait(time.perf_counter())


async def comment(reader, writer, token, number):
    """Sends a comment and returns the time of sending. A user who comments too fast must wait, which is not measured."""
    while True:
        start = time.perf_counter()
        if await say(reader, writer, token, number):
            return start
        await asyncio.sleep(2)


async def say(reader, writer, token, number):
    body = f'{{"text":"number {number}"}}'
    writer.write((f"POST /api/v1/board/days/today/comments HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
                  f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode())
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head.split()[1])
    assert status in (201, 429), head
    length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
    await reader.readexactly(length)
    return status == 201


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


async def measure(gateway, tokens):
    # One process is the clock for all readers, so the clients' own time is part of every figure.
    context = ssl.create_default_context(cafile=str(gateway.authority))
    settle(gateway.process.pid)
    before = resident_mebibytes(gateway.process.pid)
    readers, tasks = [], []
    for number in range(READERS):
        readers.append(Reader())
        opened = asyncio.Event()
        tasks.append(asyncio.create_task(readers[-1].run(gateway, context, tokens[number // PER_PERSON], opened)))
        await opened.wait()
    settle(gateway.process.pid)
    held = resident_mebibytes(gateway.process.pid)
    print(f"{READERS} readers                 {(held - before) * 1024 / READERS:7.1f} KiB each ({before:.1f} to {held:.1f} MiB)", flush=True)

    writing = await connect(gateway, context)
    await comment(*writing, tokens[0], 0)
    for reader in readers:
        await reader.arrivals.get()
    first, last, every = [], [], []
    spent = processor_seconds(gateway.process.pid)
    for number in range(ROUNDS):
        start = await comment(*writing, tokens[number % len(tokens)], number)
        arrivals = [await reader.arrivals.get() - start for reader in readers]
        first.append(min(arrivals) * 1000)
        last.append(max(arrivals) * 1000)
        every += [arrival * 1000 for arrival in arrivals]
    spent = processor_seconds(gateway.process.pid) - spent
    for name, values in (("first", first), ("any", every), ("last", last)):
        print(f"to the {name:5} reader        p50 {percentile(values, 0.5):7.1f} ms   p99 {percentile(values, 0.99):7.1f} ms", flush=True)
    print(f"processor time of the gateway  {spent / ROUNDS * 1000:7.1f} ms for each event")
    await drop_slow(gateway, context, writing)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def leave_alone(gateway, context, token):
    """A stream opened by a client with a small window, which then stops reading."""
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.connect(("127.0.0.1", gateway.port))
    stream = context.wrap_socket(plain, server_hostname="localhost")
    stream.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    head = b""
    while b"retry: 3000\n\n" not in head:
        head += stream.recv(1024)
    return stream


def has_ended(stream):
    """Whether the stream ends after the data that is still in transit."""
    stream.settimeout(3)
    try:
        while stream.recv(65536):
            pass
        return True
    except TimeoutError:
        return False
    except OSError:
        return True


async def change(reader, writer, token, path, number):
    body = f'{{"description":"{number} {"x" * 40}"}}'
    writer.write((f"PATCH {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
                  f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode())
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 200 " in head.split(b"\r\n")[0], head
    length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
    await reader.readexactly(length)


async def drop_slow(gateway, context, writing):
    before = resident_mebibytes(gateway.process.pid)
    # A user has at most sixteen streams.
    sleepers = []
    for number in range((SLOW + PER_PERSON - 1) // PER_PERSON):
        gateway.call("POST", "/api/v1/users", {"username": f"sleeper{number}", "role": "listener", "password": PASSWORD})
        own = gateway.run("token", "add", "--user", f"sleeper{number}", "--label", "benchmark").strip()
        sleepers += [leave_alone(gateway, context, own) for _ in range(min(PER_PERSON, SLOW - number * PER_PERSON))]
    made = gateway.call("POST", "/api/v1/playlists", {"name": "Loud", "visibility": "public"})
    start = time.perf_counter()
    made_changes = 0
    while made_changes < MOST_CHANGES and time.perf_counter() - start < LONGEST:
        number, made_changes = made_changes, made_changes + 1
        await change(*writing, gateway.token, f"/api/v1/playlists/{made['id']}", number)
        if number % 50 == 0:
            # Lets the other readers continue.
            await asyncio.sleep(0)
    peak = resident_mebibytes(gateway.process.pid)
    spent = time.perf_counter() - start
    ended = sum(await asyncio.gather(*(asyncio.to_thread(has_ended, stream) for stream in sleepers)))
    print(f"{ended} of {SLOW} slow readers were cut off within {made_changes} changes ({made_changes / spent:.0f} a second); "
          f"the gateway grew by {max(peak - before, 0):.1f} MiB")


with tempfile.TemporaryDirectory() as name:
    gateway = Gateway(pathlib.Path(name), ["--password-memory", "7168", "--password-passes", "5"])
    tokens = []
    for number in range((READERS + PER_PERSON - 1) // PER_PERSON):
        gateway.call("POST", "/api/v1/users", {"username": f"reader{number}", "role": "listener", "password": PASSWORD})
        tokens.append(gateway.run("token", "add", "--user", f"reader{number}", "--label", "benchmark").strip())
    asyncio.run(measure(gateway, tokens))

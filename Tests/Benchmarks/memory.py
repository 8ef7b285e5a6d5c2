#!/usr/bin/env python3
"""Resident memory: idle, with 1,000 idle TLS connections, with 1,000 streams read at 320 kbit/s, and afterwards."""

import asyncio
import os
import pathlib
import ssl
import tempfile
import time
import wave

from gateway import Gateway, resident_mebibytes, settle

COUNT = 1000
RATE = 320_000 // 8
SECONDS = 20


async def connect(gateway, context):
    return await asyncio.open_connection("127.0.0.1", gateway.port, ssl=context, server_hostname="localhost", limit=16 * 1024)


async def idle(gateway, context):
    held = []
    for _ in range(COUNT):
        held.append(await connect(gateway, context))
        held[-1][1].write(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await held[-1][0].readuntil(b"\r\n\r\n")
    settle(gateway.process.pid)
    used = resident_mebibytes(gateway.process.pid)
    for _, writer in held:
        writer.close()
    return used


async def listen(gateway, context, track, start, peak):
    reader, writer = await connect(gateway, context)
    writer.write(f"GET /api/v1/tracks/{track}/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {gateway.token}\r\n\r\n".encode())
    received = 0
    while time.monotonic() < start + SECONDS:
        wanted = (time.monotonic() - start) * RATE
        while received < wanted:
            received += len(await reader.read(8192))
        peak[0] = max(peak[0], resident_mebibytes(gateway.process.pid)) if received % 7 == 0 else peak[0]
        await asyncio.sleep(0.5)
    writer.close()
    return received


async def paced(gateway, context, track):
    start = time.monotonic()
    peak = [0]
    tasks = []
    for _ in range(COUNT):
        tasks.append(asyncio.create_task(listen(gateway, context, track, start, peak)))
        await asyncio.sleep(0.002)

    async def watch():
        while True:
            peak[0] = max(peak[0], resident_mebibytes(gateway.process.pid))
            await asyncio.sleep(0.2)

    watcher = asyncio.create_task(watch())
    received = await asyncio.gather(*tasks)
    watcher.cancel()
    return peak[0], min(received) / (SECONDS * RATE)


with tempfile.TemporaryDirectory() as name:
    music = pathlib.Path(name)
    with wave.open(str(music / "noise.wav"), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(44100)
        file.writeframes(os.urandom(32 * 2**20))
    gateway = Gateway(music)
    gateway.scan()
    track = gateway.call("GET", "/api/v1/tracks")["items"][0]["id"]
    context = ssl.create_default_context(cafile=str(gateway.authority))
    settle(gateway.process.pid)
    print(f"idle                         {resident_mebibytes(gateway.process.pid):7.1f} MiB", flush=True)
    print(f"{COUNT} idle TLS connections     {asyncio.run(idle(gateway, context)):7.1f} MiB", flush=True)
    peak, share = asyncio.run(paced(gateway, context, track))
    print(f"{COUNT} streams at 320 kbit/s    {peak:7.1f} MiB at the peak; the slowest got {share:.0%} of its rate", flush=True)
    settle(gateway.process.pid)
    print(f"afterwards                   {resident_mebibytes(gateway.process.pid):7.1f} MiB")

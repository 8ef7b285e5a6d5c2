#!/usr/bin/env python3
"""Whether the time of a failed sign-in reveals the reason: an unknown name, a wrong password, a disabled account, or an account without a password.
The four alternate in random order. Each is compared with the wrong password by the Mann-Whitney U test."""

import http.client
import math
import random
import socket
import ssl
import statistics
import sys
import tempfile
import time

from gateway import Gateway

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 200
# Per account. Untrusted failures after the tenth are delayed.
ATTEMPTS = 5
CLASSES = ["wrong password", "unknown name", "disabled account", "no password"]
PASSWORD = "seven quiet violas at dawn"


class Networks:
    """127.x.y.1: another /24 of the loopback network for each attempt, because a network is limited to ten."""

    def __init__(self):
        self.number = 0

    def next(self):
        self.number += 1
        return f"127.{1 + self.number // 250}.{self.number % 250}.1"


def sign_in(gateway, source, username, password):
    """The status, and the seconds from the request to the last byte of the reply, on an established connection."""
    connection = http.client.HTTPSConnection("localhost", gateway.port, context=gateway.context)
    plain = socket.create_connection(("127.0.0.1", gateway.port), source_address=(source, 0))
    plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.sock = gateway.context.wrap_socket(plain, server_hostname="localhost")
    body = f'{{"username":"{username}","password":"{password}"}}'
    begun = time.perf_counter()
    connection.request("POST", "/api/v1/session", body, {"Content-Type": "application/json", "Origin": gateway.url})
    reply = connection.getresponse()
    text = reply.read()
    spent = time.perf_counter() - begun
    connection.close()
    return reply.status, text, spent


def mann_whitney(left, right):
    """The two-sided p of U by the normal approximation, with the correction for ties."""
    ranked = sorted([(value, 0) for value in left] + [(value, 1) for value in right])
    total, ties, index = 0.0, 0, 0
    while index < len(ranked):
        end = index
        while end < len(ranked) and ranked[end][0] == ranked[index][0]:
            end += 1
        rank = (index + end + 1) / 2
        total += rank * sum(1 for value, side in ranked[index:end] if side == 0)
        ties += (end - index) ** 3 - (end - index)
        index = end
    n, m = len(left), len(right)
    u = total - n * (n + 1) / 2
    size = n + m
    deviation = math.sqrt(n * m / 12 * (size + 1 - ties / (size * (size - 1))))
    return math.erfc(abs(u - n * m / 2) / deviation / math.sqrt(2))


def accounts(gateway, kind, count):
    """Names of one kind. Creates the accounts where the kind has them."""
    names = [f"{kind.split()[0]}{number:03}" for number in range(count)]
    for name in names if kind != "unknown name" else []:
        body = {"username": name, "role": "listener"}
        if kind != "no password":
            body["password"] = PASSWORD
        made = gateway.call("POST", "/api/v1/users", body)
        if kind == "disabled account":
            gateway.call("PATCH", f"/api/v1/users/{made['user']['id']}", {"disabled": True})
    return names


music = tempfile.TemporaryDirectory()
gateway = Gateway(music.name, ["--password-memory", "7168", "--password-passes", "5"])
names = {kind: accounts(gateway, kind, math.ceil(COUNT / ATTEMPTS)) for kind in CLASSES}
networks = Networks()
times = {kind: [] for kind in CLASSES}
bodies = set()
for warming in range(5):
    sign_in(gateway, networks.next(), f"warming{warming}", "not the password")
for number in range(COUNT):
    for kind in random.sample(CLASSES, len(CLASSES)):
        # The right password must not help a disabled account either.
        password = PASSWORD if kind == "disabled account" else "not the password"
        status, text, spent = sign_in(gateway, networks.next(), names[kind][number // ATTEMPTS], password)
        if status != 401:
            sys.exit(f"{kind}: {status} {text.decode()}")
        times[kind].append(spent)
        bodies.add(text)

reference = times[CLASSES[0]]
median = statistics.median(reference)
print(f"{COUNT} failed sign-ins of each kind, {len(bodies)} different answer(s)")
print(f"{CLASSES[0]:17} median {median * 1000:.3f} ms")
for kind in CLASSES[1:]:
    gap = statistics.median(times[kind]) - median
    p = mann_whitney(reference, times[kind])
    print(f"{kind:17} median {gap * 1000:+.3f} ms ({gap / median:+.2%}), p = {p:.3f}")

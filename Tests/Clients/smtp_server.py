"""A mail server on this machine for the live tests, with aiosmtpd: smtp_server.py FOLDER MODE [CERTIFICATE KEY].

Prints its port, stores each accepted message as FOLDER/N.eml, and behaves as MODE says: plain, starttls, implicit; auth (STARTTLS, and nothing
without signing in as "rondo" with "s3cret"); later (451 to the first email, then like starttls); never (550 to every recipient); garbage, silence and
hangup (not a mail server at all).
"""

import asyncio
import os
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult

folder, mode = sys.argv[1], sys.argv[2]
context = None
if len(sys.argv) > 3:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(sys.argv[3], sys.argv[4])


class Handler:
    taken = 0
    asked = 0

    async def handle_RCPT(self, server, session, envelope, address, options):
        Handler.asked += 1
        if mode == "never":
            return "550 5.1.1 There is nobody of this name"
        if mode == "later" and Handler.asked == 1:
            return "451 4.7.1 Come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        Handler.taken += 1
        draft = f"{folder}/{Handler.taken}.draft"
        with open(draft, "wb") as file:
            file.write(f"X-Envelope: {envelope.mail_from} {envelope.rcpt_tos}\r\nX-TLS: {session.ssl is not None}\r\n".encode())
            file.write(envelope.content)
        os.rename(draft, f"{folder}/{Handler.taken}.eml")
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    good = getattr(data, "login", b"") == b"rondo" and getattr(data, "password", b"") == b"s3cret"
    return AuthResult(success=good)


def protocol():
    if mode == "implicit" or mode == "plain":
        return SMTP(Handler(), hostname="localhost")
    return SMTP(
        Handler(), hostname="localhost", tls_context=context, require_starttls=True,
        authenticator=authenticate if mode == "auth" else None, auth_required=mode == "auth")


async def nonsense(reader, writer):
    if mode == "garbage":
        writer.write(os.urandom(20000))
    if mode == "silence":
        await asyncio.sleep(600)
    writer.close()


async def main():
    loop = asyncio.get_running_loop()
    if mode in ("garbage", "silence", "hangup"):
        server = await asyncio.start_server(nonsense, "127.0.0.1", 0)
    else:
        server = await loop.create_server(protocol, "127.0.0.1", 0, ssl=context if mode == "implicit" else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    # It ends with the process that started it.
    await loop.run_in_executor(None, sys.stdin.read)
    os._exit(0)


asyncio.run(main())

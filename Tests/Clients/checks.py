"""Shared by the scripts of this folder: printing the checks, and decoding replies."""

import argparse
import subprocess


def arguments():
    """The server's address and the user. SSL_CERT_FILE names the authority that signed its certificate."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--user", required=True)
    parser.add_argument("--key", required=True, help="a device key")
    parser.add_argument("--token", required=True, help="a bearer token")
    return parser.parse_args()


def expect(condition, what):
    if not condition:
        raise SystemExit(f"failed: {what}")
    print(f"ok: {what}", flush=True)


def refused(what, call, *errors):
    try:
        call()
    except errors:
        print(f"ok: {what}", flush=True)
    else:
        raise SystemExit(f"failed: {what}")


def seconds(audio):
    """The seconds of audio in these bytes, found by decoding all of them."""
    decoded = subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-i", "pipe:0", "-f", "s16le", "-ac", "1", "-ar", "8000", "pipe:1"],
        input=audio, capture_output=True, timeout=60)
    if decoded.returncode:
        raise SystemExit(f"failed: the audio does not decode: {decoded.stderr[:300]}")
    return len(decoded.stdout) / 16000

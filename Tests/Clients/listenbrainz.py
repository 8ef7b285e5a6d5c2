#!/usr/bin/env python3
"""Runs liblistenbrainz (PyPI) against a server: plays are submitted one by one and together, shown while they last, and read back."""

import os
import time

# The library uses requests, which looks for the authority here.
os.environ["REQUESTS_CA_BUNDLE"] = os.environ["SSL_CERT_FILE"]

import liblistenbrainz  # noqa: E402
from checks import arguments, expect, refused  # noqa: E402
from liblistenbrainz import errors  # noqa: E402

# The library expects a base address without a path, but this one has a path.
liblistenbrainz.client.urljoin = lambda base, path: base + path

ARTIST, ALBUM, TITLE = "Nina Simone", "Pastel Blues", "0 Sinnerman"


def main():
    here = arguments()
    site = f"https://localhost:{here.port}/listenbrainz"
    client = liblistenbrainz.ListenBrainz(site)
    client.set_auth_token(here.key)
    expect(True, "the token is right")
    now = int(time.time())
    first = liblistenbrainz.Listen(TITLE, ARTIST, now - 3600, ALBUM, additional_info={"media_player": "tests"})
    before = len(client.get_listens(here.user, count=1000))
    for _ in range(2):
        expect(client.submit_single_listen(first)["status"] == "ok", "one play is handed in")
    more = [liblistenbrainz.Listen(title, ARTIST, now - 1800 + at) for at, title in enumerate(("0 Be My Husband", "Unknown"))]
    expect(client.submit_multiple_listens(more)["status"] == "ok", "several are")
    listens = client.get_listens(here.user, count=1000)
    expect(len(listens) == before + 2, "each is there once, and what is unknown is not")
    expect(listens[-1].listened_at <= listens[0].listened_at, "the newest comes first")
    mine = [one for one in client.get_listens(here.user, min_ts=now - 3601, max_ts=now - 3599) if one.track_name == TITLE]
    expect([(one.artist_name, one.release_name) for one in mine] == [(ARTIST, ALBUM)], "a play by its time, with its names")
    expect(client.submit_playing_now(liblistenbrainz.Listen(TITLE, ARTIST))["status"] == "ok", "a song begins")
    expect(client.get_playing_now(here.user).track_name == TITLE, "and is playing now")
    expect(client.delete_listen(mine[0])["status"] == "ok", "a play is taken back")
    expect(len(client.get_listens(here.user, count=1000)) == before + 1, "and is gone")
    refused("somebody else's plays are not shown", lambda: client.get_listens("bob"), errors.ListenBrainzAPIException)
    other = liblistenbrainz.ListenBrainz(site)
    refused("another key is refused", lambda: other.set_auth_token("WRONG"), errors.InvalidAuthTokenException)


main()

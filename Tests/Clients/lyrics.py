#!/usr/bin/env python3
"""Runs lrclibapi and pymusixmatch (PyPI) against a server: lyrics by names, by number and by search, and a subtitle."""

import json
import os
import time

# Both libraries use requests, which looks for the authority here.
os.environ["REQUESTS_CA_BUNDLE"] = os.environ["SSL_CERT_FILE"]

from checks import arguments, expect, refused  # noqa: E402
from lrclib import LrcLibAPI  # noqa: E402
from lrclib.exceptions import APIError, NotFoundError  # noqa: E402
from pymusixmatch import Musixmatch  # noqa: E402

TITLE, ARTIST, ALBUM, SECONDS = "0 Sinnerman", "Nina Simone", "Pastel Blues", 64
LINE = "Where you gonna run to?"


def eventually(what, look):
    """Lyrics are indexed in the background after a scan."""
    end = time.monotonic() + 60
    while not look() and time.monotonic() < end:
        time.sleep(0.1)
    expect(look(), what)


def lrclib(here, site):
    client = LrcLibAPI(user_agent="rondo tests", base_url=f"{site}/lrclib/{here.key}/api")
    song = client.get_lyrics(TITLE, ARTIST, ALBUM, SECONDS)
    expect(song.track_name == TITLE and song.artist_name == ARTIST and song.duration == SECONDS, "lrclib: a song by its names")
    expect(LINE in song.plain_lyrics and "[00:02.50]" + LINE in song.synced_lyrics, "lrclib: with plain and synced lyrics")
    expect(client.get_lyrics(TITLE, ARTIST, ALBUM, SECONDS, cached=True) == song, "lrclib: and the same cached")
    expect(client.get_lyrics_by_id(song.id) == song, "lrclib: and by its number")
    eventually("lrclib: and by search", lambda: [one.id for one in client.search_lyrics(query="sinnerman nina")] == [song.id])
    refused("lrclib: a song that is not there", lambda: client.get_lyrics(TITLE, "Nobody", ALBUM, SECONDS), NotFoundError)
    other = LrcLibAPI(user_agent="rondo tests", base_url=f"{site}/lrclib/WRONG/api")
    refused("lrclib: another key is refused", lambda: other.get_lyrics_by_id(song.id), APIError)


def musixmatch(here, site):
    class Client(Musixmatch):
        BASE_URL = f"{site}/musixmatch/ws"

    client = Client(here.key)

    def body(reply):
        # The library returns some replies as text.
        message = (json.loads(reply) if isinstance(reply, str) else reply)["message"]
        expect(message["header"]["status_code"] == 200, "musixmatch: status 200 in the header")
        return message["body"]

    found = lambda: body(client.track_search(1, 10, q_lyrics="gonna run to"))["track_list"]  # noqa: E731
    eventually("musixmatch: a song by a line of its words", lambda: [one["track"]["track_name"] for one in found()] == [TITLE])
    number = found()[0]["track"]["track_id"]
    track = body(client.track_get(commontrack_id=number))["track"]
    expect(track["artist_name"] == ARTIST and track["has_subtitles"] == 1, "musixmatch: the song by its number")
    expect(LINE in body(client.track_lyrics_get(number))["lyrics"]["lyrics_body"], "musixmatch: its lyrics")
    expect(LINE in body(client.matcher_lyrics_get(TITLE, ARTIST))["lyrics"]["lyrics_body"], "musixmatch: the same by its names")
    subtitle = body(client.matcher_subtitle_get(TITLE, ARTIST, SECONDS, 3))["subtitle"]
    expect("[00:02.50]" + LINE in subtitle["subtitle_body"], "musixmatch: its subtitle")
    subtitle = body(client.track_subtitle_get(number))["subtitle"]
    expect("[00:02.50]" + LINE in subtitle["subtitle_body"], "musixmatch: the same subtitle by its number")
    expect(body(client.matcher_track_get(TITLE, ARTIST, ALBUM))["track"]["track_id"] == number, "musixmatch: the song by its names")
    wrong = Client("WRONG").track_get(commontrack_id=number)["message"]["header"]["status_code"]
    expect(wrong == 401, "musixmatch: another key is refused")


def main():
    here = arguments()
    site = f"https://localhost:{here.port}"
    lrclib(here, site)
    musixmatch(here, site)
    print("ok: another key is refused", flush=True)


if __name__ == "__main__":
    main()

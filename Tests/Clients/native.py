#!/usr/bin/env python3
"""Generates a client from the server's own OpenAPI document with openapi-python-client (PyPI) and uses it: the models that the document describes
parse every reply."""

import json
import os
import pathlib
import ssl
import subprocess
import sys
import tempfile
import urllib.request

from checks import arguments, expect, seconds



def media_types(part):
    """The media types of all contents below `part`, with their schemas."""
    if isinstance(part, dict):
        yield from part.get("content", {}).items()
        for value in part.values():
            yield from media_types(value)
    elif isinstance(part, list):
        for value in part:
            yield from media_types(value)


def generate(document, folder):
    """Generates the package `client` in `folder`. The generator knows only one media type for bytes, so the configuration lists the others."""
    path, settings, place = folder / "openapi.json", folder / "settings.json", folder / "client"
    path.write_bytes(document)
    described = dict(media_types(json.loads(document)["paths"]))
    expect(all("schema" in content for content in described.values()), "every content has a schema")
    settings.write_text(json.dumps({"content_type_overrides": {
        name: "application/octet-stream" for name, content in described.items() if content["schema"].get("format") == "binary"}}))
    made = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", "generate", "--path", path, "--config", settings, "--output-path", place, "--meta", "none"],
        cwd=folder, capture_output=True, text=True, timeout=240)
    output = made.stdout + made.stderr
    expect(made.returncode == 0 and place.is_dir(), "a client is generated" if place.is_dir() else output[-1000:])
    warnings = [line for line in output.splitlines() if line.startswith(("WARNING", "ERROR"))]
    expect(not warnings, f"of every operation and reply {warnings}")
    sys.path.insert(0, str(folder))


def main():
    here = arguments()
    base = f"https://localhost:{here.port}"
    context = ssl.create_default_context(cafile=os.environ["SSL_CERT_FILE"])
    with urllib.request.urlopen(f"{base}/api/v1/openapi.json", context=context) as reply:
        document = reply.read()
    with tempfile.TemporaryDirectory() as folder:
        generate(document, pathlib.Path(folder))
        use(base, context, here.token)


def use(base, context, token):
    from client import AuthenticatedClient, Client
    from client.api.catalogue import get_albums, get_albums_id, get_artists, get_search, get_tracks, get_tracks_id_stream
    from client.api.me import get_me
    from client.api.playlists import delete_playlists_id, get_playlists, get_playlists_id_entries, post_playlists, post_playlists_id_entries
    from client.api.shelf import delete_tracks_id_like, get_me_likes, put_tracks_id_like
    from client.models import Problem, PostPlaylistsBody, PostPlaylistsIdEntriesBody

    client = AuthenticatedClient(base_url=base, token=token, verify_ssl=context)

    expect(get_me.sync(client=client).username == "ada", "the caller")
    tracks = get_tracks.sync(client=client).items
    expect(len(tracks) == 4, "the tracks")
    albums = get_albums.sync(client=client).items
    album = get_albums_id.sync(albums[0].id, client=client)
    expect(album.name == albums[0].name, "an album")
    expect(get_artists.sync(client=client).items, "the artists")
    found = get_search.sync(client=client, q=tracks[0].title)
    expect(tracks[0].id in [one.id for one in found.tracks], "a search")

    whole = get_tracks_id_stream.sync_detailed(tracks[0].id, client=client)
    expect(whole.status_code == 200 and seconds(whole.content) > 60, "a stream decodes")

    put_tracks_id_like.sync_detailed(tracks[0].id, client=client)
    expect(get_me_likes.sync_detailed(client=client).status_code == 200, "a like")
    delete_tracks_id_like.sync_detailed(tracks[0].id, client=client)

    playlist = post_playlists.sync(client=client, body=PostPlaylistsBody(name="Generated"))
    post_playlists_id_entries.sync(
        playlist.id, client=client, body=PostPlaylistsIdEntriesBody(track_ids=[track.id for track in tracks]))
    entries = get_playlists_id_entries.sync(playlist.id, client=client).items
    expect([entry.track.id for entry in entries] == [track.id for track in tracks], "a playlist keeps its order")
    expect(playlist.id in [one.id for one in get_playlists.sync(client=client).items], "it is listed")
    delete_playlists_id.sync_detailed(playlist.id, client=client)

    gone = get_playlists_id_entries.sync(playlist.id, client=client)
    expect(isinstance(gone, Problem) and gone.status == 404, "a deleted one is a problem document")
    stranger = get_tracks.sync(client=Client(base_url=base, verify_ssl=context))
    expect(isinstance(stranger, Problem) and stranger.status == 401, "who has no token is refused")


main()

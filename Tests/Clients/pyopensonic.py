#!/usr/bin/env python3
"""Runs py-opensonic (PyPI) against a server, by forms and by GET: the key as `apiKey`, by `t` and `s`, and as `p` in hexadecimal."""

import asyncio
import time

import libopensonic
from checks import arguments, expect, seconds
from libopensonic import errors


async def walk(client, here, way, ago):
    expect(await client.ping(), f"{way}: ping")
    extensions = {one.name for one in await client.get_open_subsonic_extensions()}
    expect({"apiKeyAuthentication", "formPost", "songLyrics", "transcoding"} <= extensions, f"{way}: extensions")
    artists = (await client.get_artists()).index
    artist = await client.get_artist(artists[0].artist[0].id)
    album = await client.get_album(artist.album[0].id)
    song = await client.get_song(album.song[0].id)
    expect(song.title == album.song[0].title, f"{way}: from an artist to an album to a song")
    listed = await client.get_album_list2("newest", size=50)
    expect(album.id in [one.id for one in listed], f"{way}: the album is in the list")
    folder = (await client.get_indexes()).index[0].artist[0]
    expect((await client.get_music_directory(folder.id)).child, f"{way}: browsing by folder")
    expect(await client.get_genres(), f"{way}: genres")
    found = await client.search3(song.title.split()[-1])
    expect(song.id in [one.id for one in found.song], f"{way}: search3 finds the song")
    everything = await client.search3("", artist_count=0, album_count=0, song_count=500)
    expect(song.id in [one.id for one in everything.song], f"{way}: the empty search lists every song")

    part = await (await client.stream(song.id, byte_range="bytes=100-199")).read()
    whole = await (await client.download(song.id)).read()
    expect(len(whole) == song.size and part == whole[100:200], f"{way}: download gives the whole file, stream a range of it")
    heard = seconds(await (await client.stream(song.id)).read())
    expect(abs(heard - song.duration) < 1.5, f"{way}: stream decodes to {heard:.1f} s")
    picture = await (await client.get_cover_art(album.cover_art, size=64)).read()
    expect(picture[:3] == b"\xff\xd8\xff" or picture[:4] in (b"\x89PNG", b"RIFF"), f"{way}: a cover")

    await client.star(sids=[song.id], album_ids=[album.id], artist_ids=[artist.id])
    starred = await client.get_starred2()
    kinds = ((starred.song, song), (starred.album, album), (starred.artist, artist))
    expect(all(thing.id in [one.id for one in those] for those, thing in kinds), f"{way}: song, album and artist are starred")
    await client.unstar(sids=[song.id], album_ids=[album.id], artist_ids=[artist.id])
    expect(song.id not in [one.id for one in (await client.get_starred2()).song or []], f"{way}: and no more")
    await client.set_rating(album.id, 5)
    expect((await client.get_album(album.id)).user_rating == 5, f"{way}: the album is rated five")
    await client.set_rating(album.id, 0)

    await client.scrobble(song.id, submission=False)
    expect(song.id in [one.id for one in await client.get_now_playing()], f"{way}: now playing")
    before = (await client.get_song(song.id)).play_count or 0
    # A repeated report of the same play would not count twice.
    await client.scrobble(song.id, listen_time=int(time.time()) - ago)
    expect((await client.get_song(song.id)).play_count == before + 1, f"{way}: one more play")
    await playlists(client, way, song, album)

    await client.save_play_queue_by_index([song.id, album.song[-1].id, song.id], 2, 700)
    queue = await client.get_play_queue_by_index()
    expect(queue.current_index == 2 and len(queue.entry) == 3, f"{way}: a queue that holds a song twice")
    expect((await client.get_user(here.user)).username == here.user, f"{way}: oneself")
    try:
        await client.get_album("al-nothing")
    except errors.DataNotFoundError:
        print(f"ok: {way}: an id that nothing has is told as missing")
    else:
        expect(False, f"{way}: an id that nothing has")


async def playlists(client, way, song, album):
    name = f"From py-opensonic by {way}"
    await client.create_playlist(name=name, song_ids=[song.id])
    made = next(one for one in await client.get_playlists() if one.name == name)
    other = album.song[-1].id
    await client.update_playlist(made.id, name="Renamed", comment="changed", song_ids_to_add=[other, song.id])
    await client.update_playlist(made.id, song_indices_to_remove=[0])
    one = await client.get_playlist(made.id)
    expect([entry.id for entry in one.entry] == [other, song.id] and one.name == "Renamed", f"{way}: a playlist that was changed")
    await client.create_playlist(playlist_id=made.id, song_ids=[song.id, song.id])
    expect((await client.get_playlist(made.id)).song_count == 2, f"{way}: its songs replaced, one of them twice")
    await client.delete_playlist(made.id)
    expect(made.id not in [each.id for each in await client.get_playlists()], f"{way}: and deleted")


async def main():
    here = arguments()
    address = {"base_url": "https://localhost", "port": here.port}
    named = {"username": here.user, "password": here.key, **address}
    ways = {
        "apiKey": {"api_key": here.key, **address},
        "apiKey by GET": {"api_key": here.key, "use_get": True, "use_views": False, **address},
        "t and s": named,
        "p=enc:": {"legacy_auth": True, **named},
    }
    for number, (way, settings) in enumerate(ways.items(), 3):
        client = libopensonic.AsyncConnection(**settings)
        try:
            if way == "apiKey":
                expect((await client.token_info()).username == here.user, "apiKey: whose key it is")
            await walk(client, here, way, number * 3600)
        finally:
            await client.cleanup()
    wrong = libopensonic.AsyncConnection(**{**named, "password": "wrong"})
    try:
        await wrong.get_license()
    except errors.CredentialError:
        print("ok: another key is refused")
    else:
        expect(False, "another key is refused")
    finally:
        await wrong.cleanup()


if __name__ == "__main__":
    asyncio.run(main())

#!/usr/bin/env python3
"""Runs py-sonic (PyPI) against a server: everything by forms in POST bodies, the key by `t` and `s`, then as `p` in hexadecimal."""

import time

import libsonic
from checks import arguments, expect, refused, seconds


def session(here, legacy):
    return libsonic.Connection(
        "https://localhost", here.user, here.key, port=here.port, appName="py-sonic", apiVersion="1.16.1", legacyAuth=legacy)


def walk(client, here, way, ago):
    expect(client.ping(), f"{way}: ping")
    expect(client.getLicense()["license"]["valid"], f"{way}: a valid license")
    folders = client.getMusicFolders()["musicFolders"]["musicFolder"]
    expect(folders, f"{way}: folders")
    indexes = client.getIndexes()["indexes"]["index"]
    directory = client.getMusicDirectory(indexes[0]["artist"][0]["id"])["directory"]
    expect(directory["child"], f"{way}: browsing by folder")
    artists = client.getArtists()["artists"]["index"]
    artist = client.getArtist(artists[0]["artist"][0]["id"])["artist"]
    album = client.getAlbum(artist["album"][0]["id"])["album"]
    song = client.getSong(album["song"][0]["id"])["song"]
    expect(song["id"] == album["song"][0]["id"], f"{way}: from an artist to an album to a song")
    listed = client.getAlbumList2("alphabeticalByName", size=10)["albumList2"]["album"]
    expect(album["id"] in [one["id"] for one in listed], f"{way}: the album is in the list")
    expect(client.getAlbumList("newest")["albumList"]["album"], f"{way}: newest albums")
    expect(client.getRandomSongs(5)["randomSongs"]["song"], f"{way}: random songs")
    expect("genre" in client.getGenres()["genres"], f"{way}: genres")
    word = song["title"].split()[-1]
    found = client.search3(word)["searchResult3"]["song"]
    expect(song["id"] in [one["id"] for one in found], f"{way}: search3 finds the song")
    expect(client.search2(word)["searchResult2"]["song"], f"{way}: search2 finds it too")

    whole = client.download(song["id"]).read()
    expect(len(whole) == song["size"], f"{way}: download gives the whole file")
    heard = seconds(client.stream(song["id"]).read())
    expect(abs(heard - song["duration"]) < 1.5, f"{way}: stream decodes to {heard:.1f} s")
    converted = client.stream(song["id"], maxBitRate=96, tformat="mp3").read()
    expect(abs(seconds(converted) - song["duration"]) < 1.5 and converted != whole, f"{way}: converted to MP3 it decodes too")

    client.star(sids=[song["id"]], albumIds=[album["id"]], artistIds=[artist["id"]])
    starred = client.getStarred2()["starred2"]
    expect(song["id"] in [one["id"] for one in starred["song"]], f"{way}: the song is starred")
    expect(album["id"] in [one["id"] for one in starred["album"]], f"{way}: the album is starred")
    expect(artist["id"] in [one["id"] for one in starred["artist"]], f"{way}: the artist is starred")
    client.unstar(sids=[song["id"]], albumIds=[album["id"]], artistIds=[artist["id"]])
    expect(not client.getStarred()["starred"].get("song"), f"{way}: and no more")
    client.setRating(song["id"], 4)
    expect(client.getSong(song["id"])["song"]["userRating"] == 4, f"{way}: rated four")
    client.setRating(song["id"], 0)
    expect("userRating" not in client.getSong(song["id"])["song"], f"{way}: rated no more")

    client.scrobble(song["id"], submission=False)
    playing = client.getNowPlaying()["nowPlaying"]["entry"]
    expect(song["id"] in [one["id"] for one in playing], f"{way}: now playing")
    before = client.getSong(song["id"])["song"].get("playCount", 0)
    # A repeated report of the same play would not count twice.
    client.scrobble(song["id"], listenTime=int(time.time()) - ago)
    expect(client.getSong(song["id"])["song"]["playCount"] == before + 1, f"{way}: one more play")

    playlists(client, here, way, song, album)
    jukebox(client, here, way, song, album)
    client.savePlayQueue([song["id"]], song["id"], 1500)
    queue = client.getPlayQueue()["playQueue"]
    expect(queue["current"] == song["id"] and queue["position"] == 1500, f"{way}: the queue")
    expect(client.getUser(here.user)["user"]["username"] == here.user, f"{way}: oneself")
    refused(f"{way}: an id that nothing has is told as missing", lambda: client.getSong("tr-nothing"), libsonic.errors.DataNotFoundError)


def playlists(client, here, way, song, album):
    made = client.createPlaylist(name="From py-sonic", songIds=[song["id"]])["playlist"]
    other = album["song"][-1]["id"]
    client.updatePlaylist(made["id"], name="Żółte – changed", comment="ünï", songIdsToAdd=[other, song["id"]])
    client.updatePlaylist(made["id"], songIndexesToRemove=[0])
    one = client.getPlaylist(made["id"])["playlist"]
    expect([entry["id"] for entry in one["entry"]] == [other, song["id"]], f"{way}: a playlist that was changed")
    expect(one["name"] == "Żółte – changed" and one["comment"] == "ünï", f"{way}: its name and comment")
    expect(made["id"] in [each["id"] for each in client.getPlaylists()["playlists"]["playlist"]], f"{way}: it is listed")
    client.deletePlaylist(made["id"])
    expect(made["id"] not in [each["id"] for each in client.getPlaylists()["playlists"]["playlist"]], f"{way}: and deleted")


def jukebox(client, here, way, song, album):
    expect(client.getUser(here.user)["user"]["jukeboxRole"], f"{way}: one may use the jukebox")
    other = album["song"][-1]["id"]
    # The library sends no ids with "set", which therefore empties the queue.
    client.jukeboxControl("set")
    client.jukeboxControl("add", sids=[song["id"], other, other])
    client.jukeboxControl("remove", index=2)
    listed = client.jukeboxControl("get")["jukeboxPlaylist"]
    expect([one["id"] for one in listed["entry"]] == [song["id"], other], f"{way}: the jukebox has two songs")
    client.jukeboxControl("setGain", gain=0.5)
    client.jukeboxControl("skip", index=1, offset=20)
    status = waited(lambda: client.jukeboxControl("status")["jukeboxStatus"], lambda one: one["position"] > 20)
    expect(status["position"] < 30, f"{way}: it skips into the song")
    expect(status["playing"] and status["currentIndex"] == 1 and status["gain"] == 0.5, f"{way}: it plays the second")
    client.jukeboxControl("stop")
    expect(not client.jukeboxControl("status")["jukeboxStatus"]["playing"], f"{way}: and is silent again")
    client.jukeboxControl("clear")
    expect(not client.jukeboxControl("get")["jukeboxPlaylist"].get("entry"), f"{way}: and empty")
    refused(f"{way}: a place without a song", lambda: client.jukeboxControl("skip", index=3), libsonic.errors.DataNotFoundError)


def waited(ask, isThere):
    for _ in range(100):
        answer = ask()
        if isThere(answer):
            break
        time.sleep(0.1)
    return answer


def main():
    here = arguments()
    for legacy, way, ago in ((False, "t and s", 7200), (True, "p=enc:", 3600)):
        walk(session(here, legacy), here, way, ago)
    wrong = libsonic.Connection("https://localhost", here.user, "wrong", port=here.port, apiVersion="1.16.1")
    refused("another key is refused", wrong.getLicense, libsonic.errors.CredentialError)


if __name__ == "__main__":
    main()

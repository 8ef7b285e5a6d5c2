import HTTPTypes
import RouterSupport
import Testing

/// The native API's ids, without the prefix that this API requires, of items that exist.
@Suite("Ids without the prefix of their kind") struct ForeignIDTests {
    private static let anything = "song, album or artist"

    /// The endpoint, the parameter with such an id, the kind it should name, and the other parameters.
    private static let calls: [(String, String, String, [(String, String)])] = [
        ("getMusicDirectory", "id", "directory", []), ("getArtist", "id", "artist", []),
        ("getAlbum", "id", "album", []), ("getSong", "id", "song", []), ("getArtistInfo", "id", "artist", []),
        ("getArtistInfo2", "id", "artist", []), ("getAlbumInfo", "id", "album", []),
        ("getAlbumInfo2", "id", "album", []), ("getSimilarSongs", "id", anything, []),
        ("getSimilarSongs2", "id", anything, []), ("getTopSongs", "id", "artist", []),
        ("getLyricsBySongId", "id", "song", []), ("getSonicSimilarTracks", "id", "song", []),
        ("findSonicPath", "startSongId", "song", [("endSongId", "tr-x")]), ("getCoverArt", "id", "picture", []),
        ("stream", "id", "song", []), ("download", "id", "song, album, playlist, directory or podcast episode", []),
        ("star", "id", anything, []), ("star", "albumId", anything, []), ("star", "artistId", anything, []),
        ("unstar", "id", anything, []), ("setRating", "id", anything, [("rating", "3")]),
        ("scrobble", "id", "song", []),
        (
            "reportPlayback", "mediaId", "song",
            [("mediaType", "song"), ("positionMs", "0"), ("state", "playing")]
        ),
        ("savePlayQueue", "id", "song", []), ("savePlayQueueByIndex", "id", "song", [("currentIndex", "0")]),
        ("getPlaylist", "id", "playlist", []), ("createPlaylist", "songId", "song", [("name", "New")]),
        ("createPlaylist", "playlistId", "playlist", []), ("updatePlaylist", "playlistId", "playlist", []),
        ("deletePlaylist", "id", "playlist", []), ("createBookmark", "id", "song", [("position", "1")]),
        ("deleteBookmark", "id", "song", []), ("createShare", "id", "song, album or playlist", []),
        ("updateShare", "id", "share", []), ("deleteShare", "id", "share", []),
        (
            "updateInternetRadioStation", "id", "station",
            [("name", "R"), ("streamUrl", "https://a.example/")]
        ),
        ("deleteInternetRadioStation", "id", "station", []), ("getVideoInfo", "id", "video", []),
        ("getCaptions", "id", "video", []), ("hls.m3u8", "id", "video", []),
        ("getPodcastEpisode", "id", "podcast episode", []),
    ]

    @Test("match nothing, and the error says what was expected") func absent() async throws {
        let rest = try await RestFixture()
        let bare = [
            try await rest.song("Sinnerman"), try await rest.album("Pastel Blues"),
            try await rest.artist("Nina Simone"),
        ].map { String($0.dropFirst(3)) }
        for (endpoint, name, kinds, others) in Self.calls {
            for id in bare {
                let reply = try await rest.get(endpoint, [(name, id)] + others)
                #expect(reply.errorCode == 70, "\(endpoint) \(name): \(reply.text)")
                #expect(reply.text.contains("There is no such \(kinds)\""), "\(endpoint) \(name): \(reply.text)")
            }
        }
    }

    @Test("match nothing in conversion requests either") func conversions() async throws {
        let rest = try await RestFixture()
        let song = [("mediaId", String(try await rest.song("Sinnerman").dropFirst(3))), ("mediaType", "song")]
        let stream = try await rest.get("getTranscodeStream", song + [("transcodeParams", "x")])
        #expect(stream.errorCode == 70 && stream.status == .notFound, "\(stream.text)")
        let decision = try await rest.get("getTranscodeDecision", song, method: .post)
        #expect(decision.errorCode == 70 && decision.text.contains("There is no such song\""), "\(decision.text)")
    }
}

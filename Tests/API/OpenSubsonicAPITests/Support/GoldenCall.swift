/// A call whose reply is compared with a golden file. The calls are made in this order, on one fixture.
struct GoldenCall: Sendable {
    let name: String
    let endpoint: String
    let parameters: [(String, String)]
    let person: RestFixture.Person?
    /// The JSON body to send by POST, or nil for GET.
    let body: String?

    init(
        _ endpoint: String, _ parameters: [(String, String)] = [], as person: RestFixture.Person? = .ada,
        body: String? = nil, file: String? = nil
    ) {
        self.body = body
        self.endpoint = endpoint
        self.parameters = parameters
        self.person = person
        name = file ?? endpoint
    }

    static func all(_ rest: RestFixture) async throws -> [GoldenCall] {
        let (husband, sinnerman) = (try await rest.song("Be My Husband"), try await rest.song("Sinnerman"))
        let hidden = try await rest.album("Hidden")
        let nina = try await rest.artist("Nina Simone")
        let pastel = try await rest.album("Pastel Blues")
        let made = try await rest.json(
            "createPlaylist", [("name", "Kept"), ("songId", sinnerman), ("songId", husband)])
        let kept = (made["playlist"] as? [String: Any])?["id"] as? String ?? ""
        return [
            GoldenCall("ping"), GoldenCall("ping", as: nil, file: "ping.unsigned"),
            GoldenCall("getLicense"), GoldenCall("getOpenSubsonicExtensions", as: nil), GoldenCall("tokenInfo"),
            GoldenCall("getMusicFolders"), GoldenCall("getMusicFolders", as: .bo, file: "getMusicFolders.scoped"),
            GoldenCall("getGenres"), GoldenCall("getArtists"),
            GoldenCall("getArtists", as: .bo, file: "getArtists.scoped"),
            GoldenCall("getArtist", [("id", nina)]), GoldenCall("getAlbum", [("id", pastel)]),
            GoldenCall("getAlbum", [("id", try await rest.album("High Priestess"))], file: "getAlbum.discs"),
            GoldenCall("getAlbum", [("id", pastel), ("c", "DSub")], file: "getAlbum.legacy"),
            GoldenCall("getAlbum", [("id", hidden)], as: .bo, file: "getAlbum.hidden"),
            GoldenCall("getSong", [("id", husband)]),
            GoldenCall("getSong", [("id", try await rest.song("Blue & <Sentimental>"))], file: "getSong.escapes"),
            GoldenCall("getIndexes"), GoldenCall("getIndexes", as: .bo, file: "getIndexes.scoped"),
            GoldenCall("getMusicDirectory", [("id", try await rest.folder())], file: "getMusicDirectory.top"),
            GoldenCall("getMusicDirectory", [("id", try await rest.folder("Nina Simone", "Pastel Blues"))]),
            GoldenCall("getMusicDirectory", [("id", nina)], file: "getMusicDirectory.artist"),
            GoldenCall("getMusicDirectory", [("id", pastel)], file: "getMusicDirectory.album"),
            GoldenCall("getAlbumList", [("type", "alphabeticalByName")]),
            GoldenCall("getAlbumList2", [("type", "alphabeticalByArtist")]),
            GoldenCall(
                "getAlbumList2", [("type", "byYear"), ("fromYear", "1999"), ("toYear", "1965")],
                file: "getAlbumList2.byYear"),
            GoldenCall("getRandomSongs", [("genre", "noise")]),
            GoldenCall("getSongsByGenre", [("genre", "Jazz")]),
            GoldenCall("search", [("any", "sinnerman")]), GoldenCall("search2", [("query", "sinnerman")]),
            GoldenCall("search3", [("query", "nina")]),
            GoldenCall("search3", [("query", "\"\"")], as: .bo, file: "search3.everything"),
            GoldenCall("scrobble", [("id", sinnerman), ("time", "1794999000000")]),
            GoldenCall("scrobble", [("id", husband), ("submission", "false")], file: "scrobble.playing"),
            GoldenCall(
                "reportPlayback",
                [
                    ("mediaId", sinnerman), ("mediaType", "song"), ("positionMs", "0"), ("state", "starting"),
                    ("c", "other"),
                ]),
            GoldenCall("getNowPlaying"),
            GoldenCall("getAlbumList2", [("type", "frequent")], file: "getAlbumList2.frequent"),
            GoldenCall("getAlbumList2", [("type", "recent")], file: "getAlbumList2.recent"),
            GoldenCall("getPlayQueue", file: "getPlayQueue.empty"),
            GoldenCall(
                "savePlayQueue",
                [("id", husband), ("id", sinnerman), ("current", sinnerman), ("position", "1500")]),
            GoldenCall("getPlayQueue"),
            GoldenCall(
                "savePlayQueueByIndex", [("id", husband), ("id", husband), ("currentIndex", "1")]),
            GoldenCall("getPlayQueueByIndex"),
            GoldenCall("star", [("id", husband), ("albumId", pastel), ("artistId", nina)]),
            GoldenCall("setRating", [("id", husband), ("rating", "4")]),
            GoldenCall("setRating", [("id", pastel), ("rating", "5")], file: "setRating.album"),
            GoldenCall("getStarred"), GoldenCall("getStarred2"),
            GoldenCall("getAlbumList2", [("type", "starred")], file: "getAlbumList2.starred"),
            GoldenCall("getAlbumList2", [("type", "highest")], file: "getAlbumList2.highest"),
            GoldenCall("unstar", [("id", husband)]), GoldenCall("getSong", [("id", husband)], file: "getSong.rated"),
            GoldenCall("createPlaylist", [("name", "Made"), ("songId", husband)]),
            GoldenCall("updatePlaylist", [("playlistId", kept), ("comment", "For late nights"), ("public", "true")]),
            GoldenCall("getPlaylists"), GoldenCall("getPlaylist", [("id", kept)]),
            GoldenCall("getPlaylist", [("id", kept)], as: .bo, file: "getPlaylist.other"),
            GoldenCall("deletePlaylist", [("id", kept)]),
            GoldenCall("deletePlaylist", [("id", "pl-none")], file: "deletePlaylist.absent"),
            GoldenCall("createBookmark", [("id", sinnerman), ("position", "61000"), ("comment", "The <break>")]),
            GoldenCall("getBookmarks"), GoldenCall("deleteBookmark", [("id", sinnerman)]),
            GoldenCall("deleteBookmark", [("id", sinnerman)], file: "deleteBookmark.absent"),
            GoldenCall(
                "createInternetRadioStation",
                [
                    ("name", "Radio"), ("streamUrl", "https://radio.example/live"),
                    ("homepageUrl", "https://radio.example/"),
                ]),
            GoldenCall("getInternetRadioStations"),
            GoldenCall(
                "updateInternetRadioStation", [("id", "ra-x"), ("name", "R"), ("streamUrl", "https://a.example/")]),
            GoldenCall("deleteInternetRadioStation", [("id", "ra-x")]),
            GoldenCall("createShare", [("id", husband), ("id", pastel), ("description", "Listen & <dance>")]),
            GoldenCall("createShare", [("id", "tr-none")], file: "createShare.absent"),
            GoldenCall("getShares"), GoldenCall("updateShare", [("id", "sh-x")]),
            GoldenCall("deleteShare", [("id", "sh-x")]),
            GoldenCall("createShare", [("id", husband), ("expires", "1")], file: "createShare.past"),
            GoldenCall("getArtistInfo", [("id", nina)]), GoldenCall("getArtistInfo2", [("id", nina)]),
            GoldenCall("getAlbumInfo", [("id", pastel)]), GoldenCall("getAlbumInfo2", [("id", pastel)]),
            GoldenCall("getSimilarSongs", [("id", husband), ("count", "0")]),
            GoldenCall("getSimilarSongs2", [("id", nina), ("count", "0")]),
            GoldenCall("getTopSongs", [("artist", "Nina Simone"), ("count", "1")]),
            GoldenCall("getTopSongs", [("id", nina), ("count", "2")], file: "getTopSongs.id"),
            GoldenCall("getLyrics", [("artist", "Nina Simone"), ("title", "Sinnerman")]),
            GoldenCall("getLyrics", [("title", "Nothing")], file: "getLyrics.none"),
            GoldenCall("getLyricsBySongId", [("id", sinnerman)]),
            GoldenCall(
                "getLyricsBySongId", [("id", sinnerman), ("enhanced", "true")], file: "getLyricsBySongId.enhanced"),
            GoldenCall("getLyricsBySongId", [("id", husband)], file: "getLyricsBySongId.none"),
            GoldenCall("addChatMessage", [("message", "What a <song>!")]), GoldenCall("getChatMessages"),
            GoldenCall("getScanStatus"),
            GoldenCall("startScan", as: .bo, file: "startScan.refused"),
            GoldenCall("getUser", [("username", "ada")]),
            GoldenCall("getUser", [("username", "ada")], as: .bo, file: "getUser.other"),
            GoldenCall("getUsers"), GoldenCall("getUsers", as: .bo, file: "getUsers.refused"),
            GoldenCall(
                "createUser",
                [
                    ("username", "cy"), ("password", "seven quiet violas at dawn"), ("email", "cy@example.org"),
                    ("musicFolderId", "1"),
                ]),
            GoldenCall("updateUser", [("username", "cy"), ("maxBitRate", "128")]),
            GoldenCall("getUser", [("username", "cy")], file: "getUser.asked"),
            GoldenCall("deleteUser", [("username", "cy")]),
            GoldenCall("deleteUser", [("username", "cy")], file: "deleteUser.absent"),
            GoldenCall("deleteUser", [("username", "ada")], file: "deleteUser.oneself"),
            GoldenCall("deleteUser", [("username", "ada")], as: .bo, file: "deleteUser.refused"),
            GoldenCall("changePassword"), GoldenCall("getVideos"), GoldenCall("getVideoInfo", [("id", "1")]),
            GoldenCall("getCaptions", [("id", "1")]), GoldenCall("hls.m3u8", [("id", "1")]),
            GoldenCall("getPodcasts", file: "getPodcasts.none"),
            GoldenCall("createPodcastChannel", [("url", RestFixture.feed)]),
            GoldenCall("createPodcastChannel", [("url", "gopher://x")], file: "createPodcastChannel.refused"),
            GoldenCall("getPodcasts"), GoldenCall("getPodcasts", as: .bo, file: "getPodcasts.other"),
            GoldenCall("getNewestPodcasts", [("count", "1")]), GoldenCall("getPodcastEpisode", [("id", "1")]),
            GoldenCall("refreshPodcasts"), GoldenCall("deletePodcastChannel", [("id", "po-x")]),
            GoldenCall("deletePodcastEpisode", [("id", "ep-x")]),
            GoldenCall("downloadPodcastEpisode", [("id", "ep-x")]),
            GoldenCall("jukeboxControl"),
            GoldenCall(
                "jukeboxControl", [("action", "set"), ("id", husband), ("id", sinnerman)], file: "jukeboxControl.set"),
            GoldenCall(
                "jukeboxControl", [("action", "skip"), ("index", "1"), ("offset", "30")], file: "jukeboxControl.skip"),
            GoldenCall("jukeboxControl", [("action", "setGain"), ("gain", "0.25")], file: "jukeboxControl.gain"),
            GoldenCall("jukeboxControl", [("action", "get")], file: "jukeboxControl.get"),
            GoldenCall(
                "jukeboxControl", [("action", "remove"), ("index", "7")], file: "jukeboxControl.absent"),
            GoldenCall("jukeboxControl", [("action", "status")], as: .bo, file: "jukeboxControl.refused"),
            GoldenCall(
                "getTranscodeDecision", [("mediaId", sinnerman), ("mediaType", "song")],
                body: """
                    {"name":"test","platform":"here","maxAudioBitrate":512000,
                    "directPlayProfiles":[{"containers":["mp3"],"audioCodecs":["mp3"],"protocols":["http"]}],
                    "transcodingProfiles":[{"container":"mp3","audioCodec":"mp3","protocol":"http","maxAudioChannels":2}],
                    "codecProfiles":[]}
                    """),
            GoldenCall("stream", [("id", "tr-none")], file: "stream.absent"),
            GoldenCall("download", [("id", nina)], file: "download.wrong"),
            GoldenCall("getCoverArt", [("id", hidden)], as: .bo, file: "getCoverArt.hidden"),
            GoldenCall("getNothing"),
        ]
    }
}

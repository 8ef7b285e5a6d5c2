import OpenSubsonicAPI

/// The parameters of the calls to `/rest`, by endpoint. Endpoints without parameters are listed too, so that every new
/// endpoint must be added here.
enum RemoteFixtures {
    typealias Parameters = @Sendable (NativeFixtures.Lookup) -> [(String, String)]

    private static let none: Parameters = { _ in [] }
    private static let song: Parameters = { [("id", "tr-" + $0(.track))] }
    private static let album: Parameters = { [("id", "al-" + $0(.album))] }
    private static let artist: Parameters = { [("id", "ar-" + $0(.artist))] }

    static let byName: [String: Parameters] = [
        "ping": none, "getLicense": none, "getOpenSubsonicExtensions": none, "tokenInfo": none,
        "getMusicFolders": none, "getGenres": none, "getArtists": none, "getArtist": artist, "getAlbum": album,
        "getSong": song, "getIndexes": none, "getMusicDirectory": album,
        "getAlbumList": { _ in [("type", "alphabeticalByName")] },
        "getAlbumList2": { _ in [("type", "alphabeticalByName")] },
        "getRandomSongs": none, "getSongsByGenre": { _ in [("genre", "noise")] },
        "search": { _ in [("any", "song")] }, "search2": { _ in [("query", "song")] },
        "search3": { _ in [("query", "song")] },
        "getCoverArt": album, "getAvatar": { [("username", $0(.username))] },
        "stream": song, "download": song, "star": song, "unstar": song,
        "setRating": { [("id", "tr-" + $0(.track)), ("rating", "4")] },
        "getStarred": none, "getStarred2": none,
        "getPlaylists": none, "getPlaylist": { [("id", "pl-" + $0(.playlist))] },
        "createPlaylist": { [("playlistId", "pl-" + $0(.playlist)), ("name", "walk")] },
        "updatePlaylist": { [("playlistId", "pl-" + $0(.playlist)), ("comment", "walk")] },
        "deletePlaylist": { [("id", "pl-" + $0(.playlist))] },
        "scrobble": song,
        "reportPlayback": {
            [("mediaId", "tr-" + $0(.track)), ("mediaType", "song"), ("positionMs", "0"), ("state", "starting")]
        },
        "getNowPlaying": none, "getPlayQueue": none, "getPlayQueueByIndex": none,
        "savePlayQueue": { [("id", "tr-" + $0(.track)), ("current", "tr-" + $0(.track))] },
        "savePlayQueueByIndex": { [("id", "tr-" + $0(.track)), ("currentIndex", "0")] },
        "getScanStatus": none, "startScan": none,
        "getUser": { [("username", $0(.username))] }, "getUsers": none,
        "createUser": { _ in
            [("username", "walker"), ("password", "a bright tin kettle 47"), ("email", "w@example.org")]
        },
        "updateUser": { _ in [("username", "subject-first"), ("maxBitRate", "128")] },
        "deleteUser": { _ in [("username", "subject-first")] },
        "changePassword": { _ in [("username", "listener"), ("password", "a bright tin kettle 47")] },
        "getTranscodeDecision": { [("mediaId", "tr-" + $0(.track)), ("mediaType", "song")] },
        "getTranscodeStream": { [("mediaId", "tr-" + $0(.track)), ("mediaType", "song")] },
        "getShares": none, "createShare": song, "updateShare": { [("id", "sh-" + $0(.share)), ("description", "w")] },
        "deleteShare": { [("id", "sh-" + $0(.share))] },
        "getBookmarks": none, "createBookmark": { [("id", "tr-" + $0(.track)), ("position", "7")] },
        "deleteBookmark": song,
        "getInternetRadioStations": none,
        "createInternetRadioStation": { _ in [("name", "walk"), ("streamUrl", "https://radio.example/walk")] },
        "updateInternetRadioStation": {
            [("id", "ra-" + $0(.radio)), ("name", "walk"), ("streamUrl", "https://radio.example/walk")]
        },
        "deleteInternetRadioStation": { [("id", "ra-" + $0(.radio))] },
        "getArtistInfo": artist, "getArtistInfo2": artist, "getAlbumInfo": album, "getAlbumInfo2": album,
        "getSimilarSongs": song, "getSimilarSongs2": artist, "getTopSongs": artist,
        "getSonicSimilarTracks": song,
        "findSonicPath": { [("startSongId", "tr-" + $0(.track)), ("endSongId", "tr-" + $0(.track))] },
        "getLyrics": { _ in [("title", "Open song 2")] }, "getLyricsBySongId": song,
        "getChatMessages": none, "addChatMessage": { _ in [("message", "walk")] },
        "getVideos": none, "getVideoInfo": song, "getCaptions": song, "hls.m3u8": song, "getPodcasts": none,
        "getNewestPodcasts": none, "getPodcastEpisode": { [("id", "ep-" + $0(.episode))] }, "refreshPodcasts": none,
        "createPodcastChannel": { _ in [("url", "http://127.0.0.1:9/feed")] },
        "deletePodcastChannel": { [("id", "po-" + $0(.podcast))] },
        "deletePodcastEpisode": { [("id", "ep-" + $0(.episode))] },
        "downloadPodcastEpisode": { [("id", "ep-" + $0(.episode))] },
        "jukeboxControl": { _ in [("action", "status")] },
    ]

    /// The JSON bodies, sent by POST.
    static let bodies: [String: String] = [
        "getTranscodeDecision": """
        {"name":"walk","platform":"here","directPlayProfiles":
        [{"containers":["wav"],"audioCodecs":["pcm"],"protocols":["http"]}],"transcodingProfiles":[],"codecProfiles":[]}
        """
    ]
}

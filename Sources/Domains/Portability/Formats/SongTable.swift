import Catalog
import Primitives

/// Reads songs from the CSV that other services and converters write, by the names of its columns.
///
/// Exportify: `Track URI` (older: `Spotify URI`), `Track Name`, `Artist Name(s)`, `Album Name`, `Track Duration (ms)` or
/// `Duration (ms)`, `ISRC`, `Added At` (https://github.com/watsonbox/exportify). TuneMyMusic: `Track name`,
/// `Artist name`, `Album`, `Playlist name`, `Type`, `ISRC`. Soundiiz: `title;artist;album;isrc`. YouTube Music's songs
/// (Google Takeout): `Video ID`, `Song Title`, `Album Title`, `Artist Name 1`. In other languages the names of the
/// columns are translated, but their order is the same.
struct SongTable {
    struct Song {
        let track: NamedTrack
        let playlist: String?
        let isLiked: Bool
        let at: Timestamp?
        /// Its id at YouTube.
        let video: String?
    }

    /// A playlist of YouTube Music names its songs by their videos only.
    struct Video {
        let id: String
        let at: Timestamp?
    }

    private static let longestCell = 4096
    private static let longestVideo = 11

    let source: ImportSource
    private var title = 0
    private var artists: [Int] = []
    private var album: Int?
    private var isrc: Int?
    private var duration: Int?
    private var isDurationInMilliseconds = false
    private var playlist: Int?
    private var type: Int?
    private var added: Int?
    private var video: Int?

    /// Nil for a table that is no list of songs.
    init?(head: [String]) {
        let names = head.map { $0.lowercased().filter { $0.isLetter && $0.isASCII } }
        func index(_ choices: String...) -> Int? { choices.lazy.compactMap { names.firstIndex(of: $0) }.first }
        guard let title = index("trackname", "songtitle", "songname", "title", "track", "song", "name") else {
            return nil
        }
        let artist = ["artistnames", "artistname", "artists", "artist"].first { names.contains($0) }
        guard let artist else { return nil }
        self.title = title
        artists = names.indices.filter { names[$0] == artist }
        album = index("albumname", "albumtitle", "album", "release")
        isrc = index("isrc")
        duration = index("trackdurationms", "durationms", "trackduration", "duration", "length")
        isDurationInMilliseconds = duration.map { names[$0].hasSuffix("ms") } ?? false
        playlist = index("playlistname", "playlist")
        type = index("type")
        added = index("addedat", "dateadded", "added")
        video = index("videoid")
        let isSpotify = ["trackuri", "spotifyuri", "spotifyid"].contains { names.contains($0) }
        source = video != nil ? .youtubeMusic : isSpotify ? .spotify : .songList
    }

    /// YouTube Music's songs with a translated head: nil unless the first song begins with a video's id.
    init?(translated head: [String], first: [String]) {
        guard head.count >= 4, first.count >= 4, Self.isVideo(first[0]), HistoryTime.instant(of: first[1]) == nil else {
            return nil
        }
        source = .youtubeMusic
        (video, title, album, artists) = (0, 1, 2, Array(3..<head.count))
    }

    /// Nil for a row without a title.
    func song(_ row: [String]) -> Song? {
        func cell(_ index: Int?) -> String? {
            guard let index, row.indices.contains(index), row[index].utf8.count <= Self.longestCell else { return nil }
            let text = row[index].trimmingSpaces()
            return text.isEmpty ? nil : text
        }
        guard let title = cell(title) else { return nil }
        let kind = cell(type)?.lowercased() ?? ""
        return Song(
            track: NamedTrack(
                isrc: cell(isrc), title: title, artist: artists.compactMap { cell($0) }.joined(separator: ", "),
                album: cell(album), durationMilliseconds: cell(duration).flatMap(length)),
            playlist: cell(playlist), isLiked: kind.hasPrefix("favo") || kind.hasPrefix("like"),
            at: cell(added).flatMap { HistoryTime.instant(of: $0) }, video: cell(video))
    }

    /// Milliseconds, seconds, or minutes and seconds.
    private func length(_ text: String) -> Int64? {
        let parts: [Double] = text.split(separator: ":").map { Double($0) ?? -1 }
        guard !parts.isEmpty, parts.count <= 3 else { return nil }
        var number = 0.0
        for part in parts {
            guard part >= 0, part < 1e9 else { return nil }
            number = number * 60 + part
        }
        // Some write milliseconds without saying so.
        let isMilliseconds = isDurationInMilliseconds || parts.count == 1 && number >= 10_000
        return Int64(isMilliseconds ? number : number * 1000)
    }

    /// Whether a file of this name has loved songs, rather than those of a playlist or a history.
    static func isLoved(_ name: String) -> Bool {
        name.lowercased().filter(\.isLetter).contains("lovedtracks")
    }

    /// A row of a YouTube Music playlist: a video's id and a time.
    static func video(_ row: [String]) -> Video? {
        guard (1...2).contains(row.count), isVideo(row[0]) else { return nil }
        let at = row.count > 1 ? HistoryTime.instant(of: row[1].trimmingSpaces()) : nil
        return row.count > 1 && at == nil ? nil : Video(id: row[0].trimmingSpaces(), at: at)
    }

    private static func isVideo(_ text: String) -> Bool {
        let text = text.trimmingSpaces()
        return text.utf8.count == longestVideo
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
}

extension StringProtocol {
    /// The text without spaces and marks around it.
    func trimmingSpaces() -> String {
        var text = self[startIndex...]
        while let first = text.first, first.isWhitespace || first == "\u{feff}" { text = text.dropFirst() }
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return String(text)
    }
}

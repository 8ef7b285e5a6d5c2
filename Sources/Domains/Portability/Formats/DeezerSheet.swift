import Catalog
import Primitives

/// Reads a sheet of the workbook that Deezer gives its users of their data (`deezer-data_N.xlsx`): loved songs, albums and
/// artists, the history, and own playlists with a row for each song. Deezer documents neither sheets nor columns; these are
/// what its exports of 2022 to 2026 have. Sheets are known by their names without the number before, columns by theirs.
struct DeezerSheet {
    private enum Kind: String {
        case songs = "favoriteSong"
        case albums = "favoriteAlbum"
        case artists = "favoriteArtist"
        case history = "listeningHistory"
        case playlists = "playlistCreated"
    }

    /// The shortest listening that is a play, in seconds; Deezer counts the same.
    private static let shortestPlay = 30.0

    private let kind: Kind
    /// By their names in lower case; nil before the first row.
    private var columns: [String: Int]?

    /// Nil for a sheet that has nothing to take in.
    init?(named name: String) {
        let parts = name.split(separator: "_", maxSplits: 1)
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[1])) else { return nil }
        self.kind = kind
    }

    /// Adds the things of a row. The first row names the columns.
    mutating func read(_ row: [String], into lists: inout BroughtLists) {
        guard let columns else {
            let names = row.enumerated().map { ($0.element.trimmingSpaces().lowercased(), $0.offset) }
            self.columns = Dictionary(names, uniquingKeysWith: { first, _ in first })
            return
        }
        func cell(_ names: String...) -> String? {
            guard let index = names.lazy.compactMap({ columns[$0] }).first, row.indices.contains(index) else {
                return nil
            }
            return HistoryObject.text(row[index].trimmingSpaces())
        }
        let (artist, album) = (cell("artist", "artists"), cell("album title"))
        let track = cell("song title").map {
            NamedTrack(isrc: cell("isrc"), title: $0, artist: artist ?? "", album: album)
        }
        switch kind {
        case .songs: lists.add(track.map { .trackLike($0, at: .asImported) })
        case .albums: lists.add(album.map { .albumLike(name: $0, artist: artist ?? "", at: .asImported) })
        case .artists: lists.add(artist.map { .artistLike(name: $0, musicBrainz: nil, at: .asImported) })
        case .history:
            // -1 for what was only begun.
            if let seconds = cell("listening time").flatMap(Double.init), seconds < Self.shortestPlay { return }
            let at = cell("date").flatMap(Self.instant)
            lists.add(track.flatMap { track in at.map { .play(track, at: $0, client: nil) } })
        case .playlists:
            guard let track, let playlist = cell("playlist title") else { return lists.unreadable += 1 }
            lists.add(track, to: playlist, at: nil)
        }
    }

    /// Text such as `2024-10-24 23:00:00`, in UTC; or a day's number since 1899-12-30 with its fraction, as a program for
    /// spreadsheets stores it.
    private static func instant(_ text: String) -> Timestamp? {
        guard let day = Double(text), (1...100_000).contains(day) else { return HistoryTime.instant(of: text) }
        return HistoryTime.instant(of: Int64(((day - 25_569) * 86_400).rounded()))
    }
}

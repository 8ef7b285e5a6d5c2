import Catalog
import Primitives

/// Reads plays from the CSV of Last.fm exporters: `artist,album,track,date` without a header row (benjaminbenben's
/// lastfm-to-csv), or columns that a header row names: `uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid`
/// (mainstream.ghan.nl), `Artist;Album;AlbumId;Track;Date#user` with milliseconds (lastfmstats.com), and the like. Loved
/// tracks are such a file without albums, or one whose name says so.
struct HistoryRows {
    private var columns: (artist: Int, album: Int?, track: Int, date: Int, recording: Int?)?
    private var isLoved: Bool

    /// - Parameter name: the file's name.
    init(named name: String = "") {
        isLoved = SongTable.isLoved(name)
    }

    /// Reads one row; nil for a header row. Throws when the first row is neither a header nor a play, because the file
    /// is of another kind then.
    mutating func read(_ row: [String]) throws(DomainError) -> HistoryObject.Reading? {
        var reading = HistoryObject.Reading()
        reading.source = .lastfm
        let isFirst = columns == nil
        if isFirst {
            if let named = Self.head(row) {
                columns = named
                isLoved = isLoved || named.album == nil && named.recording != nil
                return nil
            }
            columns = (0, 1, 2, 3, nil)
        }
        guard let columns else { return nil }
        func cell(_ index: Int?) -> String? {
            guard let index, row.indices.contains(index), row[index].utf8.count <= 4096 else { return nil }
            let text = row[index].trimmingPrefix("\u{feff}")
            return text.isEmpty ? nil : String(text)
        }
        guard let artist = cell(columns.artist), let title = cell(columns.track),
            let at = cell(columns.date).flatMap(HistoryTime.instant(of:))
        else {
            if isFirst { throw .unreadableImport }
            reading.unreadable = 1
            return reading
        }
        let named = NamedTrack(
            recording: cell(columns.recording), title: title, artist: artist, album: cell(columns.album))
        reading.items = [isLoved ? .trackLike(named, at: at) : .play(named, at: at, client: nil)]
        return reading
    }

    /// Whether the row names the columns of a history.
    static func isHead(_ row: [String]) -> Bool { head(row) != nil }

    private static func head(
        _ row: [String]
    ) -> (artist: Int, album: Int?, track: Int, date: Int, recording: Int?)? {
        // The name of the user may follow that of a column.
        let names = row.map { name in
            name.trimmingPrefix("\u{feff}").prefix { $0 != "#" }.lowercased().filter { $0.isLetter || $0 == "_" }
        }
        func index(_ choices: String...) -> Int? {
            choices.lazy.compactMap { names.firstIndex(of: $0) }.first
        }
        guard let artist = index("artist", "artist_name", "artistname"),
            let track = index("track", "track_name", "trackname", "title", "name"),
            let date = index("uts", "timestamp", "date", "utc_time", "time", "datetime")
        else { return nil }
        return (artist, index("album", "album_name", "release"), track, date, index("track_mbid", "recording_mbid"))
    }
}

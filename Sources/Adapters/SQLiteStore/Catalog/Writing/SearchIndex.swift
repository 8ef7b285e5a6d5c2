import Catalog
import GRDB

/// Keeps the full-text tables, whose row numbers are those of the things found. What is stored is folded
/// (`SearchText`).
///
/// What is to be written is collected until `flush()`, which comes last in a transaction: SQLite has the full-text tables put what
/// they hold on the disk before each later statement that can be undone by itself, and that would be one or more for every track.
final class SearchIndex {
    /// What there is to write about one row: nil takes it out.
    private typealias Pending = [Int64: [String]?]

    let words: WordIndex
    private let db: Database
    private var tracks: Pending = [:]
    private var albums: Pending = [:]
    private var artists: Pending = [:]
    /// Rows of tracks that were not there before.
    private var newTracks: Set<Int64> = []

    init(_ db: Database) {
        self.db = db
        words = WordIndex(db)
    }

    /// - Parameter isNew: whether the track had no row before.
    func replaceTrack(_ seq: Int64, with grouping: TrackGrouping, isNew: Bool) throws {
        var seen: Set<String> = []
        let names = grouping.credits.filter { seen.insert($0.folded).inserted }.map { SearchText.indexed($0.name) }
        if isNew { newTracks.insert(seq) }
        try putTrack(
            seq, title: SearchText.indexed(grouping.title), artists: names.joined(separator: " "),
            album: SearchText.indexed(grouping.albumName))
    }

    /// Puts a track back that comes back as it was.
    func restoreTrack(_ id: String, seq: Int64) throws {
        let find = try db.cachedStatement(sql: "SELECT title, album_name FROM track WHERE id = ?")
        guard let row = try Row.fetchOne(find, arguments: [id]) else { return }
        let names = try String.fetchSet(
            db.cachedStatement(sql: "SELECT name FROM track_artist WHERE track = ?"), arguments: [id])
        try putTrack(
            seq, title: SearchText.indexed(row["title"]),
            artists: names.sorted().map { SearchText.indexed($0) }.joined(separator: " "),
            album: SearchText.indexed(row["album_name"]))
    }

    func removeTrack(_ seq: Int64) {
        tracks[seq] = .some(nil)
    }

    private func putTrack(_ seq: Int64, title: String, artists: String, album: String) throws {
        tracks[seq] = [title, artists, album]
        for text in [title, artists, album] { try words.add(text) }
    }

    /// `name` nil takes it out.
    func replaceAlbum(_ seq: Int64, name: String?, artists: [String]) throws {
        let texts = name.map {
            [SearchText.indexed($0), artists.map { SearchText.indexed($0) }.joined(separator: " ")]
        }
        albums[seq] = .some(texts)
        for text in texts ?? [] { try words.add(text) }
    }

    /// No `names` takes it out.
    func replaceArtist(_ seq: Int64, names: [String]) throws {
        let text = names.map { SearchText.indexed($0) }.joined(separator: " ")
        artists[seq] = .some(names.isEmpty ? nil : [text])
        try words.add(text)
    }

    /// Writes what was collected.
    func flush() throws {
        try write(
            tracks, isNew: newTracks.contains, delete: "DELETE FROM track_search WHERE rowid = ?",
            insert: "INSERT INTO track_search (rowid, title, artists, album) VALUES (?, ?, ?, ?)")
        try write(
            albums, delete: "DELETE FROM album_search WHERE rowid = ?",
            insert: "INSERT INTO album_search (rowid, name, artists) VALUES (?, ?, ?)")
        try write(
            artists, delete: "DELETE FROM artist_search WHERE rowid = ?",
            insert: "INSERT INTO artist_search (rowid, name) VALUES (?, ?)")
        (tracks, albums, artists, newTracks) = ([:], [:], [:], [])
    }

    private func write(
        _ pending: Pending, isNew: (Int64) -> Bool = { _ in false }, delete: String, insert: String
    ) throws {
        let delete = try db.cachedStatement(sql: delete)
        let insert = try db.cachedStatement(sql: insert)
        for (seq, texts) in pending.sorted(by: { $0.key < $1.key }) {
            if !isNew(seq) { try delete.execute(arguments: [seq]) }
            if let texts { try insert.execute(arguments: [seq] + StatementArguments(texts)) }
        }
    }
}

import Catalog
import GRDB

/// Keeps the full-text tables, whose row numbers are those of the things found. What is stored is folded
/// (`SearchText`).
struct SearchIndex {
    let words: WordIndex
    private let db: Database

    init(_ db: Database) {
        self.db = db
        words = WordIndex(db)
    }

    func replaceTrack(_ seq: Int64, with grouping: TrackGrouping) throws {
        try removeTrack(seq)
        var seen: Set<String> = []
        let names = grouping.credits.filter { seen.insert($0.folded).inserted }.map { SearchText.words($0.name) }
        try insertTrack(
            seq, title: SearchText.words(grouping.title), artists: names.joined(separator: " "),
            album: SearchText.words(grouping.albumName))
    }

    /// Puts a track back that comes back as it was.
    func restoreTrack(_ id: String, seq: Int64) throws {
        let find = try db.cachedStatement(sql: "SELECT title, album_name FROM track WHERE id = ?")
        guard let row = try Row.fetchOne(find, arguments: [id]) else { return }
        let names = try String.fetchSet(
            db.cachedStatement(sql: "SELECT name FROM track_artist WHERE track = ?"), arguments: [id])
        try removeTrack(seq)
        try insertTrack(
            seq, title: SearchText.words(row["title"]),
            artists: names.sorted().map { SearchText.words($0) }.joined(separator: " "),
            album: SearchText.words(row["album_name"]))
    }

    func removeTrack(_ seq: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM track_search WHERE rowid = ?").execute(arguments: [seq])
    }

    private func insertTrack(_ seq: Int64, title: String, artists: String, album: String) throws {
        try db.cachedStatement(sql: "INSERT INTO track_search (rowid, title, artists, album) VALUES (?, ?, ?, ?)")
            .execute(arguments: [seq, title, artists, album])
        for text in [title, artists, album] { try words.add(text) }
    }

    /// `name` nil takes it out.
    func replaceAlbum(_ seq: Int64, name: String?, artists: [String]) throws {
        try db.cachedStatement(sql: "DELETE FROM album_search WHERE rowid = ?").execute(arguments: [seq])
        guard let name else { return }
        let texts = [SearchText.words(name), artists.map { SearchText.words($0) }.joined(separator: " ")]
        try db.cachedStatement(sql: "INSERT INTO album_search (rowid, name, artists) VALUES (?, ?, ?)")
            .execute(arguments: [seq, texts[0], texts[1]])
        for text in texts { try words.add(text) }
    }

    /// No `names` takes it out.
    func replaceArtist(_ seq: Int64, names: [String]) throws {
        try db.cachedStatement(sql: "DELETE FROM artist_search WHERE rowid = ?").execute(arguments: [seq])
        guard !names.isEmpty else { return }
        let text = names.map { SearchText.words($0) }.joined(separator: " ")
        try db.cachedStatement(sql: "INSERT INTO artist_search (rowid, name) VALUES (?, ?)")
            .execute(arguments: [seq, text])
        try words.add(text)
    }
}

import Catalog
import GRDB
import Primitives

/// Maintains the full-text tables. Their row numbers are those of the indexed items. The stored text is folded
/// (`SearchText`).
///
/// Writes are collected until `flush()`, which must come last in a transaction. SQLite writes the full-text tables to
/// disk before each later statement that can be rolled back separately, which would be at least one for every track.
final class SearchIndex {
    /// The pending writes by row; nil removes the row.
    private typealias Pending = [Int64: [String]?]

    let words: WordIndex
    private let db: Database
    private var tracks: Pending = [:]
    private var albums: Pending = [:]
    private var artists: Pending = [:]
    /// Rows of tracks that were not indexed before.
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

    /// Adds a missing track again that comes back unchanged.
    func restoreTrack(_ id: String, seq: Int64) throws {
        guard let row = try db.row("SELECT title, album_name FROM track WHERE id = ?", [id]) else { return }
        let names: Set<String> = try db.valueSet("SELECT name FROM track_artist WHERE track = ?", [id])
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

    /// - Parameter name: nil removes the album.
    func replaceAlbum(_ seq: Int64, name: String?, artists: [String]) throws {
        let texts = name.map {
            [SearchText.indexed($0), artists.map { SearchText.indexed($0) }.joined(separator: " ")]
        }
        albums[seq] = .some(texts)
        for text in texts ?? [] { try words.add(text) }
    }

    /// - Parameter names: empty removes the artist.
    func replaceArtist(_ seq: Int64, names: [String]) throws {
        let text = names.map { SearchText.indexed($0) }.joined(separator: " ")
        artists[seq] = .some(names.isEmpty ? nil : [text])
        try words.add(text)
    }

    /// Writes the collected changes.
    func flush() throws {
        try write(tracks, to: .tracks, isNew: newTracks.contains)
        try write(albums, to: .albums)
        try write(artists, to: .artists)
        (tracks, albums, artists, newTracks) = ([:], [:], [:], [])
    }

    private func write(_ pending: Pending, to kind: SearchedKind, isNew: (Int64) -> Bool = { _ in false }) throws {
        let delete = try db.cachedStatement(sql: "DELETE FROM \(kind.index) WHERE rowid = ?")
        let columns = kind.columns.joined(separator: ", ")
        let insert = try db.cachedStatement(
            sql: "INSERT INTO \(kind.index) (rowid, \(columns)) VALUES (?\(kind.columns.map { _ in ", ?" }.joined()))")
        for (seq, texts) in pending.sorted(by: { $0.key < $1.key }) {
            if !isNew(seq) { try delete.execute(arguments: [seq]) }
            if let texts { try insert.execute(arguments: [seq] + StatementArguments(texts)) }
        }
    }
}

/// Stores each word of all names with its trigrams, for misspelled queries. A word whose last name is gone finds
/// nothing and stays until `prune`.
final class WordIndex {
    private let db: Database
    private var known: Set<String> = []

    init(_ db: Database) {
        self.db = db
    }

    /// - Parameter text: folded words, separated by single spaces.
    func add(_ text: String) throws {
        for word in text.split(separator: " ") where word.utf8.count >= Spelling.shortestWord && !Self.isSigns(word) {
            let word = String(word)
            guard known.insert(word).inserted else { continue }
            let letters = Array(word.unicodeScalars)
            guard (Spelling.shortestWord...Spelling.longestWord).contains(letters.count) else { continue }
            try insert(word, letters)
        }
    }

    /// Whether the word is one that `SearchText.indexed` writes for signs, which nobody misspells.
    private static func isSigns(_ word: Substring) -> Bool {
        word.unicodeScalars.first.map { $0.properties.generalCategory == .privateUse } ?? false
    }

    private func insert(_ word: String, _ letters: [Unicode.Scalar]) throws {
        guard
            let id: Int64 = try db.value(
                "INSERT INTO search_word (word) VALUES (?) ON CONFLICT DO NOTHING RETURNING id", [word])
        else { return }
        try db.run(
            "INSERT OR IGNORE INTO search_trigram (trigram, length, word) SELECT value, ?, ? FROM json_each(?)",
            [letters.count, id, JSONList(Spelling.trigrams(letters))])
    }

    /// Removes the words that no name contains any more. It reads all words, so it should only run when many names are
    /// gone.
    func prune() throws {
        known = []
        try db.run(Self.unused)
        try db.run("DELETE FROM search_trigram WHERE word NOT IN (SELECT id FROM search_word)")
        for name: String in try db.values("SELECT search_name FROM genre WHERE track_count > 0") {
            try add(name)
        }
    }

    func clear() throws {
        known = []
        try db.execute(sql: "DELETE FROM search_trigram; DELETE FROM search_word;")
    }

    private static let unused = """
        DELETE FROM search_word WHERE word NOT IN (
          SELECT term FROM track_search_word UNION SELECT term FROM album_search_word UNION SELECT term FROM artist_search_word)
        """
}

/// Fills the search tables from the catalog if another version of `SearchText` made them, or if they are empty.
struct SearchRebuild {
    private let db: Database
    private let search: SearchIndex

    init(_ db: Database) {
        self.db = db
        search = SearchIndex(db)
    }

    static func isNeeded(_ db: Database) throws -> Bool {
        try db.value("SELECT version FROM search_state") != SearchText.version
    }

    func run() throws {
        try db.execute(sql: "DELETE FROM track_search; DELETE FROM album_search; DELETE FROM artist_search;")
        try search.words.clear()
        try each("SELECT seq, id, title FROM track WHERE missing_since IS NULL AND seq > ? ORDER BY seq LIMIT 1000") {
            row in
            try db.run(
                "UPDATE track SET search_title = ? WHERE seq = ?", [SearchText.name(row["title"]), row["seq"] as Int64])
            try search.restoreTrack(row["id"], seq: row["seq"])
        }
        try each("SELECT seq, id, name FROM album WHERE track_count > 0 AND seq > ? ORDER BY seq LIMIT 1000") { row in
            try db.run(
                "UPDATE album SET search_name = ? WHERE seq = ?", [SearchText.name(row["name"]), row["seq"] as Int64])
            let artists: [String] = try db.values(Self.albumArtists, [row["id"] as String])
            try search.replaceAlbum(row["seq"], name: row["name"], artists: artists)
        }
        try each("SELECT seq, id FROM artist WHERE seq > ? ORDER BY seq LIMIT 1000") { row in
            try ArtistRefresh(db: db, search: search, artist: row["id"]).run()
        }
        for row in try db.rows("SELECT id, name FROM genre") {
            let name = SearchText.name(row["name"])
            try db.run("UPDATE genre SET search_name = ? WHERE id = ?", [name, row["id"] as String])
            try search.words.add(name)
        }
        try db.run("DELETE FROM search_state")
        try db.run("INSERT INTO search_state (version) VALUES (?)", [SearchText.version])
    }

    /// Reads a thousand rows at a time: a library does not fit into memory.
    private func each(_ sql: String, _ body: (Row) throws -> Void) throws {
        var last: Int64 = 0
        while true {
            let rows = try db.rows(sql, [last])
            guard let end = rows.last else { return }
            for row in rows { try body(row) }
            try search.flush()
            last = end["seq"]
        }
    }

    private static let albumArtists = """
        SELECT a.name FROM album_artist aa CROSS JOIN artist a ON a.id = aa.artist WHERE aa.album = ? ORDER BY aa.position
        """
}

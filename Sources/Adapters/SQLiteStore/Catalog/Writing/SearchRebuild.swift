import Catalog
import GRDB
import Primitives

/// Fills the search tables from the catalogue where they were made by another version of `SearchText`, or not at all.
struct SearchRebuild {
    private let db: Database
    private let search: SearchIndex

    init(_ db: Database) {
        self.db = db
        search = SearchIndex(db)
    }

    static func isNeeded(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT version FROM search_state") != SearchText.version
    }

    func run() throws {
        try db.execute(sql: "DELETE FROM track_search; DELETE FROM album_search; DELETE FROM artist_search;")
        try search.words.clear()
        try each("SELECT seq, id, title FROM track WHERE missing_since IS NULL AND seq > ? ORDER BY seq LIMIT 1000") {
            row in
            try db.cachedStatement(sql: "UPDATE track SET search_title = ? WHERE seq = ?")
                .execute(arguments: [SearchText.name(row["title"]), row["seq"] as Int64])
            try search.restoreTrack(row["id"], seq: row["seq"])
        }
        try each("SELECT seq, id, name FROM album WHERE track_count > 0 AND seq > ? ORDER BY seq LIMIT 1000") { row in
            try db.cachedStatement(sql: "UPDATE album SET search_name = ? WHERE seq = ?")
                .execute(arguments: [SearchText.name(row["name"]), row["seq"] as Int64])
            let artists = try String.fetchAll(
                db.cachedStatement(sql: Self.albumArtists), arguments: [row["id"] as String])
            try search.replaceAlbum(row["seq"], name: row["name"], artists: artists)
        }
        try each("SELECT seq, id FROM artist WHERE seq > ? ORDER BY seq LIMIT 1000") { row in
            try ArtistRefresh(db: db, search: search, artist: row["id"]).run()
        }
        for row in try Row.fetchAll(db, sql: "SELECT id, name FROM genre") {
            let name = SearchText.name(row["name"])
            try db.cachedStatement(sql: "UPDATE genre SET search_name = ? WHERE id = ?")
                .execute(arguments: [name, row["id"] as String])
            try search.words.add(name)
        }
        try db.execute(sql: "DELETE FROM search_state")
        try db.execute(sql: "INSERT INTO search_state (version) VALUES (?)", arguments: [SearchText.version])
    }

    /// A thousand rows at a time: a library does not fit into memory.
    private func each(_ sql: String, _ body: (Row) throws -> Void) throws {
        var last: Int64 = 0
        while true {
            let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [last])
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

package import Catalog
import GRDB
package import Journal
package import Primitives

/// Explicit marks in SQLite.
package struct SQLiteExplicitStore: ExplicitStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func mark(_ tracks: [ID<Track>], _ mark: Bool?, journal entry: JournalEntry) async throws {
        try await database.write(.catalogue) { db in
            let flags = ExplicitFlags(db)
            for track in tracks { try flags.mark(track.rawValue, mark) }
            try Self.count(tracks, entry.at, db)
            try ExplicitFlags.carry(db, of: tracks.map(\.rawValue))
            try entry.append(to: db)
        }
    }

    /// Updates albums, artists and genres after tracks became explicit or stopped being so.
    private static func count(_ tracks: [ID<Track>], _ at: Timestamp, _ db: Database) throws {
        let list = JSONList(tracks)
        try CatalogRefresh(
            albums: db.valueSet(albums, [list]), artists: db.valueSet(artists, [list]),
            genres: db.valueSet(genres, [list])
        ).run(db, at: at)
    }

    private static let albums = "SELECT DISTINCT t.album FROM json_each(?) j CROSS JOIN track t ON t.id = j.value"
    private static let artists = """
        SELECT DISTINCT ta.artist FROM json_each(?) j CROSS JOIN track_artist ta ON ta.track = j.value
        """
    private static let genres = """
        SELECT DISTINCT tg.genre FROM json_each(?) j CROSS JOIN track_genre tg ON tg.track = j.value
        """
}

/// Maintains the column that says whether a track is explicit: by the admin's mark or, if there is none, by the file's
/// tag.
struct ExplicitFlags: TransactionScoped {
    let db: Database

    /// - Parameter mark: nil removes the mark.
    func mark(_ track: String, _ mark: Bool?) throws {
        try db.run("UPDATE track SET explicit_mark = ? WHERE id = ?", [mark, track])
        try settle(track)
    }

    /// Updates the column. Must be called when the tag or the mark may have changed.
    func settle(_ track: String) throws {
        try db.run(
            "UPDATE track SET is_explicit = \(Self.isExplicit) WHERE id = ? AND is_explicit <> \(Self.isExplicit)",
            [track])
    }

    /// Moves notifications and reports about the tracks, their albums and posts to the part of the library that the
    /// tracks now belong to.
    static func carry(_ db: Database, of tracks: [String]) throws {
        let albums = "SELECT album FROM track WHERE id IN (SELECT value FROM json_each(:tracks))"
        let posts = "SELECT id FROM board_post WHERE track IN (SELECT value FROM json_each(:tracks))"
        let subjects = [
            ("track", "SELECT value FROM json_each(:tracks)", "SELECT part FROM track WHERE id = subject"),
            ("album", albums, "SELECT part FROM album WHERE id = subject"),
            ("post", posts, "SELECT t.part FROM board_post p JOIN track t ON t.id = p.track WHERE p.id = subject"),
        ]
        for (kind, ids, part) in subjects {
            for (table, column) in [("notification", "subject_kind"), ("report", "kind")] {
                try db.run(
                    """
                    UPDATE \(table) SET library = (\(part))
                    WHERE \(column) = :kind AND subject IN (\(ids)) AND library IS NOT NULL
                    """, ["kind": kind, "tracks": JSONList(tracks)])
            }
        }
    }

    private static let isExplicit = """
        coalesce(explicit_mark, instr(char(10) || further, char(10) || 'advisory' || char(9) || 'explicit') > 0, 0)
        """
}

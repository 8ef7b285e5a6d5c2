import GRDB

/// Merges the segments of which a search index consists. A scan leaves dozens of them, and every search looks each of its words up in each.
struct SearchMerge {
    static let indexes = [SearchedKind.tracks, .albums, .artists].map(\.index)

    /// With more segments than this, an index is worth being written anew.
    static let few = 2
    /// So many pages are written in one turn: other writers wait no longer.
    private static let pagesPerTurn = 250

    let index: String

    func isWorthwhile(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT count(DISTINCT segid) FROM \(index)_idx") ?? 0 > Self.few
    }

    /// True as long as there is more to do.
    ///
    /// - Parameter begins: that all segments there are at present are merged into one, in as many turns as it takes.
    func turn(_ db: Database, begins: Bool) throws -> Bool {
        let before = db.totalChangesCount
        try db.execute(
            sql: "INSERT INTO \(index) (\(index), rank) VALUES ('merge', ?)",
            arguments: [begins ? -Self.pagesPerTurn : Self.pagesPerTurn])
        // SQLite's documentation of FTS5, section 6.9: less than two changes are none.
        return db.totalChangesCount - before >= 2
    }
}

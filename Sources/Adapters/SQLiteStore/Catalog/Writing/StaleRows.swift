import Catalog
import GRDB
import Primitives

/// Puts off counting the great artists and genres.
///
/// To bring a row up to date, all its tracks are counted. For one that has thousands ("Rock", "Various Artists"), doing
/// so for every batch of a first scan would cost more than everything else. Its id is stored instead, in the batch's
/// transaction, and it is counted when the scan ends, or at the next start when the scan died.
package struct StaleRows {
    /// How many tracks and albums a great one has.
    package static let greatAbove = 250

    enum Kind: String {
        case artist, genre
    }

    private let db: Database
    private let greatAbove: Int

    init(_ db: Database, above greatAbove: Int) {
        self.db = db
        self.greatAbove = greatAbove
    }

    /// Whether `id` is great; then it is noted for later.
    func defers(_ kind: Kind, _ id: String) throws -> Bool {
        guard greatAbove < .max else { return false }
        let count =
            switch kind {
            case .artist: "SELECT track_count + album_count FROM artist WHERE id = ?"
            case .genre: "SELECT track_count + album_count FROM genre WHERE id = ?"
            }
        guard let size = try Int.fetchOne(db.cachedStatement(sql: count), arguments: [id]), size > greatAbove else {
            return false
        }
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO stale (kind, id) VALUES (?, ?)")
            .execute(arguments: [kind.rawValue, id])
        return true
    }

    static func areThere(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM stale)") ?? false
    }

    /// Counts what was put off.
    func settle(at: Timestamp) throws {
        let search = SearchIndex(db)
        let artists = ArtistIndex(db, search: search, stale: self, at: at)
        let genres = GenreIndex(db, search: search, stale: self, at: at)
        for row in try Row.fetchAll(db, sql: "SELECT kind, id FROM stale") {
            switch Kind(rawValue: row["kind"]) {
            case .artist: artists.touch(row["id"])
            case .genre: genres.touch(row["id"])
            case nil: break
            }
        }
        try artists.refresh()
        try genres.refresh()
        try search.flush()
        try db.execute(sql: "DELETE FROM stale")
    }
}

import Catalog
import GRDB
import Primitives

/// Removes a library and its contents from the catalog. Its row stays, and its tracks stay as missing ones, because
/// histories and queues refer to them. If the same folder or files are added again, they become those tracks.
struct LibraryRemoval {
    let db: Database
    let library: ID<Library>

    func run(at: Timestamp) throws {
        let indexes = CatalogIndexes(db, stale: StaleRows(db, above: .max), at: at)
        for artist: String in try db.valueSet(Self.artists, [library, library]) { indexes.artists.touch(artist) }
        for genre: String in try db.valueSet(Self.genres, [library]) { indexes.genres.touch(genre) }
        for sql in Self.emptying { try db.run(sql, [library]) }
        for sql in Self.marking { try db.run(sql, [at, library]) }
        try indexes.finish()
        try indexes.search.words.prune()
        let images = ArtistImages(db)
        try images.write(images.changes())
    }

    private static let artists = """
        SELECT ta.artist FROM track t JOIN track_artist ta ON ta.track = t.id WHERE t.library = ?
        UNION SELECT aa.artist FROM album a JOIN album_artist aa ON aa.album = a.id WHERE a.library = ?
        """
    private static let genres = """
        SELECT DISTINCT tg.genre FROM track t JOIN track_genre tg ON tg.track = t.id WHERE t.library = ?
        """
    /// Empties all albums at once, with the result that `AlbumRefresh` would have for each.
    private static let emptying = [
        "DELETE FROM track_search WHERE rowid IN (SELECT seq FROM track WHERE library = ? AND missing_since IS NULL)",
        "DELETE FROM album_search WHERE rowid IN (SELECT seq FROM album WHERE library = ?)",
        "UPDATE album SET track_count = 0, duration_ms = 0, plays = 0 WHERE library = ?",
        "DELETE FROM broken_file WHERE library = ?",
    ]
    private static let marking = [
        "UPDATE track SET missing_since = ? WHERE library = ? AND missing_since IS NULL",
        "UPDATE library SET removed_at = ? WHERE id = ?",
    ]
}

/// Defers counting the large artists and genres.
///
/// Updating a row counts all its tracks. For one that has thousands ("Rock", "Various Artists"), doing so for every
/// batch of a first scan would cost more than everything else. Instead its id is stored in the batch's transaction, and
/// it is counted when the scan ends, or at the next start if the scan was interrupted.
package struct StaleRows {
    /// The number of tracks and albums above which a row is large.
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

    /// Whether `id` is large. If so, stores it for later.
    func defers(_ kind: Kind, _ id: String) throws -> Bool {
        guard greatAbove < .max else { return false }
        let count = "SELECT track_count + album_count FROM \(kind.rawValue) WHERE id = ?"
        guard let size: Int = try db.value(count, [id]), size > greatAbove else { return false }
        try db.run("INSERT OR IGNORE INTO stale (kind, id) VALUES (?, ?)", [kind.rawValue, id])
        return true
    }

    static func areThere(_ db: Database) throws -> Bool {
        try db.value("SELECT EXISTS (SELECT 1 FROM stale)") ?? false
    }

    /// Counts the deferred rows.
    func settle(at: Timestamp) throws {
        let indexes = CatalogIndexes(db, stale: self, at: at)
        for row in try db.rows("SELECT kind, id FROM stale") {
            switch Kind(rawValue: row["kind"]) {
            case .artist: indexes.artists.touch(row["id"])
            case .genre: indexes.genres.touch(row["id"])
            case nil: break
            }
        }
        try indexes.finish()
        try db.run("DELETE FROM stale")
    }
}

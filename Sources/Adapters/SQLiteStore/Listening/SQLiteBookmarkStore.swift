package import Catalog
import GRDB
package import Journal
package import Listening
package import Primitives

/// Bookmarks in SQLite.
package struct SQLiteBookmarkStore: BookmarkStore {
    private static let list = KeysetList(name: "bookmarks.newest", columns: [.integer, .text])
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func bookmarks(
        of user: ID<Person>, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<Bookmark> {
        let part = try Self.list.part(page)
        return try await database.read { db in
            let rows = try db.rows(Self.page(scope), part.newest + ["account": user] + scope.arguments)
            return part.page(rows.map(BookmarkTable.bookmark)) { ($0.changedAt, $0.track) }
        }
    }

    static func page(_ scope: LibraryScope) -> String {
        let isSeen =
            scope == .everything
            ? "" : " AND EXISTS (SELECT 1 FROM track WHERE track.id = bookmark.track\(scope.and("track.library")))"
        return """
            SELECT track, position_ms, comment, created_at, changed_at FROM bookmark
            WHERE account = :account AND (changed_at, track) < (:after0, :after1)\(isSeen)
            ORDER BY changed_at DESC, track DESC LIMIT :limit
            """
    }

    package func bookmark(of user: ID<Person>, in track: ID<Track>) async throws -> Bookmark? {
        try await database.read { try BookmarkTable($0).bookmark(of: user, in: track) }
    }

    /// The user's bookmarked positions in these tracks.
    static func positions(_ tracks: JSONList, _ user: ID<Person>, _ db: Database) throws -> [ID<Track>: Duration] {
        let rows = try db.cursor(positions, [tracks, user])
        var found: [ID<Track>: Duration] = [:]
        while let row = try rows.next() { found[ID(row[0])] = .milliseconds(row[1] as Int64) }
        return found
    }

    static let positions = """
        SELECT b.track, b.position_ms
        FROM json_each(?) j CROSS JOIN bookmark b ON b.account = ? AND b.track = j.value
        """

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any BookmarkState, BookmarkWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.listening, BookmarkTable.self, decide)
    }
}

/// The stored bookmarks within one transaction.
struct BookmarkTable: BookmarkState, EditedTable {
    let db: Database

    func part(of track: ID<Track>) throws -> String? {
        try db.value("SELECT part FROM track WHERE id = ?", [track])
    }

    func bookmark(of user: ID<Person>, in track: ID<Track>) throws -> Bookmark? {
        try db.row(Self.one, [user, track]).map(Self.bookmark)
    }

    func count(of user: ID<Person>) throws -> Int {
        try db.value("SELECT count(*) FROM bookmark WHERE account = ?", [user]) ?? 0
    }

    func execute(_ write: BookmarkWrite) throws {
        switch write {
        case .put(let bookmark, let user):
            try db.run(
                Self.put,
                [
                    user, bookmark.track, bookmark.position.wholeMilliseconds, bookmark.comment, bookmark.createdAt,
                    bookmark.changedAt,
                ])
        case .remove(let track, let user):
            try db.run("DELETE FROM bookmark WHERE account = ? AND track = ?", [user, track])
        }
    }

    static func bookmark(_ row: Row) -> Bookmark {
        Bookmark(
            track: row["track"], position: .milliseconds(row["position_ms"] as Int64), comment: row["comment"],
            createdAt: row["created_at"], changedAt: row["changed_at"])
    }

    private static let one = """
        SELECT track, position_ms, comment, created_at, changed_at FROM bookmark WHERE account = ? AND track = ?
        """
    private static let put = """
        INSERT INTO bookmark (account, track, position_ms, comment, created_at, changed_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (account, track) DO UPDATE SET position_ms = ?3, comment = ?4, changed_at = ?6
        """
}

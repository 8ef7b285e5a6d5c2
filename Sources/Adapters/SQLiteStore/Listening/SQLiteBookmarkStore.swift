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
        let after = try Self.list.position(page.cursor)
        return try await database.read { db in
            let arguments: StatementArguments = [
                "account": user.rawValue, "at": after?[0] ?? Int64.max.databaseValue,
                "track": after?[1] ?? "~".databaseValue, "limit": page.limit + 1,
            ]
            let rows = try Row.fetchAll(db, sql: Self.page(scope), arguments: arguments + scope.arguments)
            return Self.list.page(rows.map(BookmarkTable.bookmark), limit: page.limit) {
                [.integer($0.changedAt.milliseconds), .text($0.track.rawValue)]
            }
        }
    }

    /// No id begins with a tilde or a greater character.
    static func page(_ scope: LibraryScope) -> String {
        let isSeen =
            scope == .everything
            ? "" : " AND EXISTS (SELECT 1 FROM track WHERE track.id = bookmark.track\(scope.and("track.library")))"
        return """
            SELECT track, position_ms, comment, created_at, changed_at FROM bookmark
            WHERE account = :account AND (changed_at, track) < (:at, :track)\(isSeen)
            ORDER BY changed_at DESC, track DESC LIMIT :limit
            """
    }

    package func bookmark(of user: ID<Person>, in track: ID<Track>) async throws -> Bookmark? {
        try await database.read { try BookmarkTable($0).bookmark(of: user, in: track) }
    }

    /// The user's bookmarked positions in these tracks.
    static func positions(
        _ tracks: JSONList, _ user: ID<Person>, _ db: Database
    ) throws -> [ID<Track>: Duration] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: positions), arguments: [tracks, user.rawValue])
        var found: [ID<Track>: Duration] = [:]
        while let row = try rows.next() { found[ID(row[0])] = .milliseconds(row[1] as Int64) }
        return found
    }

    static let positions = """
        SELECT b.track, b.position_ms
        FROM json_each(?) j CROSS JOIN bookmark b ON b.account = ? AND b.track = j.value
        """

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any BookmarkState) throws -> (Changes<BookmarkWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.write(.listening) { db in
            let bookmarks = BookmarkTable(db)
            let (changes, outcome) = try decide(bookmarks)
            try changes?.write(to: db, bookmarks.execute)
            return outcome
        }
    }
}

/// The stored bookmarks within one transaction.
struct BookmarkTable: BookmarkState {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func part(of track: ID<Track>) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT part FROM track WHERE id = ?"), arguments: [track.rawValue])
    }

    func bookmark(of user: ID<Person>, in track: ID<Track>) throws -> Bookmark? {
        try Row.fetchOne(
            db.cachedStatement(sql: Self.one), arguments: [user.rawValue, track.rawValue]
        ).map(Self.bookmark)
    }

    func count(of user: ID<Person>) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT count(*) FROM bookmark WHERE account = ?"), arguments: [user.rawValue]) ?? 0
    }

    func execute(_ write: BookmarkWrite) throws {
        switch write {
        case .put(let bookmark, let user):
            try db.cachedStatement(sql: Self.put).execute(
                arguments: [
                    user.rawValue, bookmark.track.rawValue, bookmark.position.wholeMilliseconds, bookmark.comment,
                    bookmark.createdAt.milliseconds, bookmark.changedAt.milliseconds,
                ])
        case .remove(let track, let user):
            try db.cachedStatement(sql: "DELETE FROM bookmark WHERE account = ? AND track = ?")
                .execute(arguments: [user.rawValue, track.rawValue])
        }
    }

    static func bookmark(_ row: Row) -> Bookmark {
        Bookmark(
            track: ID(row["track"]), position: .milliseconds(row["position_ms"] as Int64), comment: row["comment"],
            createdAt: Timestamp(milliseconds: row["created_at"]),
            changedAt: Timestamp(milliseconds: row["changed_at"]))
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

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
            return Self.list.page(rows.map(Self.bookmark), limit: page.limit) {
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
        try await database.read { try Self.find(track, user, $0) }
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

    package func put(
        _ track: ID<Track>, position: Duration, comment: String?, of user: ID<Person>, in scope: LibraryScope,
        at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> Bookmark {
        try await database.write(.listening) { db in
            let library = try String.fetchOne(
                db, sql: "SELECT part FROM track WHERE id = ?", arguments: [track.rawValue])
            guard let library, scope.admits(library: library) else {
                throw DomainError.notFound("There is no such track")
            }
            let before = try Self.find(track, user, db)
            if before == nil {
                let count = try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM bookmark WHERE account = ?", arguments: [user.rawValue])
                guard count ?? 0 < Bookmark.maximumPerUser else {
                    throw DomainError(.conflict, "Nobody can have more than \(Bookmark.maximumPerUser) bookmarks")
                }
            }
            try db.execute(
                sql: """
                    INSERT INTO bookmark (account, track, position_ms, comment, created_at, changed_at)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?5)
                    ON CONFLICT (account, track) DO UPDATE SET position_ms = ?3, comment = ?4, changed_at = ?5
                    """,
                arguments: [
                    user.rawValue, track.rawValue, position.wholeMilliseconds, comment, instant.milliseconds,
                ])
            try entry.append(to: db)
            return Bookmark(
                track: track, position: .milliseconds(position.wholeMilliseconds), comment: comment,
                createdAt: before?.createdAt ?? instant, changedAt: instant)
        }
    }

    package func remove(_ track: ID<Track>, of user: ID<Person>, journal entry: JournalEntry) async throws -> Bool {
        try await database.write(.listening) { db in
            try db.execute(
                sql: "DELETE FROM bookmark WHERE account = ? AND track = ?", arguments: [user.rawValue, track.rawValue])
            guard db.changesCount == 1 else { return false }
            try entry.append(to: db)
            return true
        }
    }

    private static func find(_ track: ID<Track>, _ user: ID<Person>, _ db: Database) throws -> Bookmark? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT track, position_ms, comment, created_at, changed_at FROM bookmark WHERE account = ? AND track = ?
                """,
            arguments: [user.rawValue, track.rawValue]
        ).map(bookmark)
    }

    private static func bookmark(_ row: Row) -> Bookmark {
        Bookmark(
            track: ID(row["track"]), position: .milliseconds(row["position_ms"] as Int64), comment: row["comment"],
            createdAt: Timestamp(milliseconds: row["created_at"]),
            changedAt: Timestamp(milliseconds: row["changed_at"]))
    }
}

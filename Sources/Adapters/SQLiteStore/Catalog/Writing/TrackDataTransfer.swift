import GRDB

/// Carries what people did with one track or album over to another, within a transaction. What both have stays as the other has it,
/// unless it is newer and the one is to go.
///
/// Sums of plays and of playlists are kept by triggers on rows that come and go, so those rows go and come again.
struct TrackDataTransfer {
    private let db: Database
    private let arguments: [String: String?]
    private let isWhole: Bool

    /// - Parameter library: carry over only what belongs to people who see it, and only to where there is nothing yet; nil: all, since
    ///   the row of `old` is going.
    init(_ db: Database, from old: String, to new: String, seenIn library: String? = nil) {
        self.db = db
        arguments = ["from": old, "to": new, "library": library]
        isWhole = library == nil
    }

    func track() throws {
        try annotations("track")
        try run(Self.bookmarks(isWhole))
        try run(["UPDATE play_queue_track SET track = :to WHERE track = :from AND \(Self.isSeer)"])
        try move("playlist_entry", where: "playlist IN (SELECT id FROM playlist WHERE \(Self.isSeer("owner")))")
        try move("play", where: Self.isSeer)
        try move(
            "play_count", where: Self.isSeer,
            or: """
                ON CONFLICT (account, track) DO UPDATE SET plays = plays + excluded.plays,
                  last_played_at = max(last_played_at, excluded.last_played_at)
                """)
        try run(Self.shelf("track", title: "title", search: "search_title"))
        guard isWhole else { return }
        try run(Self.rest)
        if let new = arguments["to"] ?? nil { try ExplicitFlags(db).settle(new) }
    }

    /// Its plays follow its tracks.
    func album() throws {
        try annotations("album")
        try run(Self.shelf("album", title: "name", search: "search_name"))
    }

    private func annotations(_ kind: String) throws {
        let newer =
            isWhole
            ? "DO UPDATE SET rating = excluded.rating, review = coalesce(excluded.review, review),"
                + " rated_at = excluded.rated_at WHERE excluded.rated_at > rated_at" : "DO NOTHING"
        try run([
            """
            INSERT INTO \(kind)_like (account, \(kind), liked_at)
            SELECT account, :to, liked_at FROM \(kind)_like WHERE \(kind) = :from AND \(Self.isSeer) ON CONFLICT DO NOTHING
            """,
            "DELETE FROM \(kind)_like WHERE \(kind) = :from AND \(Self.isSeer)",
            """
            INSERT INTO \(kind)_rating (account, \(kind), rating, rated_at, review)
            SELECT account, :to, rating, rated_at, review FROM \(kind)_rating WHERE \(kind) = :from AND \(Self.isSeer)
            ON CONFLICT (account, \(kind)) \(newer)
            """,
            "DELETE FROM \(kind)_rating WHERE \(kind) = :from AND \(Self.isSeer)",
            """
            UPDATE share_item SET \(kind) = :to
            WHERE \(kind) = :from AND share IN (SELECT id FROM share WHERE \(Self.isSeer))
            """,
        ])
    }

    private func run(_ statements: [String]) throws {
        for sql in statements {
            let statement = try db.cachedStatement(sql: sql)
            // Not every statement reads all of them.
            let used = arguments.filter { sql.contains(":\($0.key)") }
            try statement.execute(arguments: StatementArguments(used))
        }
    }

    private func move(_ table: String, where condition: String, or conflict: String = "") throws {
        let sql = "DELETE FROM \(table) WHERE track = :from AND \(condition) RETURNING *"
        let rows = try Row.fetchAll(
            db, sql: sql, arguments: StatementArguments(arguments.filter { sql.contains(":\($0.key)") }))
        for row in rows {
            let columns = Array(row.columnNames)
            let values = columns.map { $0 == "track" ? (arguments["to"] ?? nil)?.databaseValue ?? .null : row[$0] }
            try db.cachedStatement(
                sql: """
                    INSERT INTO \(table) (\(columns.joined(separator: ", ")))
                    VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) \(conflict)
                    """
            ).execute(arguments: StatementArguments(values))
        }
    }

    private static let isSeer = isSeer("account")

    /// Whether `person` may see `:library`, of which nil stands for all.
    static func isSeer(_ person: String) -> String {
        "(:library IS NULL OR \(sees(person, ":library")))"
    }

    private static func sees(_ person: String, _ library: String) -> String {
        """
        \(person) IN (SELECT who.id FROM account who WHERE who.all_libraries = 1
          OR EXISTS (SELECT 1 FROM account_library given WHERE given.account = who.id AND given.library = \(library)))
        """
    }

    private static func bookmarks(_ isWhole: Bool) -> [String] {
        let newer =
            isWhole
            ? "DO UPDATE SET position_ms = excluded.position_ms, comment = coalesce(excluded.comment, comment),"
                + " changed_at = excluded.changed_at WHERE excluded.changed_at > changed_at" : "DO NOTHING"
        return [
            """
            INSERT INTO bookmark (account, track, position_ms, comment, created_at, changed_at)
            SELECT account, :to, position_ms, comment, created_at, changed_at FROM bookmark
            WHERE track = :from AND \(isSeer) ON CONFLICT (account, track) \(newer)
            """,
            "DELETE FROM bookmark WHERE track = :from AND \(isSeer)",
        ]
    }

    /// Of two items of one shelf that become the same thing, the one without a comment goes.
    private static func shelf(_ kind: String, title: String, search: String) -> [String] {
        [
            """
            UPDATE shelf_item SET \(kind) = :to, (library, title, title_key, title_search) = (
              SELECT t.part, iif(t.\(title) = '', shelf_item.title, t.\(title)), t.\(title)_key, t.\(search)
              FROM \(kind) t WHERE t.id = :to)
            WHERE \(kind) = :from AND \(isSeer)
              AND NOT EXISTS (SELECT 1 FROM shelf_item o WHERE o.\(kind) = :to AND o.account = shelf_item.account)
            """,
            "DELETE FROM shelf_item WHERE \(kind) = :from AND comment = '' AND \(isSeer)",
            """
            UPDATE shelf_item SET rating = ifnull((SELECT r.rating FROM \(kind)_rating r
              WHERE r.\(kind) = :to AND r.account = shelf_item.account), 0)
            WHERE \(kind) = :to
            """,
        ]
    }

    /// What is not any one person's, or would point somewhere else for those who do not see the library.
    private static let rest = [
        """
        UPDATE track SET explicit_mark = (SELECT o.explicit_mark FROM track o WHERE o.id = :from)
        WHERE id = :to AND explicit_mark IS NULL
        """,
        "UPDATE board_post SET track = :to WHERE track = :from",
        "UPDATE wish SET arrival = :to WHERE arrival = :from",
        "UPDATE submission SET track = :to WHERE track = :from",
        "UPDATE track_edit_history SET track = :to WHERE track = :from",
        """
        UPDATE OR IGNORE submission_alike SET track = (SELECT seq FROM track WHERE id = :to)
        WHERE track = (SELECT seq FROM track WHERE id = :from)
        """,
    ]

    /// Whether anybody who sees the library of `kept` has anything to do with `lost`.
    static func concerns(_ lost: String, seenIn library: String) -> String {
        let own = ["track_like", "track_rating", "bookmark", "play", "play_count", "shelf_item", "play_queue_track"].map
        {
            "EXISTS (SELECT 1 FROM \($0) h WHERE h.track = \(lost) AND \(sees("h.account", library)))"
        }
        let others = [
            """
            EXISTS (SELECT 1 FROM playlist_entry h JOIN playlist l ON l.id = h.playlist
              WHERE h.track = \(lost) AND \(sees("l.owner", library)))
            """,
            """
            EXISTS (SELECT 1 FROM share_item h JOIN share s ON s.id = h.share
              WHERE h.track = \(lost) AND \(sees("s.account", library)))
            """,
        ]
        return "(" + (own + others).joined(separator: " OR ") + ")"
    }
}

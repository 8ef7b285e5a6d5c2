import Board
import GRDB
import Primitives

/// Reads posts as one viewer sees them.
struct PostReader {
    let db: Database
    let reader: BoardViewer

    func page(of day: LocalDay, after position: (at: Int64, id: String), limit: Int) throws -> [Post] {
        var arguments = arguments
        arguments["day"] = day.number.databaseValue
        arguments["at"] = position.at.databaseValue
        arguments["id"] = position.id.databaseValue
        arguments["limit"] = limit.databaseValue
        return try posts(Self.page, arguments)
    }

    func post(_ id: ID<Post>) throws -> Post? {
        var arguments = arguments
        arguments["id"] = id.rawValue.databaseValue
        return try posts(Self.post, arguments).first
    }

    func own(on day: LocalDay) throws -> Post? {
        var arguments = arguments
        arguments["day"] = day.number.databaseValue
        return try posts(Self.own, arguments).first
    }

    /// Returns nil if the post does not exist.
    static func entry(_ id: ID<Post>, _ db: Database) throws -> BoardRules.Entry? {
        try Row.fetchOne(
            db, sql: "SELECT account, day, hidden_at, hidden_reason FROM board_post WHERE id = ?",
            arguments: [id.rawValue]
        ).map(BoardRows.entry)
    }

    private var arguments: [String: DatabaseValue] {
        ["me": reader.person.rawValue.databaseValue, "moderates": reader.moderates.databaseValue]
    }

    private func posts(_ sql: String, _ arguments: [String: DatabaseValue]) throws -> [Post] {
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
        let reactions = try reactions(to: rows.map { $0["id"] })
        return rows.map { post($0, reactions[$0["id"]] ?? []) }
    }

    private func post(_ row: Row, _ reactions: [ReactionCount]) -> Post {
        let track: String? = row["track"]
        let isSeen = reader.libraries.admits(library: row["library"])
        return Post(
            id: ID(row["id"]), day: LocalDay(number: row["day"]), at: Timestamp(milliseconds: row["at"]),
            author: BoardRows.author(row), caption: row["caption"],
            song: isSeen ? Post.Song(track: track.map { ID($0) }, title: row["title"], artist: row["artist"]) : nil,
            hiding: BoardRows.hiding(row), reactions: reactions, comments: row["comments"])
    }

    private func reactions(to posts: [String]) throws -> [String: [ReactionCount]] {
        guard !posts.isEmpty else { return [:] }
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: Self.reactions),
            arguments: ["posts": JSONList(posts), "me": reader.person.rawValue])
        var found: [String: [ReactionCount]] = [:]
        for row in rows {
            // Reactions that only another version knows are skipped.
            guard let reaction = Reaction(rawValue: row["reaction"]) else { continue }
            found[row["post"], default: []].append(
                ReactionCount(reaction: reaction, count: row["count"], isOwn: row["own"]))
        }
        let places = Dictionary(uniqueKeysWithValues: Reaction.allCases.enumerated().map { ($1, $0) })
        return found.mapValues { $0.sorted { places[$0.reaction] ?? 0 < places[$1.reaction] ?? 0 } }
    }

    static let page = """
        \(columns)
        WHERE p.day = :day AND (p.at, p.id) < (:at, :id) AND \(BoardRows.seen("p"))
        ORDER BY p.at DESC, p.id DESC LIMIT :limit
        """

    static let post = "\(columns) WHERE p.id = :id AND \(BoardRows.seen("p"))"

    static let own = "\(columns) WHERE p.day = :day AND p.account = :me"

    private static let columns = """
        SELECT p.id AS id, p.day AS day, p.at AS at, p.account AS account, a.display_name AS display_name,
          a.picture AS picture, p.caption AS caption, p.track AS track, coalesce(t.part, p.library) AS library,
          p.title AS title, p.artist AS artist, p.hidden_at AS hidden_at, p.hidden_reason AS hidden_reason,
          (SELECT count(*) FROM board_comment c WHERE c.post = p.id AND c.hidden_at IS NULL) AS comments
        FROM board_post p CROSS JOIN account a ON a.id = p.account LEFT JOIN track t ON t.id = p.track
        """

    static let reactions = """
        SELECT r.post AS post, r.reaction AS reaction, count(*) AS count, max(r.account = :me) AS own
        FROM json_each(:posts) j CROSS JOIN board_reaction r ON r.post = j.value
        GROUP BY r.post, r.reaction
        """

    static func tracks(_ scope: LibraryScope) -> String {
        """
        SELECT p.track FROM board_post p CROSS JOIN track t ON t.id = p.track
        WHERE p.day = :day AND p.hidden_at IS NULL AND t.missing_since IS NULL\(scope.and("t.library"))
        ORDER BY p.at, p.id LIMIT :limit
        """
    }
}

/// The days of the board within a transaction.
struct BoardDays {
    let db: Database

    /// The most recently opened day.
    func latest() throws -> LocalDay? {
        try Int.fetchOne(db, sql: Self.newest).map { LocalDay(number: $0) }
    }

    /// The first day that a clock far ahead has opened, compared to the calendar day `today`; nil if there is none.
    ///
    /// Such days follow a gap: the days before them were never opened, because the clock jumped over them. This
    /// distinguishes them from days that only seem ahead because the clock is now behind or the zone changed. Those
    /// remain, and the board waits. The gap may come after days that are not far ahead if the clock jumped more than
    /// once.
    func firstAhead(of today: LocalDay) throws -> LocalDay? {
        guard try Int.fetchOne(db, sql: Self.before, arguments: [today.number]) != nil else { return nil }
        return try Int.fetchOne(
            db, sql: Self.ahead, arguments: [today.number, today.number + BoardRules.farthestAhead]
        ).map { LocalDay(number: $0) }
    }

    /// The first opened day after `today`.
    func first(after today: LocalDay) throws -> LocalDay? {
        try Int.fetchOne(db, sql: Self.next, arguments: [today.number]).map { LocalDay(number: $0) }
    }

    /// The moment of `clock`. Opens its day if necessary.
    func open(_ clock: BoardClock) throws -> BoardMoment {
        try open(clock, takingBack: try firstAhead(of: clock.moment(after: nil).day))
    }

    /// - Parameter first: this day and the days after it are closed again.
    func open(_ clock: BoardClock, takingBack first: LocalDay?) throws -> BoardMoment {
        let calendar = clock.moment(after: nil)
        if let first { try revoke(from: first, at: calendar) }
        let latest = try latest()
        let moment = clock.moment(after: latest)
        if moment.day != latest { try insert(moment) }
        if let first { try moveContent(from: first, to: moment) }
        return moment
    }

    private func insert(_ moment: BoardMoment) throws {
        try db.execute(
            sql: """
                INSERT INTO board_day (day, opened_at) VALUES (?, ?)
                ON CONFLICT (day) DO UPDATE SET opened_at = excluded.opened_at, revoked_at = NULL
                """,
            arguments: [moment.day.number, moment.instant.milliseconds])
        try BoardJournal.opened(moment).append(to: db)
        try BoardEvents.event(.opened, on: moment.day).append(to: db)
    }

    private func revoke(from first: LocalDay, at moment: BoardMoment) throws {
        try db.execute(
            sql: "UPDATE board_day SET revoked_at = ? WHERE day >= ? AND revoked_at IS NULL",
            arguments: [moment.instant.milliseconds, first.number])
        try BoardJournal.revoked(from: first, at: moment).append(to: db)
    }

    /// Moves content from the closed days to the open one. A user who posted on both days keeps both posts: the earlier
    /// one becomes visible when its day comes.
    private func moveContent(from first: LocalDay, to moment: BoardMoment) throws {
        try db.execute(
            sql: "UPDATE OR IGNORE board_post SET day = ? WHERE day >= ?",
            arguments: [moment.day.number, first.number])
        try db.execute(
            sql: """
                UPDATE board_comment SET day = :today
                WHERE day >= :first AND (post IS NULL OR post IN (SELECT id FROM board_post WHERE day = :today))
                """,
            arguments: ["today": moment.day.number, "first": first.number])
        try BoardEvents.event(.opened, on: moment.day).append(to: db)
    }

    static let newest = "SELECT max(day) FROM board_day WHERE revoked_at IS NULL"
    static let next = "SELECT min(day) FROM board_day WHERE day > ? AND revoked_at IS NULL"
    /// The first day far ahead whose preceding day was never opened.
    static let ahead = """
        SELECT min(d.day) FROM board_day d WHERE d.day > ?1 AND d.day > ?2 AND d.revoked_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM board_day p WHERE p.day = d.day - 1 AND p.revoked_at IS NULL)
        """
    static let before = "SELECT day FROM board_day WHERE day <= ? AND revoked_at IS NULL LIMIT 1"

    /// The days before `day` with content that `reader` sees, newest first.
    func list(before day: LocalDay, for reader: BoardViewer, limit: Int) throws -> [ListedDay] {
        try Row.fetchAll(
            db, sql: Self.list,
            arguments: [
                "before": day.number, "me": reader.person.rawValue, "moderates": reader.moderates, "limit": limit,
            ]
        ).map { ListedDay(day: LocalDay(number: $0["day"]), posts: $0["posts"], comments: $0["comments"]) }
    }

    static let list = """
        SELECT d.day AS day,
          (SELECT count(*) FROM board_post e WHERE e.day = d.day AND \(BoardRows.seen("e"))) AS posts,
          (SELECT count(*) FROM board_comment e WHERE e.day = d.day AND e.post IS NULL AND \(BoardRows.seen("e")))
            AS comments
        FROM board_day d
        WHERE d.day < :before AND (
          EXISTS (SELECT 1 FROM board_post e WHERE e.day = d.day AND \(BoardRows.seen("e")))
          OR EXISTS (SELECT 1 FROM board_comment e WHERE e.day = d.day AND e.post IS NULL AND \(BoardRows.seen("e"))))
        ORDER BY d.day DESC LIMIT :limit
        """
}

import Board
import GRDB
import Primitives

/// The days of the board within a transaction.
struct BoardDays {
    let db: Database

    /// The day that was opened last.
    func latest() throws -> LocalDay? {
        try Int.fetchOne(db, sql: Self.newest).map { LocalDay(number: $0) }
    }

    /// The first of the days that a clock far ahead has opened, while `today` is what the calendar says: nil where there is none.
    ///
    /// Such days lie behind a gap: the days before them were never opened, for the clock jumped over them. So they are told from those that a
    /// clock which is now behind, or another zone, makes look ahead; these stay, and the board waits. The gap may lie behind days that are
    /// not far ahead, where the clock jumped more than once.
    func firstAhead(of today: LocalDay) throws -> LocalDay? {
        guard try Int.fetchOne(db, sql: Self.before, arguments: [today.number]) != nil else { return nil }
        return try Int.fetchOne(
            db, sql: Self.ahead, arguments: [today.number, today.number + BoardRules.farthestAhead]
        ).map { LocalDay(number: $0) }
    }

    /// The first day that was opened after `today`.
    func first(after today: LocalDay) throws -> LocalDay? {
        try Int.fetchOne(db, sql: Self.next, arguments: [today.number]).map { LocalDay(number: $0) }
    }

    /// What `clock` says, with its day opened if it was not.
    func open(_ clock: BoardClock) throws -> BoardMoment {
        try open(clock, takingBack: try firstAhead(of: clock.moment(after: nil).day))
    }

    /// - Parameter first: this day and those after it are taken back.
    func open(_ clock: BoardClock, takingBack first: LocalDay?) throws -> BoardMoment {
        let calendar = clock.moment(after: nil)
        if let first { try revoke(from: first, at: calendar) }
        let latest = try latest()
        let moment = clock.moment(after: latest)
        if moment.day != latest { try insert(moment) }
        if let first { try bringBack(from: first, to: moment) }
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

    /// What was written on days that are none yet belongs to the one that is open. Who has posted on both keeps both: the one that was
    /// too early is seen when its day has come.
    private func bringBack(from first: LocalDay, to moment: BoardMoment) throws {
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
    /// The first day far ahead before which the day was not opened.
    static let ahead = """
        SELECT min(d.day) FROM board_day d WHERE d.day > ?1 AND d.day > ?2 AND d.revoked_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM board_day p WHERE p.day = d.day - 1 AND p.revoked_at IS NULL)
        """
    static let before = "SELECT day FROM board_day WHERE day <= ? AND revoked_at IS NULL LIMIT 1"

    /// Newest first, those before `day` with anything on them that `reader` sees.
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

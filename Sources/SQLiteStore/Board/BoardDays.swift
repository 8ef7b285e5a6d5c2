import Board
import GRDB
import Primitives

/// The days of the board within a transaction.
struct BoardDays {
    let db: Database

    /// The day that was opened last.
    func latest() throws -> LocalDay? {
        try Int.fetchOne(db, sql: "SELECT max(day) FROM board_day").map { LocalDay(number: $0) }
    }

    /// What `clock` says, with its day opened if it was not.
    func open(_ clock: BoardClock) throws -> BoardMoment {
        let latest = try latest()
        let moment = clock.moment(after: latest)
        guard moment.day != latest else { return moment }
        try db.execute(
            sql: "INSERT INTO board_day (day, opened_at) VALUES (?, ?)",
            arguments: [moment.day.number, moment.instant.milliseconds])
        try BoardJournal.opened(moment).append(to: db)
        try BoardEvents.event(.opened, on: moment.day).append(to: db)
        return moment
    }

    /// Newest first, those before `day` with anything on them that `reader` sees.
    func list(before day: LocalDay, for reader: Viewpoint, limit: Int) throws -> [ListedDay] {
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

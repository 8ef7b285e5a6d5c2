import Foundation
import GRDB
package import Journal
package import Primitives

/// The journal as a whole, in SQLite. The stores that make changes append the entries.
package struct SQLiteJournalStore: JournalStore {
    private static let list = KeysetList(name: "journal.newest", columns: [.integer, .integer])
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func names(of references: Set<JournalEntry.Subject>) async throws -> [JournalEntry.Subject: JournalName] {
        try await database.read { try JournalNames($0).names(of: references) }
    }

    package func rows(after number: Int64, limit: Int) async throws -> JournalRange {
        try await database.read { db in try Self.rows(after: number, limit: limit, db) }
    }

    static func rows(after number: Int64, limit: Int, _ db: Database) throws -> JournalRange {
        JournalRange(
            rows: try db.rows(
                """
                SELECT number, id, at, actor, origin, action, subject_kind, subject_id, details, seal
                FROM journal WHERE number > ? ORDER BY number LIMIT ?
                """, [number, limit]
            ).map(JournalRows.stored),
            chain: try JournalRows.chain(db))
    }

    package func cut(
        before instant: Timestamp, _ entry: @escaping @Sendable (JournalCut) -> JournalEntry
    ) async throws -> JournalCut? {
        try await database.write(.administration) { db in
            let chain = try JournalRows.chain(db)
            guard let cut = try Self.cut(before: instant, after: chain.cut.number, db) else { return nil }
            try entry(cut).append(to: db)
            try db.run(
                "UPDATE journal_chain SET cut_number = ?, cut_seal = ?, cut_total = ?",
                [cut.through.number, Data(cut.through.seal.bytes), cut.total])
            return cut
        }
    }

    package func count(before instant: Timestamp) async throws -> Int {
        try await database.read { db in
            try db.value(
                "SELECT count(*) FROM journal WHERE number > (SELECT cut_number FROM journal_chain) AND at < ?",
                [instant]) ?? 0
        }
    }

    package func removeCut(limit: Int) async throws -> Bool {
        try await database.write(.administration) { db in
            try db.run(
                """
                DELETE FROM journal WHERE number IN (SELECT number FROM journal
                  WHERE number <= (SELECT cut_number FROM journal_chain) ORDER BY number LIMIT ?)
                """, [limit])
            return db.changesCount == limit
        }
    }

    /// The rows up to the first one that is not older than `instant`.
    private static func cut(before instant: Timestamp, after number: Int64, _ db: Database) throws -> JournalCut? {
        let young: Int64? = try db.value(
            "SELECT number FROM journal WHERE number > ? AND at >= ? ORDER BY number LIMIT 1", [number, instant])
        guard
            let row = try db.row(
                """
                SELECT min(number) AS first, max(number) AS last, count(*) AS count FROM journal
                WHERE number > ? AND number < ?
                """, [number, young ?? .max]),
            let first = row["first"] as Int64?, let last = row["last"] as Int64?,
            let seal: Data = try db.value("SELECT seal FROM journal WHERE number = ?", [last]),
            let through = JournalRows.seal(seal)
        else { return nil }
        let times = try [first, last].map {
            Timestamp(milliseconds: try db.value("SELECT at FROM journal WHERE number = ?", [$0]) ?? 0)
        }
        let total: Int64 = try db.value("SELECT cut_total FROM journal_chain") ?? 0
        let count: Int64 = row["count"]
        return JournalCut(
            through: JournalChain.Point(number: last, seal: through), count: count, first: times[0], last: times[1],
            total: total + count)
    }
}

/// Reads page by page in either direction.
extension SQLiteJournalStore {
    /// Entries, newest first.
    package func entries(_ filter: JournalFilter, _ page: PageRequest) async throws -> Page<JournalRecord> {
        let part = try Self.list.part(page)
        var (at, number) = (filter.until?.milliseconds ?? .max, Int64.min)
        if let position = part.position, let last = Int64.fromDatabaseValue(position[0]), last < at {
            (at, number) = (last, Int64.fromDatabaseValue(position[1]) ?? 0)
        }
        let arguments = Self.arguments(
            filter, at: at, number: number, bound: filter.from?.milliseconds ?? .min, limit: part.limit + 1)
        let found = try await database.read { db in
            try db.rows(Self.page(filter, isNewestFirst: true), arguments).map(JournalRows.record)
        }
        return part.page(found) { [.integer($0.at.milliseconds), .integer($0.number)] }
    }

    /// Entries, oldest first.
    package func entries(
        _ filter: JournalFilter, after last: JournalRecord?, limit: Int
    ) async throws -> [JournalRecord] {
        let at = last?.at.milliseconds ?? filter.from?.milliseconds ?? .min
        let number = last?.number ?? .min
        let arguments = Self.arguments(
            filter, at: at, number: number, bound: filter.until?.milliseconds ?? .max, limit: limit)
        return try await database.read { db in
            try db.rows(Self.page(filter, isNewestFirst: false), arguments).map(JournalRows.record)
        }
    }

    package func actions() async throws -> [String] {
        try await database.read { try $0.values(Self.actions) }
    }

    /// One step along the index for each action.
    static let actions = """
        WITH RECURSIVE known (action) AS (
          SELECT min(action) FROM journal
          UNION ALL
          SELECT (SELECT min(action) FROM journal WHERE action > known.action) FROM known WHERE known.action IS NOT NULL
        )
        SELECT action FROM known WHERE action IS NOT NULL
        """

    static func page(_ filter: JournalFilter, isNewestFirst: Bool) -> String {
        var conditions = [
            isNewestFirst ? "(j.at, j.number) < (:at, :number)" : "(j.at, j.number) > (:at, :number)",
            isNewestFirst ? "j.at >= :bound" : "j.at < :bound",
        ]
        if filter.person != nil { conditions.append("j.actor = :person") }
        if filter.action != nil { conditions.append("j.action = :action") }
        if filter.kind != nil { conditions.append("j.subject_kind = :kind") }
        // The condition is worded as in the indexes, so that no plays are read.
        if filter.excludesPlays { conditions.append("j.action <> 'play.record'") }
        let direction = isNewestFirst ? "DESC" : "ASC"
        return """
            SELECT j.number, j.id, j.at, j.actor, j.origin, j.action, j.subject_kind, j.subject_id, j.details, j.seal,
              (SELECT a.display_name FROM account a WHERE a.id = j.actor) AS actor_name
            FROM journal j WHERE \(conditions.joined(separator: " AND "))
            ORDER BY j.at \(direction), j.number \(direction) LIMIT :limit
            """
    }

    /// The walk begins at `at` and `number` and ends at `bound`.
    private static func arguments(
        _ filter: JournalFilter, at: Int64, number: Int64, bound: Int64, limit: Int
    ) -> StatementArguments {
        var arguments: StatementArguments = ["at": at, "number": number, "bound": bound, "limit": limit]
        if let person = filter.person { arguments += ["person": person] }
        if let action = filter.action { arguments += ["action": action] }
        if let kind = filter.kind { arguments += ["kind": kind] }
        return arguments
    }
}

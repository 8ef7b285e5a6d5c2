import Foundation
import GRDB
package import Journal
package import Primitives

/// The journal in SQLite, for looking at it as a whole. Entries are appended by the stores whose changes they tell of.
package struct SQLiteJournalStore: JournalStore {
    private let database: SQLiteDatabase
    private let reader: SQLiteJournalReader

    package init(_ database: SQLiteDatabase) {
        self.database = database
        reader = SQLiteJournalReader(database)
    }

    package func entries(_ filter: JournalFilter, _ page: PageRequest) async throws -> Page<JournalRecord> {
        try await reader.entries(page, matching: filter)
    }

    package func entries(
        _ filter: JournalFilter, after last: JournalRecord?, limit: Int
    ) async throws -> [JournalRecord] {
        try await reader.entries(filter, after: last, limit: limit)
    }

    package func names(of references: Set<JournalReference>) async throws -> [JournalReference: JournalName] {
        try await database.read { try JournalNames($0).names(of: references) }
    }

    package func actions() async throws -> [String] {
        try await reader.actions()
    }

    package func stretch(after number: Int64, limit: Int) async throws -> JournalRange {
        try await database.read { db in try Self.stretch(after: number, limit: limit, db) }
    }

    static func stretch(after number: Int64, limit: Int, _ db: Database) throws -> JournalRange {
        JournalRange(
            rows: try Row.fetchAll(
                db,
                sql: """
                    SELECT number, id, at, actor, origin, action, subject_kind, subject_id, details, seal
                    FROM journal WHERE number > ? ORDER BY number LIMIT ?
                    """,
                arguments: [number, limit]
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
            try db.execute(
                sql: "UPDATE journal_chain SET cut_number = ?, cut_seal = ?, cut_total = ?",
                arguments: [cut.through.number, Data(cut.through.seal.bytes), cut.total])
            return cut
        }
    }

    package func count(before instant: Timestamp) async throws -> Int {
        try await database.read { db in
            try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM journal WHERE number > (SELECT cut_number FROM journal_chain) AND at < ?",
                arguments: [instant.milliseconds]) ?? 0
        }
    }

    package func removeCut(limit: Int) async throws -> Bool {
        try await database.write(.administration) { db in
            try db.execute(
                sql: """
                    DELETE FROM journal WHERE number IN (SELECT number FROM journal
                      WHERE number <= (SELECT cut_number FROM journal_chain) ORDER BY number LIMIT ?)
                    """,
                arguments: [limit])
            return db.changesCount == limit
        }
    }

    /// The rows up to the first one that is not older than `instant`.
    private static func cut(before instant: Timestamp, after number: Int64, _ db: Database) throws -> JournalCut? {
        let young = try Int64.fetchOne(
            db,
            sql: "SELECT number FROM journal WHERE number > ? AND at >= ? ORDER BY number LIMIT 1",
            arguments: [number, instant.milliseconds])
        guard
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT min(number) AS first, max(number) AS last, count(*) AS count FROM journal
                    WHERE number > ? AND number < ?
                    """,
                arguments: [number, young ?? .max]),
            let first = row["first"] as Int64?, let last = row["last"] as Int64?,
            let seal = try Data.fetchOne(db, sql: "SELECT seal FROM journal WHERE number = ?", arguments: [last]),
            let through = JournalRows.seal(seal)
        else { return nil }
        let times = try [first, last].map {
            Timestamp(
                milliseconds: try Int64.fetchOne(db, sql: "SELECT at FROM journal WHERE number = ?", arguments: [$0])
                    ?? 0)
        }
        let total = try Int64.fetchOne(db, sql: "SELECT cut_total FROM journal_chain") ?? 0
        let count: Int64 = row["count"]
        return JournalCut(
            through: JournalChain.Point(number: last, seal: through), count: count, first: times[0], last: times[1],
            total: total + count)
    }
}

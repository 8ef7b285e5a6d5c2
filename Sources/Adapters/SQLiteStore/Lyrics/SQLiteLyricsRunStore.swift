package import Catalog
import GRDB
package import Journal
package import Lyrics
package import Primitives

/// Lookups of the words of whole libraries, in SQLite.
package struct SQLiteLyricsRunStore: LyricsRunStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func runs() async throws -> [LyricsRun] {
        try await database.read { try $0.rows(Self.latest).compactMap(Self.run) }
    }

    package func edit(
        _ library: ID<Library>,
        _ change: @escaping @Sendable (inout LyricsRun?, _ total: Int) throws -> [JournalEntry]
    ) async throws -> LyricsRun {
        try await database.write(.administration) { db in
            guard try db.exists("SELECT 1 FROM library WHERE id = ?", [library]) else { throw Self.absent }
            let total: Int = try db.value(Self.songs, [library]) ?? 0
            var run = try Self.run(of: library, db)
            let entries = try change(&run, total)
            guard let run else { throw Self.absent }
            try Self.store(run, db)
            for entry in entries { try entry.append(to: db) }
            return run
        }
    }

    package func advance(
        _ library: ID<Library>, _ change: @escaping @Sendable (inout LyricsRun) -> Void
    ) async throws -> LyricsRun? {
        try await database.write(.upkeep) { db in
            guard var run = try Self.run(of: library, db), run.state == .running else { return nil }
            change(&run)
            try Self.store(run, db)
            return run
        }
    }

    package func tracks(of library: ID<Library>, after: ID<Track>?, limit: Int) async throws -> [ID<Track>] {
        try await database.read {
            try $0.values(Self.next, ["library": library, "after": after ?? "", "limit": limit])
        }
    }

    private static func run(of library: ID<Library>, _ db: Database) throws -> LyricsRun? {
        try db.row("SELECT * FROM lyrics_run WHERE library = ?", [library]).flatMap(run)
    }

    private static func run(_ row: Row) -> LyricsRun? {
        guard let state = LyricsRun.State(rawValue: row["state"]) else { return nil }
        return LyricsRun(
            library: row["library"], state: state, position: row["position"], total: row["total"], done: row["done"],
            found: row["found"], perMinute: row["per_minute"], startedAt: row["started_at"],
            changedAt: row["changed_at"])
    }

    private static func store(_ run: LyricsRun, _ db: Database) throws {
        try db.run(
            insert,
            [
                run.library, run.state.rawValue, run.position, run.total, run.done, run.found, run.perMinute,
                run.startedAt, run.changedAt,
            ])
    }

    private static let absent = DomainError.notFound("There is no such library")
    static let latest = "SELECT * FROM lyrics_run ORDER BY started_at DESC, library"
    static let songs = "SELECT count(*) FROM track WHERE library = ? AND missing_since IS NULL"
    /// Along the primary key, so that a library among others costs no sorting.
    static let next = """
        SELECT id FROM track WHERE id > :after AND +library = :library AND missing_since IS NULL
        ORDER BY id LIMIT :limit
        """
    private static let insert = """
        INSERT OR REPLACE INTO lyrics_run (library, state, position, total, done, found, per_minute, started_at,
          changed_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
}

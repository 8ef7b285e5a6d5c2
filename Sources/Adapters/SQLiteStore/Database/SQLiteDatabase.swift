import CSQLite
import Foundation
import GRDB
import Primitives

/// The one database file with its current schema: a single writer, and a few readers that never wait for it.
///
/// A write is on disk when it returns (`synchronous=FULL`). Every store reads with `read` and writes with `write`,
/// which turn SQLite's errors into `DomainError`s.
package final class SQLiteDatabase: Sendable {
    let pool: DatabasePool
    private let observer: DatabaseQueue
    /// Signals to caches that stored data has changed.
    package let changes: ChangeSignal
    /// The known condition of the file.
    package let condition = DatabaseCondition()
    package let figures = DatabaseFigures()

    /// Opens or creates the database at `path` and migrates its schema.
    ///
    /// Throws `unavailable`, before anything is changed, with reason `schema_newer` if a later version of Rondo wrote
    /// it, `schema_older` or `schema_differs` if its schema is from before the baseline and is not the last one,
    /// `database_corrupt` if it is not readable.
    package static func open(path: String) throws -> SQLiteDatabase {
        try open(path: path, migrations: .all)
    }

    static func open(path: String, migrations: [Migration]) throws -> SQLiteDatabase {
        do {
            return try SQLiteDatabase(path: path, migrations: migrations)
        } catch let error as DatabaseError {
            throw DomainError(error)
        }
    }

    private init(path: String, migrations: [Migration]) throws {
        Self.prepareSQLite
        try Self.requireUsableSchema(at: path, known: migrations)
        pool = try DatabasePool(path: path, configuration: Self.configuration)
        // GRDB sets NORMAL when it turns WAL on, after `prepareDatabase` has run (GRDB 7.10, Database.setUpWALMode). A
        // scan's batch changes some thousand pages of two dozen indexes: they stay in memory until it is committed, and
        // move from the log into the database once for several batches.
        try pool.writeWithoutTransaction {
            try $0.execute(
                sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 8192;")
        }
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name, migrate: migration.apply)
        }
        if try pool.read({ try SchemaState(of: $0, known: migrations) }) == .former {
            try pool.write(FormerSchema.takeForBaseline)
        }
        try migrator.migrate(pool)
        try Self.fillSearch(pool)
        try Self.fillFolders(pool)
        try Self.settle(pool)
        observer = try DatabaseQueue(path: path, configuration: Self.readOnly)
        changes = ChangeSignal(try pool.read(Self.revisions))
        try Self.syncFolder(of: path)
    }

    /// The longest wait of a write: for the writers of this process and for another process's lock, together.
    private static let longestWait = Duration.seconds(6)

    static let busyTimeout = Duration.seconds(5)

    /// SQLite counts its memory under one lock for the whole process, which nobody asks for. Two connections that parse
    /// or read at once would spend a tenth of their time on that lock.
    static let prepareSQLite: Void = rondo_sqlite_without_memory_statistics()

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout / .seconds(1))
        configuration.maximumReaderCount = 4
        configuration.persistentReadOnlyConnections = true
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA cache_size = -8192;
                    PRAGMA mmap_size = 0;
                    PRAGMA journal_size_limit = 67108864;
                    PRAGMA cell_size_check = ON;
                    """)
        }
        return configuration
    }

    /// Runs `body` on a snapshot that no write changes.
    func read<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws -> R {
        let began = ContinuousClock.now
        var failed = true
        defer { figures.note(.read, since: began, failed: failed) }
        do {
            let result = try await pool.read(body)
            failed = false
            return result
        } catch let error as DatabaseError {
            note(error)
            throw DomainError(error)
        }
    }

    private func note(_ error: DatabaseError) {
        if [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) { figures.noteBusy() }
        let path = pool.path
        condition.note(error) {
            let problems = try Self.problems(at: path, .quick)
            if !problems.isEmpty { try Self.requireReadable(path) }
            return problems
        }
    }

    /// From this number of items on, reading with two readers is worthwhile.
    static let many = 200

    /// Reads about `things`. If there are many, two readers each read about one half at once, so that a long page is
    /// ready sooner if a processor is idle. The results come in order; the halves may see different commits.
    func read<Thing: Sendable, R: Sendable>(
        about things: [Thing], _ body: @escaping @Sendable (Database, [Thing]) throws -> [R]
    ) async throws -> [R] {
        guard things.count >= Self.many else { return try await read { try body($0, things) } }
        let middle = things.count / 2
        async let first = read { try body($0, Array(things[..<middle])) }
        async let second = read { try body($0, Array(things[middle...])) }
        return try await first + second
    }

    /// Runs `body` in one transaction. It is durable when this returns, and rolled back if `body` throws or the task is
    /// canceled. `area` and `others` name the areas of the change.
    func write<R: Sendable>(
        _ area: ChangeSignal.Area, and others: [ChangeSignal.Area] = [],
        _ body: @escaping @Sendable (Database) throws -> R
    ) async throws -> R {
        let asked = ContinuousClock.now
        try condition.requireSound()
        var failed = true
        defer { figures.note(.write, since: asked, failed: failed) }
        do {
            let (result, revisions) = try await pool.writeWithoutTransaction { db in
                try Self.boundWait(in: db, since: asked)
                return try db.immediately {
                    let result = try body(db)
                    let revisions = try ([area] + others).map { area in
                        let revision = try Int64.fetchOne(
                            db, sql: "UPDATE revision SET value = value + 1 WHERE area = ? RETURNING value",
                            arguments: [area.rawValue])
                        return (area, revision ?? 0)
                    }
                    return (result, revisions)
                }
            }
            for (area, revision) in revisions { changes.publish(revision, of: area) }
            failed = false
            return result
        } catch let error as DatabaseError {
            note(error)
            throw DomainError(error)
        }
    }

    /// Limits the next transaction's wait for another process's lock to the remaining waiting time, so that the waits
    /// for earlier writers count too.
    private static func boundWait(in db: Database, since asked: ContinuousClock.Instant) throws {
        let remaining = longestWait - (ContinuousClock.now - asked)
        guard remaining > .zero else {
            throw DomainError(.unavailable, "The database is busy", reason: "database_busy", retryAfter: .seconds(2))
        }
        let milliseconds = min(remaining, busyTimeout) / .milliseconds(1)
        try db.execute(sql: "PRAGMA busy_timeout = \(Int(milliseconds) + 1)")
    }

    /// A number that differs from an earlier one if any process has committed anything in between. It costs a few
    /// microseconds.
    package func changeCount() async throws -> Int64 {
        do {
            return try await observer.read { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
        } catch let error as DatabaseError {
            throw DomainError(error)
        }
    }

    /// Fills the search tables. The check is repeated within the write, because two processes may open the database at
    /// once.
    private static func fillSearch(_ pool: DatabasePool) throws {
        guard try pool.read(SearchRebuild.isNeeded) else { return }
        try pool.write { db in
            if try SearchRebuild.isNeeded(db) { try SearchRebuild(db).run() }
        }
    }

    private static func fillFolders(_ pool: DatabasePool) throws {
        guard try pool.read(FolderIndex.isNeeded) else { return }
        try pool.write { db in
            if try FolderIndex.isNeeded(db) { try FolderIndex.fill(db, at: SystemWallClock().now()) }
        }
    }

    /// Counts the rows that an interrupted scan left uncounted.
    private static func settle(_ pool: DatabasePool) throws {
        guard try pool.read(StaleRows.areThere) else { return }
        try pool.write { try StaleRows($0, above: .max).settle(at: SystemWallClock().now()) }
    }

    /// Throws if the database cannot be read.
    package func probe() async throws {
        _ = try await read { try Int.fetchOne($0, sql: "SELECT count(*) FROM revision") }
    }

    /// Bytes of the log that are not in the database yet, or wait to be overwritten.
    package var logSize: Int64 { Self.size(of: pool.path + "-wal") }

    /// Publishes the changes of other processes. `ChangeWatcher` calls it periodically.
    package func refreshChanges() async throws {
        for (area, revision) in try await read(Self.revisions) {
            changes.publish(revision, of: area)
        }
    }

    /// Writes the log back into the database and closes it. Nothing may use it afterwards. Throws if the log could not
    /// be written back, which loses nothing: it is there for the next start.
    package func close() throws {
        defer { try? closeConnections() }
        do {
            _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        } catch let error as DatabaseError {
            throw DomainError(error)
        }
    }

    private func closeConnections() throws {
        try observer.close()
        try pool.close()
    }

    private static func revisions(_ db: Database) throws -> [ChangeSignal.Area: Int64] {
        var revisions: [ChangeSignal.Area: Int64] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT area, value FROM revision") {
            if let area = ChangeSignal.Area(rawValue: row["area"]) {
                revisions[area] = row["value"]
            }
        }
        return revisions
    }

    /// SQLite syncs the folder after it creates the log, not after it creates the database itself.
    private static func syncFolder(of path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        let descriptor = Glibc.open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw DomainError(.unavailable, "The data folder cannot be synced to the disk", reason: "disk_error")
        }
    }
}

extension Database {
    /// Runs `body` in a transaction that takes the writer's lock first.
    fileprivate func immediately<R>(_ body: () throws -> R) throws -> R {
        var result: R?
        try inTransaction(.immediate) {
            result = try body()
            return .commit
        }
        guard let result else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
        return result
    }
}

extension DomainError {
    static let unreadable = DomainError(
        .unavailable, "The database cannot be reached at the moment", reason: "disk_error", retryAfter: .seconds(5))

    /// The part of SQLite's error that a caller may know. Stores catch expected constraint violations first.
    init(_ error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_FULL: self.init(.storageFull, "There is no room left on the disk")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.unavailable, "The database is busy", reason: "database_busy", retryAfter: .seconds(2))
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(.unavailable, "The database is damaged; restore a backup", reason: "database_corrupt")
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_NOMEM, .SQLITE_READONLY, .SQLITE_PROTOCOL: self = .unreadable
        case .SQLITE_CONSTRAINT: self.init(.conflict, "This contradicts what is stored", reason: "constraint")
        default: self.init(.unavailable, "The database refused this: \(error.resultCode)", reason: "database_error")
        }
    }
}

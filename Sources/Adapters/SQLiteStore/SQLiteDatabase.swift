import Foundation
import GRDB
import Primitives

/// The one database file, with its schema in place: a single writer and a few readers that never wait for it.
///
/// What a write acknowledged is on the disk (`synchronous=FULL`). Every store reads through `read` and writes through
/// `write`, which turn SQLite's errors into `DomainError`s.
package final class SQLiteDatabase: Sendable {
    let pool: DatabasePool
    private let observer: DatabaseQueue
    /// Tells caches that stored data has changed.
    package let changes: ChangeSignal
    /// Whether the file is whole, as far as anybody knows.
    package let condition = DatabaseCondition()
    package let figures = DatabaseFigures()

    /// Opens or creates the database at `path` and brings its schema up to date.
    ///
    /// Throws `unavailable` with reason `schema_newer` when a later version of Rondo wrote it, `database_corrupt` when
    /// it is not readable.
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
        pool = try DatabasePool(path: path, configuration: Self.configuration)
        // GRDB sets NORMAL when it turns WAL on, after `prepareDatabase` has run (GRDB 7.10, Database.setUpWALMode).
        // A scan's batch touches some thousand pages of two dozen indexes: they stay in memory until it is committed, and
        // go from the log into the database once for several batches.
        try pool.writeWithoutTransaction {
            try $0.execute(
                sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 8192;")
        }
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name, migrate: migration.apply)
        }
        guard try !pool.read(migrator.hasBeenSuperseded) else {
            throw DomainError(
                .unavailable, "The data folder was written by a newer version of Rondo; start that version",
                reason: "schema_newer")
        }
        try migrator.migrate(pool)
        // The schema of an earlier version, which only a test asks for, has nothing to fill.
        if migrations.contains(where: { $0.name == Migration.m0007Browsing.name }) { try Self.fillSearch(pool) }
        if migrations.contains(where: { $0.name == Migration.m0011Folders.name }) { try Self.fillFolders(pool) }
        if migrations.contains(where: { $0.name == Migration.m0065Explicit.name }) { try Self.settle(pool) }
        var readOnly = Self.configuration
        readOnly.readonly = true
        observer = try DatabaseQueue(path: path, configuration: readOnly)
        changes = ChangeSignal(try pool.read(Self.revisions))
        try Self.syncFolder(of: path)
    }

    /// For its turn to write: behind the writers of this process and for a lock that another one holds, together.
    private static let longestWait = Duration.seconds(6)

    private static let busyTimeout = Duration.seconds(5)

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

    /// Runs `body` on a snapshot that no write changes under it.
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
        condition.note(error) { try Self.problems(at: path, .quick) }
    }

    /// From so many things on two readers are worth their while.
    static let many = 200

    /// Reads about `things`; where they are many by two readers at once, each about one half, so that a long page is there sooner where a
    /// processor is idle. The answers come in order; the halves may see different commits.
    func read<Thing: Sendable, R: Sendable>(
        about things: [Thing], _ body: @escaping @Sendable (Database, [Thing]) throws -> [R]
    ) async throws -> [R] {
        guard things.count >= Self.many else { return try await read { try body($0, things) } }
        let middle = things.count / 2
        async let first = read { try body($0, Array(things[..<middle])) }
        async let second = read { try body($0, Array(things[middle...])) }
        return try await first + second
    }

    /// Runs `body` in one transaction, which is durable when this returns and undone when it throws or the task is
    /// cancelled. `area` and `others` say which caches the change concerns.
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

    /// Lets the transaction that comes next wait for another process's lock as long as it has not waited yet. So nobody waits once for
    /// each writer before.
    private static func boundWait(in db: Database, since asked: ContinuousClock.Instant) throws {
        let remaining = longestWait - (ContinuousClock.now - asked)
        guard remaining > .zero else {
            throw DomainError(.unavailable, "The database is busy", reason: "database_busy", retryAfter: .seconds(2))
        }
        let milliseconds = min(remaining, busyTimeout) / .milliseconds(1)
        try db.execute(sql: "PRAGMA busy_timeout = \(Int(milliseconds) + 1)")
    }

    /// A number that differs from an earlier answer when any process has committed anything in between. It costs a few
    /// microseconds.
    package func changeCount() async throws -> Int64 {
        do {
            return try await observer.read { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
        } catch let error as DatabaseError {
            throw DomainError(error)
        }
    }

    /// Asked again within the write: two processes may open the database at once.
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

    /// Counts what a migration or a scan that died has left to be counted.
    private static func settle(_ pool: DatabasePool) throws {
        guard try pool.read(StaleRows.areThere) else { return }
        try pool.write { try StaleRows($0, above: .max).settle(at: SystemWallClock().now()) }
    }

    /// Throws where the database cannot be read.
    package func probe() async throws {
        _ = try await read { try Int.fetchOne($0, sql: "SELECT count(*) FROM revision") }
    }

    /// Bytes of the log that are not in the database yet, or wait to be overwritten.
    package var logSize: Int64 { Self.size(of: pool.path + "-wal") }

    /// Publishes what other processes have changed. `ChangeWatcher` calls it on a beat.
    package func refreshChanges() async throws {
        for (area, revision) in try await read(Self.revisions) {
            changes.publish(revision, of: area)
        }
    }

    /// Writes the log back into the database and closes it; nothing may use it afterwards. Throws where the log could not be written back,
    /// which loses nothing: it is there for the next start.
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
    /// `body` in a transaction of its own, which takes the writer's lock before anything else.
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

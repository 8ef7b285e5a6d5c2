package import Administration
import GRDB
package import Journal
package import Primitives

/// The cleanup's marks in SQLite.
package struct SQLiteCleanupStore: CleanupStore, CleanupAllowances {
    /// The marks that one transaction writes: fewer, so that other writers do not wait for all of them.
    private static let portion = 5_000

    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func mark(
        _ kind: CleanupKind, unneeded: [String], at now: Timestamp, ripe: Timestamp
    ) async throws -> [String] {
        let marks = try await marks(of: kind)
        let wanted = Set(unneeded)
        try await unmark(kind, marks.map(\.name).filter { !wanted.contains($0) })
        let known = Set(marks.map(\.name))
        let new = Array(wanted.subtracting(known)).sorted()
        for portion in new.chunks(of: Self.portion) {
            try await database.write(.upkeep) { db in
                try db.run(
                    """
                    INSERT INTO cleanup_mark (kind, name, marked_at) SELECT ?, value, ? FROM json_each(?) WHERE true
                    ON CONFLICT DO NOTHING
                    """, [kind.rawValue, now, JSONList(portion)])
            }
        }
        return marks.filter { wanted.contains($0.name) && $0.at <= ripe }.map(\.name)
    }

    package func unmark(_ kind: CleanupKind, _ names: [String]) async throws {
        for portion in names.chunks(of: Self.portion) {
            try await database.write(.upkeep) { db in
                try db.run(
                    "DELETE FROM cleanup_mark WHERE kind = ? AND name IN (SELECT value FROM json_each(?))",
                    [kind.rawValue, JSONList(portion)])
            }
        }
    }

    package func states() async throws -> [CleanupState] {
        try await database.read { db in
            try db.rows("SELECT * FROM cleanup_state ORDER BY kind").compactMap { row in
                CleanupKind(rawValue: row["kind"]).map { kind in
                    CleanupState(
                        kind: kind, ranAt: row["ran_at"], total: row["total"], marked: row["marked"],
                        removed: row["removed"], removedAt: row["removed_at"], stopped: row["stopped"],
                        isAllowed: row["allowed"])
                }
            }
        }
    }

    package func record(_ state: CleanupState, endsAllowance: Bool) async throws {
        try await database.write(.upkeep) { db in
            try db.run(
                """
                INSERT INTO cleanup_state (kind, ran_at, total, marked, removed, removed_at, stopped)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                ON CONFLICT (kind) DO UPDATE SET ran_at = ?2, total = ?3, marked = ?4, removed = ?5, removed_at = ?6,
                  stopped = ?7, allowed = iif(?8, 0, allowed)
                """,
                [
                    state.kind.rawValue, state.ranAt, state.total, state.marked, state.removed, state.removedAt,
                    state.stopped, endsAllowance,
                ])
        }
    }

    /// Lets the next run remove all items of `kind` that it finds. Returns false if no run has been made.
    package func allow(_ kind: CleanupKind, journal entry: JournalEntry) async throws -> Bool {
        try await database.write(.upkeep) { db in
            try db.run("UPDATE cleanup_state SET allowed = 1 WHERE kind = ?", [kind.rawValue])
            guard db.changesCount > 0 else { return false }
            try entry.append(to: db)
            return true
        }
    }

    private func marks(of kind: CleanupKind) async throws -> [(name: String, at: Timestamp)] {
        try await database.read { db in
            try db.rows(
                "SELECT name, marked_at FROM cleanup_mark WHERE kind = ? ORDER BY marked_at, name", [kind.rawValue]
            ).map { ($0["name"], $0["marked_at"]) }
        }
    }
}

/// The owners of images in SQLite.
package struct SQLiteBlobOwners: BlobOwners {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func note(_ person: ID<Person>, of key: BlobKey) async throws {
        try await database.write(.upkeep) { db in
            try db.run(
                """
                INSERT INTO image_owner (image, account) SELECT ?1, id FROM account WHERE id = ?2
                ON CONFLICT (image) DO UPDATE SET account = excluded.account
                """, [key.hex, person])
        }
    }

    package func owners(of keys: [BlobKey]) async throws -> [BlobKey: String] {
        try await database.read { db in
            let rows = try db.rows(
                "SELECT image, account FROM image_owner WHERE image IN (SELECT value FROM json_each(?))",
                [JSONList(keys.map(\.hex))])
            let owners = rows.compactMap { row in
                BlobKey(hex: row["image"]).map { ($0, (row["account"] as String?) ?? "") }
            }
            return Dictionary(uniqueKeysWithValues: owners)
        }
    }

    package func forget(_ keys: [BlobKey]) async throws {
        guard !keys.isEmpty else { return }
        try await database.write(.upkeep) { db in
            try db.run(
                "DELETE FROM image_owner WHERE image IN (SELECT value FROM json_each(?))", [JSONList(keys.map(\.hex))])
        }
    }
}

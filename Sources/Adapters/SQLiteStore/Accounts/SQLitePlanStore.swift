package import Accounts
import GRDB
package import Journal
package import Primitives
package import Streaming

/// Plans in SQLite.
package struct SQLitePlanStore: PlanStore {
    private static let columns =
        "plan.id, plan.name, plan.is_default, plan.streams, plan.maximum_bitrate, plan.upload_quota, "
        + "plan.monthly_transfer, plan.allows_downloads, plan.created_at"
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// All plans; a server has only a few. A user without a plan counts for the default one.
    package func plans() async throws -> [(plan: Plan, members: Int)] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Self.columns), (SELECT count(*) FROM account WHERE account.plan = plan.id)
                      + iif(plan.is_default, (SELECT count(*) FROM account WHERE account.plan IS NULL AND former = 0), 0) AS members
                    FROM plan ORDER BY plan.name_key
                    """
            ).map { (Self.plan($0), $0["members"]) }
        }
    }

    package func plan(_ id: ID<Plan>) async throws -> Plan? {
        try await database.read { db in try Self.load(id, db) }
    }

    package func terms(of person: ID<Person>) async throws -> PlanTerms? {
        try await database.read { db in try SQLiteAccountStore.loadUser(person, db)?.terms }
    }

    package func create(_ plan: Plan, journal entry: JournalEntry) async throws {
        try await database.write(.accounts) { db in
            try Self.naming {
                try db.execute(
                    sql: """
                        INSERT INTO plan (id, name, name_key, is_default, streams, maximum_bitrate, upload_quota,
                          monthly_transfer, allows_downloads, created_at) VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        plan.id.rawValue, plan.name, plan.nameKey, plan.limits.streams, plan.limits.maximumBitrate,
                        plan.limits.uploadQuota, plan.limits.monthlyTransfer, plan.limits.allowsDownloads,
                        plan.createdAt.milliseconds,
                    ])
            }
            if plan.isDefault { try Self.makeDefault(plan.id, db) }
            try entry.append(to: db)
        }
    }

    package func edit(
        _ id: ID<Plan>, _ change: @escaping @Sendable (inout Plan) throws -> JournalEntry?
    ) async throws -> Plan? {
        try await database.write(.accounts) { db in
            guard var plan = try Self.load(id, db) else { return nil }
            let wasDefault = plan.isDefault
            guard let entry = try change(&plan) else { return plan }
            try Self.naming {
                try db.execute(
                    sql: """
                        UPDATE plan SET name = ?, name_key = ?, streams = ?, maximum_bitrate = ?, upload_quota = ?,
                          monthly_transfer = ?, allows_downloads = ? WHERE id = ?
                        """,
                    arguments: [
                        plan.name, plan.nameKey, plan.limits.streams, plan.limits.maximumBitrate,
                        plan.limits.uploadQuota, plan.limits.monthlyTransfer, plan.limits.allowsDownloads,
                        id.rawValue,
                    ])
            }
            if plan.isDefault, !wasDefault { try Self.makeDefault(id, db) }
            try entry.append(to: db)
            return plan
        }
    }

    package func delete(
        _ id: ID<Plan>, _ entry: @escaping @Sendable (Plan, Int) throws -> JournalEntry
    ) async throws -> Bool {
        try await database.write(.accounts) { db in
            guard let plan = try Self.load(id, db) else { return false }
            let members =
                try Int.fetchOne(db, sql: "SELECT count(*) FROM account WHERE plan = ?", arguments: [id.rawValue]) ?? 0
            let entry = try entry(plan, members)
            try db.execute(sql: "DELETE FROM plan WHERE id = ?", arguments: [id.rawValue])
            try entry.append(to: db)
            return true
        }
    }

    private static func makeDefault(_ id: ID<Plan>, _ db: Database) throws {
        try db.execute(sql: "UPDATE plan SET is_default = 0 WHERE is_default = 1")
        try db.execute(sql: "UPDATE plan SET is_default = 1 WHERE id = ?", arguments: [id.rawValue])
    }

    private static func load(_ id: ID<Plan>, _ db: Database) throws -> Plan? {
        try Row.fetchOne(db, sql: "SELECT \(columns) FROM plan WHERE id = ?", arguments: [id.rawValue]).map(plan)
    }

    private static func plan(_ row: Row) -> Plan {
        Plan(
            id: ID(row["id"]), name: row["name"],
            limits: PlanLimits(
                streams: row["streams"], maximumBitrate: row["maximum_bitrate"], uploadQuota: row["upload_quota"],
                monthlyTransfer: row["monthly_transfer"], allowsDownloads: row["allows_downloads"]),
            isDefault: row["is_default"], createdAt: Timestamp(milliseconds: row["created_at"]))
    }

    private static func naming(_ write: () throws -> Void) throws {
        do {
            try write()
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw DomainError(.conflict, "There is a plan of this name already", reason: "plan_exists", field: "name")
        }
    }
}

/// The bytes that were sent to each user, in SQLite.
package struct SQLiteTransferStore: TransferStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func transferred(by person: ID<Person>, in month: Int) async throws -> Int64 {
        try await database.read { db in
            try Int64.fetchOne(
                db, sql: "SELECT bytes FROM transfer WHERE account = ? AND month = ?",
                arguments: [person.rawValue, month]) ?? 0
        }
    }

    package func add(_ sums: [TransferSum]) async throws {
        try await database.write(.administration) { db in
            let statement = try db.makeStatement(
                sql: """
                    INSERT INTO transfer (account, month, bytes)
                    SELECT id, :month, :bytes FROM account WHERE id = :person
                    ON CONFLICT (account, month) DO UPDATE SET bytes = bytes + excluded.bytes
                    """)
            for sum in sums {
                try statement.execute(
                    arguments: ["person": sum.person.rawValue, "month": sum.month, "bytes": sum.bytes])
            }
        }
    }
}

package import Accounts
import GRDB
package import Journal
package import Primitives
package import Streaming

/// Plans in SQLite.
package struct SQLitePlanStore: PlanStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// All plans; a server has only a few. A user without a plan counts for the default one.
    package func plans() async throws -> [(plan: Plan, members: Int)] {
        try await database.read { db in
            try db.rows(
                """
                SELECT \(PlanTable.columns), (SELECT count(*) FROM account WHERE account.plan = plan.id)
                  + iif(plan.is_default, (SELECT count(*) FROM account WHERE account.plan IS NULL AND former = 0), 0) AS members
                FROM plan ORDER BY plan.name_key
                """
            ).map { (PlanTable.value($0), $0["members"]) }
        }
    }

    package func plan(_ id: ID<Plan>) async throws -> Plan? {
        try await database.read { try PlanTable(db: $0).plan(id) }
    }

    package func terms(of person: ID<Person>) async throws -> PlanTerms? {
        try await database.read { try AccountTable(db: $0).user(person)?.terms }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any PlanState) throws -> (Changes<PlanWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.edit(.accounts, PlanTable.self, decide)
    }
}

/// The stored plans within one transaction.
private struct PlanTable: PlanState, EditedTable {
    static let columns =
        "plan.id, plan.name, plan.is_default, plan.streams, plan.maximum_bitrate, plan.upload_quota, "
        + "plan.monthly_transfer, plan.allows_downloads, plan.created_at"
    let db: Database

    func plan(_ id: ID<Plan>) throws -> Plan? {
        try db.row("SELECT \(Self.columns) FROM plan WHERE id = ?", [id]).map(Self.value)
    }

    func memberCount(of plan: ID<Plan>) throws -> Int {
        try db.value("SELECT count(*) FROM account WHERE plan = ?", [plan]) ?? 0
    }

    func execute(_ write: PlanWrite) throws {
        switch write {
        case .add(let plan):
            try naming {
                try db.run(
                    """
                    INSERT INTO plan (name, name_key, streams, maximum_bitrate, upload_quota, monthly_transfer,
                      allows_downloads, id, is_default, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
                    """, Self.values(of: plan) + [plan.id, plan.createdAt])
            }
        case .update(let plan):
            try naming {
                try db.run(
                    """
                    UPDATE plan SET name = ?, name_key = ?, streams = ?, maximum_bitrate = ?, upload_quota = ?,
                      monthly_transfer = ?, allows_downloads = ? WHERE id = ?
                    """, Self.values(of: plan) + [plan.id])
            }
        case .makeDefault(let id):
            try db.run("UPDATE plan SET is_default = 0 WHERE is_default = 1")
            try db.run("UPDATE plan SET is_default = 1 WHERE id = ?", [id])
        case .remove(let id): try db.run("DELETE FROM plan WHERE id = ?", [id])
        }
    }

    private static func values(of plan: Plan) -> StatementArguments {
        [
            plan.name, plan.nameKey, plan.limits.streams, plan.limits.maximumBitrate, plan.limits.uploadQuota,
            plan.limits.monthlyTransfer, plan.limits.allowsDownloads,
        ]
    }

    static func value(_ row: Row) -> Plan {
        Plan(
            id: row["id"], name: row["name"],
            limits: PlanLimits(
                streams: row["streams"], maximumBitrate: row["maximum_bitrate"], uploadQuota: row["upload_quota"],
                monthlyTransfer: row["monthly_transfer"], allowsDownloads: row["allows_downloads"]),
            isDefault: row["is_default"], createdAt: row["created_at"])
    }

    private func naming(_ write: () throws -> Void) throws {
        do {
            try write()
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw DomainError.planExists
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
            try db.value("SELECT bytes FROM transfer WHERE account = ? AND month = ?", [person, month]) ?? 0
        }
    }

    package func add(_ sums: [TransferSum]) async throws {
        try await database.write(.administration) { db in
            for sum in sums {
                try db.run(
                    """
                    INSERT INTO transfer (account, month, bytes)
                    SELECT id, :month, :bytes FROM account WHERE id = :person
                    ON CONFLICT (account, month) DO UPDATE SET bytes = bytes + excluded.bytes
                    """, ["person": sum.person, "month": sum.month, "bytes": sum.bytes])
            }
        }
    }
}

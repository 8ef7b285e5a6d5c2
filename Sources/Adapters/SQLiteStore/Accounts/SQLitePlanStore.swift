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
            try Row.fetchAll(
                db,
                sql: """
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
        try await database.write(.accounts) { db in
            let plans = PlanTable(db: db)
            let (changes, outcome) = try decide(plans)
            try changes?.write(to: db, plans.execute)
            return outcome
        }
    }
}

/// The stored plans within one transaction.
private struct PlanTable: PlanState {
    static let columns =
        "plan.id, plan.name, plan.is_default, plan.streams, plan.maximum_bitrate, plan.upload_quota, "
        + "plan.monthly_transfer, plan.allows_downloads, plan.created_at"
    let db: Database

    func plan(_ id: ID<Plan>) throws -> Plan? {
        try Row.fetchOne(db, sql: "SELECT \(Self.columns) FROM plan WHERE id = ?", arguments: [id.rawValue])
            .map(Self.value)
    }

    func memberCount(of plan: ID<Plan>) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM account WHERE plan = ?", arguments: [plan.rawValue]) ?? 0
    }

    func execute(_ write: PlanWrite) throws {
        switch write {
        case .add(let plan):
            try naming {
                try db.execute(
                    sql: """
                        INSERT INTO plan (name, name_key, streams, maximum_bitrate, upload_quota, monthly_transfer,
                          allows_downloads, id, is_default, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
                        """,
                    arguments: Self.values(of: plan) + [plan.id.rawValue, plan.createdAt.milliseconds])
            }
        case .update(let plan):
            try naming {
                try db.execute(
                    sql: """
                        UPDATE plan SET name = ?, name_key = ?, streams = ?, maximum_bitrate = ?, upload_quota = ?,
                          monthly_transfer = ?, allows_downloads = ? WHERE id = ?
                        """,
                    arguments: Self.values(of: plan) + [plan.id.rawValue])
            }
        case .makeDefault(let id):
            try db.execute(sql: "UPDATE plan SET is_default = 0 WHERE is_default = 1")
            try db.execute(sql: "UPDATE plan SET is_default = 1 WHERE id = ?", arguments: [id.rawValue])
        case .remove(let id):
            try db.execute(sql: "DELETE FROM plan WHERE id = ?", arguments: [id.rawValue])
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

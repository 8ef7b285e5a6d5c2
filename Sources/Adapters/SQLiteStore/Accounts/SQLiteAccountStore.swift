package import Accounts
package import Primitives
import GRDB
package import Journal

/// Accounts in SQLite. The extensions in the files beside this one have sessions, tokens and device keys, and the
/// deletion of accounts.
package struct SQLiteAccountStore: AccountStore, BlobUser {
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountState) throws -> Value
    ) async throws -> Value {
        try await query(body)
    }

    /// As `read`, for statements of this store's own.
    func query<Value: Sendable>(_ body: @escaping @Sendable (AccountTable) throws -> Value) async throws -> Value {
        try await database.read { db in try body(AccountTable(db: db)) }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any AccountState) throws -> (Changes<AccountWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.edit(.accounts, AccountTable.self, decide)
    }

    // MARK: Users

    package func users(matching search: String?, _ page: PageRequest) async throws -> Page<User> {
        let part = try KeysetList(name: "users.username.asc", columns: [.text]).part(page)
        return try await query { accounts in
            let users = try accounts.db.rows(
                """
                SELECT \(AccountRows.userColumns) FROM account
                WHERE username_key > :after0 AND former = 0 AND (:search IS NULL OR instr(search_text, :search) > 0)
                ORDER BY username_key LIMIT :limit
                """, part.arguments(from: [""]) + ["search": search]
            ).map(AccountRows.user)
            return part.page(users) { [.text($0.username.key)] }
        }
    }

    package func count() async throws -> Int {
        try await database.read { try $0.value("SELECT count(*) FROM account WHERE former = 0") ?? 0 }
    }

    package func record(_ entries: [JournalEntry]) async throws {
        try await database.write(.accounts) { db in for entry in entries { try entry.append(to: db) } }
    }

    package func passwordKeyIDs() async throws -> Set<String> {
        try await database.read {
            try $0.valueSet("SELECT DISTINCT password_key_id FROM account WHERE password_key_id IS NOT NULL")
        }
    }

    // MARK: Pictures

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { try $0.blobKeys("SELECT picture FROM account WHERE picture IS NOT NULL") }
    }

    // MARK: Invitations

    package func invitations(_ page: PageRequest) async throws -> Page<ListedInvitation> {
        let part = try KeysetList(name: "invitations.newest", columns: [.integer, .text]).part(page)
        return try await query { accounts in
            let found = try accounts.db.rows(Self.invitations, part.newest).map { row in
                ListedInvitation(
                    invitation: try AccountRows.invitation(row), madeBy: row["made_by_name"],
                    usedBy: row["used_by_name"], planName: row["plan_name"])
            }
            return part.page(found) { ($0.invitation.createdAt, $0.invitation.id) }
        }
    }

    static let invitations = """
        SELECT i.*, (SELECT display_name FROM account WHERE account.id = i.created_by) AS made_by_name,
          (SELECT display_name FROM account WHERE account.id = i.used_by) AS used_by_name,
          (SELECT name FROM plan WHERE plan.id = i.plan) AS plan_name
        FROM invitation i WHERE (i.created_at, i.id) < (:after0, :after1)
        ORDER BY i.created_at DESC, i.id DESC LIMIT :limit
        """

    // MARK: Second factors

    package func requireTwoFactor(for roles: Set<Role>, journal entry: JournalEntry) async throws {
        try await database.write(.accounts) { db in
            try db.run("DELETE FROM two_factor_role")
            for role in roles { try db.run("INSERT INTO two_factor_role (role) VALUES (?)", [role.rawValue]) }
            try entry.append(to: db)
        }
    }
}

package import Accounts
package import Primitives
import Foundation
import GRDB
package import Journal

/// Accounts in SQLite. The extensions in the files beside this one have sessions, tokens and device keys, and the
/// deletion of accounts.
package struct SQLiteAccountStore: AccountStore, BlobUser {
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (AccountTable) throws -> Value) async throws -> Value {
        try await database.read { db in try body(AccountTable(db: db)) }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any AccountState) throws -> (Changes<AccountWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.write(.accounts) { db in try AccountTable(db: db).edit(decide) }
    }

    // MARK: Users

    package func user(_ id: ID<Person>) async throws -> User? {
        try await read { try $0.user(id) }
    }

    package func user(usernameKey: String) async throws -> User? {
        try await read { try $0.user("username_key = ? AND former = 0", usernameKey) }
    }

    package func users(matching search: String?, _ page: PageRequest) async throws -> Page<User> {
        var after = ""
        if case .text(let key)? = try page.cursor?.values(of: Self.list, count: 1).first { after = key }
        let start = after
        return try await read { accounts in
            let rows = try accounts.rows(
                """
                SELECT \(AccountRows.userColumns) FROM account
                WHERE username_key > ? AND former = 0 AND (? IS NULL OR instr(search_text, ?) > 0)
                ORDER BY username_key LIMIT ?
                """,
                [start, search, search, page.limit + 1])
            let users = try rows.prefix(page.limit).map(AccountRows.user)
            let next = rows.count > page.limit ? users.last?.username.key : nil
            return Page(items: users, next: next.map { Cursor(list: Self.list, values: [.text($0)]) })
        }
    }

    package func count() async throws -> Int {
        try await database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM account WHERE former = 0") ?? 0
        }
    }

    package func ableAdminCount() async throws -> Int {
        try await read { try $0.ableAdmins().count }
    }

    package func record(_ entries: [JournalEntry]) async throws {
        try await database.write(.accounts) { db in for entry in entries { try entry.append(to: db) } }
    }

    package func passwordKeyIDs() async throws -> Set<String> {
        try await database.read { db in
            try String.fetchSet(
                db, sql: "SELECT DISTINCT password_key_id FROM account WHERE password_key_id IS NOT NULL")
        }
    }

    // MARK: Pictures

    /// Does nothing: an account has one picture and remembers no earlier one.
    package func release(unusedSince instant: Timestamp) async throws {}

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { db in
            let names = try String.fetchAll(db, sql: "SELECT picture FROM account WHERE picture IS NOT NULL")
            return Set(names.compactMap(BlobKey.init(hex:)))
        }
    }

    private static let list = "users.username.asc"

    // MARK: Links

    package func link(hash: TokenHash) async throws -> (link: AccountLink, user: User?, maker: User?)? {
        try await read { accounts in
            try accounts.link(hash).map { link in
                (
                    link, try link.user.flatMap { try accounts.user($0) },
                    try link.maker.flatMap { try accounts.user($0) }
                )
            }
        }
    }

    package func latestPasswordLink(of user: ID<Person>) async throws -> Timestamp? {
        try await database.read { db in
            try Int64.fetchOne(
                db,
                sql:
                    "SELECT max(created_at) FROM account_link WHERE account = ? AND purpose = 'password' AND used_at IS NULL",
                arguments: [user.rawValue]
            ).map(Timestamp.init(milliseconds:))
        }
    }

    package func emailUndo(hash: TokenHash) async throws -> EmailUndo? {
        try await read { try $0.emailUndo(hash) }
    }

    // MARK: The identity provider

    package func identityProvider() async throws -> IdentityProvider {
        try await read { try $0.identityProvider() }
    }

    package func identityLink(issuer: String, subject: String) async throws -> IdentityLink? {
        try await read { try $0.identityLink(issuer: issuer, subject: subject) }
    }

    package func identityLinks(of user: ID<Person>) async throws -> [IdentityLink] {
        try await read { try $0.identityLinks(of: user) }
    }

    // MARK: Second factors

    package func twoFactor(of id: ID<Person>) async throws -> TwoFactor? {
        try await read { try $0.twoFactor(of: id) }
    }

    package func rolesRequiringTwoFactor() async throws -> Set<Role> {
        try await read { try $0.rolesRequiringTwoFactor() }
    }

    package func requireTwoFactor(for roles: Set<Role>, journal entry: JournalEntry) async throws {
        try await database.write(.accounts) { db in
            try db.execute(sql: "DELETE FROM two_factor_role")
            for role in roles {
                try db.execute(sql: "INSERT INTO two_factor_role (role) VALUES (?)", arguments: [role.rawValue])
            }
            try entry.append(to: db)
        }
    }

    package func passkeys(of user: ID<Person>) async throws -> [Passkey] {
        try await read { try $0.passkeys(of: user) }
    }

    package func passkey(credential: [UInt8]) async throws -> Passkey? {
        try await read { accounts in
            try accounts.row("SELECT * FROM passkey WHERE credential = ?", [Data(credential)]).map(AccountRows.passkey)
        }
    }
}

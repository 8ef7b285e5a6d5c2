package import Accounts
package import Primitives
import Foundation
import GRDB
package import Journal

/// Accounts in SQLite: the records themselves. The extensions in the files beside this one have sessions, tokens and
/// links.
package struct SQLiteAccountStore: AccountStore, BlobUser {
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func user(_ id: ID<Person>) async throws -> User? {
        try await database.read { try AccountTable($0).user(id) }
    }

    package func user(usernameKey: String) async throws -> User? {
        try await database.read { db in
            try Row.fetchOne(
                db, sql: "SELECT \(AccountRows.userColumns) FROM account WHERE username_key = ? AND former = 0",
                arguments: [usernameKey]
            ).map(AccountRows.user)
        }
    }

    package func users(matching search: String?, _ page: PageRequest) async throws -> Page<User> {
        var after = ""
        if case .text(let key)? = try page.cursor?.values(of: Self.list, count: 1).first { after = key }
        let start = after
        return try await database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT \(AccountRows.userColumns) FROM account
                    WHERE username_key > ? AND former = 0 AND (? IS NULL OR instr(search_text, ?) > 0)
                    ORDER BY username_key LIMIT ?
                    """,
                arguments: [start, search, search, page.limit + 1])
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
        try await database.read { try AccountTable($0).ableAdmins().count }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any AccountState) throws -> (Changes<AccountWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.write(.accounts) { db in
            let accounts = AccountTable(db)
            let (changes, outcome) = try decide(accounts)
            try changes?.write(to: db, accounts.execute)
            return outcome
        }
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

    /// Does nothing: an account has one picture and remembers no earlier one.
    package func release(unusedSince instant: Timestamp) async throws {}

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { db in
            let names = try String.fetchAll(db, sql: "SELECT picture FROM account WHERE picture IS NOT NULL")
            return Set(names.compactMap(BlobKey.init(hex:)))
        }
    }

    private static let list = "users.username.asc"
}

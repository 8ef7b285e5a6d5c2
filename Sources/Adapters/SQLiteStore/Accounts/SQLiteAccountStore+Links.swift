package import Accounts
import Foundation
import GRDB
package import Journal
package import Primitives

extension SQLiteAccountStore {
    package func link(hash: TokenHash) async throws -> (link: AccountLink, user: User?, maker: User?)? {
        try await database.read { db in
            guard let link = try Self.loadLink(hash, db) else { return nil }
            return (
                link, try link.user.flatMap { try Self.loadUser($0, db) },
                try link.maker.flatMap { try Self.loadUser($0, db) }
            )
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

    package func replaceSetupLink(_ link: AccountLink, journal entry: JournalEntry) async throws -> Bool {
        try await database.write(.accounts) { db in
            guard try Self.countAbleAdmins(except: nil, db) == 0 else {
                try db.execute(sql: "DELETE FROM account_link WHERE purpose = 'setup'")
                return false
            }
            try AccountWrites.replaceLink(by: link, db)
            try entry.append(to: db)
            return true
        }
    }

    static func loadLink(_ hash: TokenHash, _ db: Database) throws -> AccountLink? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT id, purpose, hash, account, created_by, created_at, expires_at, used_at
                FROM account_link WHERE hash = ?
                """,
            arguments: [Data(hash.bytes)]
        ).map(AccountRows.link)
    }
}

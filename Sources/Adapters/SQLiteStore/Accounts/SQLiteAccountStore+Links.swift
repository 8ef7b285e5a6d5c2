package import Accounts
import GRDB
package import Primitives

extension SQLiteAccountStore {
    package func link(hash: TokenHash) async throws -> (link: AccountLink, user: User?, maker: User?)? {
        try await database.read { db in
            let accounts = AccountTable(db)
            guard let link = try accounts.link(hash) else { return nil }
            return (
                link, try link.user.flatMap { try accounts.user($0) },
                try link.maker.flatMap { try accounts.user($0) }
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

    package func emailUndo(hash: TokenHash) async throws -> EmailUndo? {
        try await database.read { try AccountTable($0).emailUndo(hash) }
    }
}

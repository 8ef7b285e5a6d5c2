package import Accounts
import Foundation
import GRDB
package import Journal
import Messaging
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

/// Undo links for changed email addresses.
extension SQLiteAccountStore {
    package func emailUndo(hash: TokenHash) async throws -> EmailUndo? {
        try await database.read { db in try Self.loadEmailUndo(hash, db) }
    }

    package func undoEmail<Result: Sendable>(
        _ hash: TokenHash, _ change: @escaping @Sendable (inout AccountEdit, EmailUndo) throws -> Result
    ) async throws -> Result? {
        try await database.write(.accounts) { db in
            guard let undo = try Self.loadEmailUndo(hash, db) else { return nil }
            let user = undo.user.rawValue
            // Changes that came after the undone one are undone with it.
            try db.execute(
                sql: "DELETE FROM email_undo WHERE account = ? AND created_at >= ?",
                arguments: [user, undo.createdAt.milliseconds])
            try db.execute(sql: "DELETE FROM account_link WHERE account = ? AND used_at IS NULL", arguments: [user])
            try db.execute(sql: "DELETE FROM email_confirmation WHERE account = ?", arguments: [user])
            let result = try Self.edit(undo.user, presenting: nil, db) { edit in try change(&edit, undo) }
            try db.execute(
                sql: """
                    INSERT INTO confirmed_email (account, email_key, confirmed_at) VALUES (?, ?, ?)
                    ON CONFLICT (account) DO UPDATE SET email_key = excluded.email_key
                    """,
                arguments: [user, undo.email.key, undo.createdAt.milliseconds])
            return result
        }
    }

    /// Stores the undo link and adds its email to the outbox if the former address was confirmed: an unconfirmed one
    /// may belong to somebody else. Throws `conflict` with reason `email_changed_often`.
    static func tell(_ former: FormerEmail, of user: User, _ db: Database) throws {
        let wasConfirmed =
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM confirmed_email WHERE account = ? AND email_key = ?)",
                arguments: [user.id.rawValue, former.email.key]) == true
        guard wasConfirmed else { return }
        let ways = try Row.fetchOne(
            db, sql: "SELECT count(*) AS number, max(created_at) AS latest FROM email_undo WHERE account = ?",
            arguments: [user.id.rawValue])
        guard (ways?["number"] ?? 0) < EmailUndo.maximumPerUser else {
            throw DomainError(
                .conflict, "The address was changed too often this week", reason: "email_changed_often",
                field: "email")
        }
        let at = former.letter.at
        // The order is strict, even within a millisecond or after the clock was set back.
        let order = max(at.milliseconds, (ways?["latest"] as Int64?).map { $0 + 1 } ?? 0)
        try db.execute(
            sql: """
                INSERT INTO email_undo (hash, account, email, email_key, was_confirmed, created_at, expires_at)
                VALUES (?, ?, ?, ?, 1, ?, ?)
                """,
            arguments: [
                Data(former.letter.hash.bytes), user.id.rawValue, former.email.text, former.email.key, order,
                at.advanced(by: EmailUndo.lifetime).milliseconds,
            ])
        try SQLiteOutbox.insert(
            Email(
                id: ID(former.letter.letter), user: user.id, recipient: former.email.text, kind: .emailChanged,
                locale: user.locale.language, parameters: ["name": user.displayName, "username": user.username.text],
                sealed: former.letter.sealed, topic: "\(EmailKind.emailChanged.rawValue):\(former.letter.letter)",
                createdAt: at), db)
    }

    private static func loadEmailUndo(_ hash: TokenHash, _ db: Database) throws -> EmailUndo? {
        try Row.fetchOne(db, sql: "SELECT * FROM email_undo WHERE hash = ?", arguments: [Data(hash.bytes)]).map { row in
            EmailUndo(
                hash: hash, user: ID(row["account"]), email: EmailAddress(stored: row["email"], key: row["email_key"]),
                createdAt: Timestamp(milliseconds: row["created_at"]),
                expiresAt: Timestamp(milliseconds: row["expires_at"]))
        }
    }
}

package import Accounts
import Foundation
import GRDB
import Messaging
package import Primitives

/// Ways back to addresses that accounts have given up.
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
            // What was changed after it was changed by whoever it undoes.
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

    /// Stores the way back and puts its letter into the outbox, where the address was confirmed: whoever reads another has had nothing to do
    /// with the account. Throws `conflict` with reason `email_changed_often`.
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
        // Strictly one after the other, also within a millisecond and when the clock was set back.
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

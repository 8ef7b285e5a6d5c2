package import Accounts
import Foundation
import GRDB
package import Journal
package import Messaging
package import Primitives

/// Confirmed addresses and the notifications sent to them.
extension SQLiteOutbox {
    package func account(emailKey: String) async throws -> (user: User, isConfirmed: Bool)? {
        try await database.read { db in
            try AccountTable(db: db).user("email_key = ?", emailKey).map { ($0, try Self.isConfirmed($0, db)) }
        }
    }

    package func isConfirmed(_ user: User) async throws -> Bool {
        try await database.read { db in try Self.isConfirmed(user, db) }
    }

    package func begin(confirmation hash: TokenHash, of user: User, until expiry: Timestamp) async throws {
        guard let email = user.email else { return }
        try await database.write(.upkeep) { db in
            try db.run(
                """
                INSERT INTO email_confirmation (account, hash, email_key, expires_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (account) DO UPDATE SET hash = excluded.hash, email_key = excluded.email_key,
                  expires_at = excluded.expires_at
                """, [user.id, Data(hash.bytes), email.key, expiry])
        }
    }

    package func confirm(
        _ hash: TokenHash, _ decide: @escaping @Sendable (PendingConfirmation?) throws -> JournalEntry
    ) async throws {
        try await database.write(.accounts) { db in
            let row = try db.row(
                """
                SELECT c.account, c.email_key, c.expires_at,
                  EXISTS (SELECT 1 FROM account a
                    WHERE a.id = c.account AND a.email_key = c.email_key AND a.disabled = 0) AS is_present
                FROM email_confirmation c WHERE c.hash = ?
                """, [Data(hash.bytes)])
            let entry = try decide(
                row.map {
                    PendingConfirmation(
                        user: $0["account"], expiresAt: $0["expires_at"], isOfPresentAddress: $0["is_present"])
                })
            guard let row else { return }
            let (account, key): (String, String) = (row["account"], row["email_key"])
            try db.run("DELETE FROM email_confirmation WHERE account = ?", [account])
            try db.run(
                """
                INSERT INTO confirmed_email (account, email_key, confirmed_at) VALUES (?, ?, ?)
                ON CONFLICT (account) DO UPDATE SET email_key = excluded.email_key,
                  confirmed_at = excluded.confirmed_at
                """, [account, key, entry.at])
            try entry.append(to: db)
        }
    }

    package func mailed(to user: ID<Person>) async throws -> Set<String> {
        try await database.read { try $0.valueSet("SELECT kind FROM mailed_notification WHERE account = ?", [user]) }
    }

    package func mail(_ kinds: Set<String>, to user: ID<Person>) async throws {
        try await database.write(.notifications) { db in
            try db.run("DELETE FROM mailed_notification WHERE account = ?", [user])
            for kind in kinds {
                try db.run("INSERT INTO mailed_notification (account, kind) VALUES (?, ?)", [user, kind])
            }
        }
    }

    private static func isConfirmed(_ user: User, _ db: Database) throws -> Bool {
        guard let email = user.email else { return false }
        return try db.exists(
            "SELECT 1 FROM confirmed_email WHERE account = ? AND email_key = ?", [user.id, email.key])
    }
}

/// Adds a notification to the outbox if its user wants that kind by email, within the transaction that delivers it.
enum MailedNotifications {
    private static let recipient = """
        SELECT a.email, a.locale, a.display_name FROM account a
        JOIN confirmed_email c ON c.account = a.id AND c.email_key = a.email_key
        WHERE a.id = ?1 AND a.disabled = 0
          AND EXISTS (SELECT 1 FROM mailed_notification m WHERE m.account = a.id AND m.kind = ?2)
        """

    static func add(_ draft: NotificationDraft, _ id: ID<Journal.Notification>, at instant: Timestamp, _ db: Database)
        throws
    {
        guard let row = try db.row(recipient, [draft.recipient, draft.kind.rawValue]) else { return }
        try SQLiteOutbox.insert(
            .notification(
                draft, id, to: row["email"], named: row["display_name"],
                in: AccountLocale(rawValue: row["locale"]) ?? .english, at: instant), db)
    }
}

import Accounts
import GRDB
import Messaging
import Primitives

/// Puts a notification that its person wants by mail into the outbox, within the transaction that delivers it.
enum MailedNotifications {
    private static let recipient = """
        SELECT a.email, a.locale, a.display_name FROM account a
        JOIN confirmed_email c ON c.account = a.id AND c.email_key = a.email_key
        WHERE a.id = ?1 AND a.disabled = 0
          AND EXISTS (SELECT 1 FROM mailed_notification m WHERE m.account = a.id AND m.kind = ?2)
        """

    static func add(_ draft: NotificationDraft, _ id: ID<Notification>, at instant: Timestamp, _ db: Database) throws {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(sql: recipient), arguments: [draft.recipient.rawValue, draft.kind.rawValue])
        else { return }
        try SQLiteOutbox.insert(
            Email(
                id: .make(at: instant), user: draft.recipient, recipient: row["email"], kind: .notification,
                locale: AccountLocale(rawValue: row["locale"]) ?? .english,
                parameters: ["name": row["display_name"], "about": draft.kind.rawValue, "title": draft.title],
                topic: "notification:\(id.rawValue)", createdAt: instant), db)
    }
}

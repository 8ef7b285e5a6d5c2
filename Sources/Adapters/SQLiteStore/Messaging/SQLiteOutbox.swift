import Accounts
import Foundation
import GRDB
package import Journal
package import Messaging
package import Primitives

/// The outbox in SQLite.
package struct SQLiteOutbox: Outbox {
    private static let list = KeysetList(name: "letters", columns: [.integer, .text])
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func add(_ email: Email) async throws {
        try await database.write(.upkeep) { db in try Self.insert(email, db) }
    }

    static let dueLetters = """
        SELECT * FROM outgoing_mail WHERE state = 'waiting' AND next_at <= ? ORDER BY next_at, id LIMIT ?
        """

    package func due(at instant: Timestamp, limit: Int) async throws -> [Email] {
        try await database.read { try $0.rows(Self.dueLetters, [instant, limit]).map(Self.email) }
    }

    package func nextDue() async throws -> Timestamp? {
        try await database.read { try $0.value("SELECT min(next_at) FROM outgoing_mail WHERE state = 'waiting'") }
    }

    package func remove(_ id: ID<Email>) async throws {
        try await database.write(.upkeep) { try $0.run("DELETE FROM outgoing_mail WHERE id = ?", [id]) }
    }

    package func update(_ email: Email) async throws {
        try await database.write(.upkeep) { db in
            try db.run(
                "UPDATE outgoing_mail SET next_at = ?, attempts = ?, state = ?, failure = ? WHERE id = ?",
                [email.nextAt, email.attempts, email.state.rawValue, email.failure, email.id])
        }
    }

    static let oldEmails =
        "UPDATE outgoing_mail SET state = 'failed', failure = ?2 WHERE state = 'waiting' AND created_at < ?1"

    package func giveUp(writtenBefore instant: Timestamp, because failure: String) async throws {
        // If nothing is old, nothing is written and no change is published.
        guard let oldest = try await oldestWaiting(), oldest < instant else { return }
        try await database.write(.upkeep) { try $0.run(Self.oldEmails, [instant, failure]) }
    }

    private func oldestWaiting() async throws -> Timestamp? {
        try await database.read { try $0.value("SELECT min(created_at) FROM outgoing_mail WHERE state = 'waiting'") }
    }

    static func page(isFirst: Bool) -> String {
        """
        SELECT * FROM outgoing_mail\(isFirst ? "" : " WHERE (created_at, id) < (:after0, :after1)")
        ORDER BY created_at DESC, id DESC LIMIT :limit
        """
    }

    package func emails(_ page: PageRequest) async throws -> Page<Email> {
        let part = try Self.list.part(page)
        return try await database.read { db in
            let found = try db.rows(Self.page(isFirst: part.isFirst), part.arguments).map(Self.email)
            return part.page(found) { ($0.createdAt, $0.id) }
        }
    }

    package func delete(_ id: ID<Email>, journal entry: JournalEntry) async throws -> Bool {
        try await database.write(.upkeep) { db in
            try db.run("DELETE FROM outgoing_mail WHERE id = ?", [id])
            guard db.changesCount == 1 else { return false }
            try entry.append(to: db)
            return true
        }
    }

    package func retry(_ id: ID<Email>, at instant: Timestamp, journal entry: JournalEntry) async throws -> Bool {
        try await database.write(.upkeep) { db in
            try db.run("UPDATE outgoing_mail SET state = 'waiting', next_at = ? WHERE id = ?", [instant, id])
            guard db.changesCount == 1 else { return false }
            try entry.append(to: db)
            return true
        }
    }

    package func counts() async throws -> (waiting: Int, failed: Int) {
        try await database.read { db in
            let waiting: Int = try db.value("SELECT count(*) FROM outgoing_mail WHERE state = 'waiting'") ?? 0
            return (waiting, (try db.value("SELECT count(*) FROM outgoing_mail") ?? 0) - waiting)
        }
    }

    package func record(_ entry: JournalEntry) async throws {
        try await database.write(.upkeep) { db in try entry.append(to: db) }
    }

    static func insert(_ email: Email, _ db: Database) throws {
        try db.run(
            """
            INSERT INTO outgoing_mail (id, account, recipient, kind, locale, parameters, sealed, topic, created_at,
                next_at, attempts, state, failure)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (topic) DO NOTHING
            """,
            [
                email.id, email.user, email.recipient, email.kind.rawValue, email.locale.rawValue,
                try StoredJSON.text(of: email.parameters), email.sealed.map { Data($0) }, email.topic, email.createdAt,
                email.nextAt, email.attempts, email.state.rawValue, email.failure,
            ])
    }

    private static func email(_ row: Row) throws -> Email {
        guard let kind = EmailKind(rawValue: row["kind"]), let state = Email.State(rawValue: row["state"]) else {
            throw AccountRows.damaged("outgoing_mail")
        }
        return Email(
            id: row["id"], user: row["account"], recipient: row["recipient"], kind: kind,
            locale: AccountLocale(rawValue: row["locale"]) ?? .english,
            parameters: try StoredJSON.value(row["parameters"]), sealed: (row["sealed"] as Data?).map { Array($0) },
            topic: row["topic"], createdAt: row["created_at"], nextAt: row["next_at"], attempts: row["attempts"],
            state: state, failure: row["failure"])
    }
}

/// The daily overview for admins.
extension SQLiteOutbox {
    private static let overviewReaders = """
        SELECT a.id, a.email, a.locale, a.display_name FROM account a
        JOIN confirmed_email c ON c.account = a.id AND c.email_key = a.email_key
        JOIN mailed_notification m ON m.account = a.id AND m.kind = ?1
        WHERE a.disabled = 0 AND a.role = ?2 AND NOT EXISTS (SELECT 1 FROM daily_overview d WHERE d.day = ?3)
        ORDER BY a.id
        """

    package func overviewReaders(on day: String) async throws -> [OverviewReader] {
        try await database.read { db in
            try db.rows(Self.overviewReaders, [OverviewReader.kind, Role.admin.rawValue, day]).map { row in
                OverviewReader(
                    user: row["id"], address: row["email"], locale: AccountLocale(rawValue: row["locale"]) ?? .english,
                    name: row["display_name"])
            }
        }
    }

    package func add(overviews emails: [Email], of day: String) async throws {
        try await database.write(.upkeep) { db in
            let done: String? = try db.value("SELECT day FROM daily_overview")
            guard done != day else { return }
            try db.run(
                """
                INSERT INTO daily_overview (only, day) VALUES (1, ?)
                ON CONFLICT (only) DO UPDATE SET day = excluded.day
                """, [day])
            for email in emails { try Self.insert(email, db) }
        }
    }
}

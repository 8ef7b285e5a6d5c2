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
        try await database.read { db in
            try Row.fetchAll(db, sql: Self.dueLetters, arguments: [instant.milliseconds, limit]).map(Self.email)
        }
    }

    package func nextDue() async throws -> Timestamp? {
        try await database.read { db in
            try Int64.fetchOne(db, sql: "SELECT min(next_at) FROM outgoing_mail WHERE state = 'waiting'")
                .map(Timestamp.init(milliseconds:))
        }
    }

    package func remove(_ id: ID<Email>) async throws {
        try await database.write(.upkeep) { db in
            try db.execute(sql: "DELETE FROM outgoing_mail WHERE id = ?", arguments: [id.rawValue])
        }
    }

    package func update(_ email: Email) async throws {
        try await database.write(.upkeep) { db in
            try db.execute(
                sql: "UPDATE outgoing_mail SET next_at = ?, attempts = ?, state = ?, failure = ? WHERE id = ?",
                arguments: [
                    email.nextAt.milliseconds, email.attempts, email.state.rawValue, email.failure,
                    email.id.rawValue,
                ])
        }
    }

    static let oldEmails =
        "UPDATE outgoing_mail SET state = 'failed', failure = ?2 WHERE state = 'waiting' AND created_at < ?1"

    package func giveUp(writtenBefore instant: Timestamp, because failure: String) async throws {
        // If nothing is old, nothing is written and no change is published.
        guard let oldest = try await oldestWaiting(), oldest < instant else { return }
        try await database.write(.upkeep) { db in
            try db.execute(sql: Self.oldEmails, arguments: [instant.milliseconds, failure])
        }
    }

    private func oldestWaiting() async throws -> Timestamp? {
        try await database.read { db in
            try Int64.fetchOne(db, sql: "SELECT min(created_at) FROM outgoing_mail WHERE state = 'waiting'")
                .map(Timestamp.init(milliseconds:))
        }
    }

    static func page(isFirst: Bool) -> String {
        """
        SELECT * FROM outgoing_mail\(isFirst ? "" : " WHERE (created_at, id) < (:after0, :after1)")
        ORDER BY created_at DESC, id DESC LIMIT :limit
        """
    }

    package func emails(_ page: PageRequest) async throws -> Page<Email> {
        let position = try Self.list.position(page.cursor)
        return try await database.read { db in
            var arguments: [String: DatabaseValue] = ["limit": (page.limit + 1).databaseValue]
            for (index, value) in (position ?? []).enumerated() { arguments["after\(index)"] = value }
            let found = try Row.fetchAll(
                db, sql: Self.page(isFirst: position == nil), arguments: StatementArguments(arguments)
            ).map(Self.email)
            return Self.list.page(found, limit: page.limit) {
                [.integer($0.createdAt.milliseconds), .text($0.id.rawValue)]
            }
        }
    }

    package func delete(_ id: ID<Email>, journal entry: JournalEntry) async throws -> Bool {
        try await database.write(.upkeep) { db in
            try db.execute(sql: "DELETE FROM outgoing_mail WHERE id = ?", arguments: [id.rawValue])
            guard db.changesCount == 1 else { return false }
            try entry.append(to: db)
            return true
        }
    }

    package func retry(_ id: ID<Email>, at instant: Timestamp, journal entry: JournalEntry) async throws -> Bool {
        try await database.write(.upkeep) { db in
            try db.execute(
                sql: "UPDATE outgoing_mail SET state = 'waiting', next_at = ? WHERE id = ?",
                arguments: [instant.milliseconds, id.rawValue])
            guard db.changesCount == 1 else { return false }
            try entry.append(to: db)
            return true
        }
    }

    package func counts() async throws -> (waiting: Int, failed: Int) {
        try await database.read { db in
            let waiting = try Int.fetchOne(db, sql: "SELECT count(*) FROM outgoing_mail WHERE state = 'waiting'") ?? 0
            return (waiting, (try Int.fetchOne(db, sql: "SELECT count(*) FROM outgoing_mail") ?? 0) - waiting)
        }
    }

    package func record(_ entry: JournalEntry) async throws {
        try await database.write(.upkeep) { db in try entry.append(to: db) }
    }

    static func insert(_ email: Email, _ db: Database) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try db.execute(
            sql: """
                INSERT INTO outgoing_mail (id, account, recipient, kind, locale, parameters, sealed, topic, created_at,
                    next_at, attempts, state, failure)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (topic) DO NOTHING
                """,
            arguments: [
                email.id.rawValue, email.user?.rawValue, email.recipient, email.kind.rawValue,
                email.locale.rawValue, String(decoding: try encoder.encode(email.parameters), as: UTF8.self),
                email.sealed.map { Data($0) }, email.topic, email.createdAt.milliseconds,
                email.nextAt.milliseconds, email.attempts, email.state.rawValue, email.failure,
            ])
    }

    private static func email(_ row: Row) throws -> Email {
        guard let kind = EmailKind(rawValue: row["kind"]), let state = Email.State(rawValue: row["state"]) else {
            throw AccountRows.damaged("outgoing_mail")
        }
        let parameters: String = row["parameters"]
        return Email(
            id: ID(row["id"]), user: (row["account"] as String?).map { ID($0) }, recipient: row["recipient"],
            kind: kind, locale: AccountLocale(rawValue: row["locale"]) ?? .english,
            parameters: try JSONDecoder().decode([String: String].self, from: Data(parameters.utf8)),
            sealed: (row["sealed"] as Data?).map { Array($0) }, topic: row["topic"],
            createdAt: Timestamp(milliseconds: row["created_at"]), nextAt: Timestamp(milliseconds: row["next_at"]),
            attempts: row["attempts"], state: state, failure: row["failure"])
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
            try Row.fetchAll(
                db, sql: Self.overviewReaders,
                arguments: [OverviewReader.kind, Role.admin.rawValue, day]
            ).map { row in
                OverviewReader(
                    user: ID(row["id"]), address: row["email"],
                    locale: AccountLocale(rawValue: row["locale"]) ?? .english, name: row["display_name"])
            }
        }
    }

    package func add(overviews emails: [Email], of day: String) async throws {
        try await database.write(.upkeep) { db in
            let done = try String.fetchOne(db, sql: "SELECT day FROM daily_overview")
            guard done != day else { return }
            try db.execute(
                sql: """
                    INSERT INTO daily_overview (only, day) VALUES (1, ?)
                    ON CONFLICT (only) DO UPDATE SET day = excluded.day
                    """, arguments: [day])
            for email in emails { try Self.insert(email, db) }
        }
    }
}

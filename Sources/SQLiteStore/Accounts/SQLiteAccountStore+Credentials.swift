package import Accounts
import Foundation
import GRDB
package import Journal
package import Primitives

extension SQLiteAccountStore {
    package func session(hash: TokenHash) async throws -> HeldSession? {
        try await database.read { db in
            try Row.fetchOne(db, sql: Self.sessions + "session.hash = ?", arguments: [Data(hash.bytes)])
                .map(Self.heldSession)
        }
    }

    package func token(hash: TokenHash) async throws -> HeldToken? {
        try await database.read { db in
            try Row.fetchOne(db, sql: Self.tokens + "access_token.hash = ?", arguments: [Data(hash.bytes)])
                .map(Self.heldToken)
        }
    }

    package func sessions(_ ids: [ID<Session>]) async throws -> [HeldSession] {
        try await database.read { db in
            let statement = try db.makeStatement(sql: Self.sessions + "session.id = ?")
            return try ids.compactMap { try Row.fetchOne(statement, arguments: [$0.rawValue]).map(Self.heldSession) }
        }
    }

    package func tokens(_ ids: [ID<AccessToken>]) async throws -> [HeldToken] {
        try await database.read { db in
            let statement = try db.makeStatement(sql: Self.tokens + "access_token.id = ?")
            return try ids.compactMap { try Row.fetchOne(statement, arguments: [$0.rawValue]).map(Self.heldToken) }
        }
    }

    /// Sessions with their people; the condition follows.
    private static let sessions = """
        SELECT \(AccountRows.sessionColumns), \(AccountRows.userColumns)
        FROM session JOIN account ON account.id = session.account WHERE\u{20}
        """
    /// Access tokens with their people; the condition follows.
    private static let tokens = """
        SELECT \(AccountRows.tokenColumns), \(AccountRows.userColumns)
        FROM access_token JOIN account ON account.id = access_token.account WHERE\u{20}
        """

    package func sessions(of user: ID<Person>) async throws -> [SessionRecord] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(AccountRows.sessionColumns) FROM session WHERE account = ?
                    ORDER BY last_used_at DESC, id DESC
                    """,
                arguments: [user.rawValue]
            ).map(AccountRows.session)
        }
    }

    package func tokens(of user: ID<Person>) async throws -> [AccessToken] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(AccountRows.tokenColumns) FROM access_token WHERE account = ?
                    ORDER BY created_at DESC, id DESC
                    """,
                arguments: [user.rawValue]
            ).map(AccountRows.token)
        }
    }

    package func endSessions(
        _ selection: SessionSelection, of user: ID<Person>, journal entry: JournalEntry
    ) async throws -> [ID<Session>] {
        try await database.write(.accounts) { db in
            let (condition, session): (String, String?) =
                switch selection {
                case .one(let id): ("id = ?", id.rawValue)
                case .allBut(let id): ("id IS NOT ?", id.rawValue)
                case .all: ("id IS NOT ?", nil)
                }
            let ended = try String.fetchAll(
                db, sql: "SELECT id FROM session WHERE account = ? AND \(condition)",
                arguments: [user.rawValue, session])
            guard !ended.isEmpty else { return [] }
            try db.execute(
                sql: "DELETE FROM session WHERE account = ? AND \(condition)", arguments: [user.rawValue, session])
            try entry.adding("count", "\(ended.count)").append(to: db)
            return ended.map { ID($0) }
        }
    }

    package func revokeToken(
        _ id: ID<AccessToken>, of user: ID<Person>, journal entry: JournalEntry
    ) async throws -> Bool {
        try await database.write(.accounts) { db in
            try db.execute(
                sql: "DELETE FROM access_token WHERE id = ? AND account = ?", arguments: [id.rawValue, user.rawValue])
            guard db.changesCount == 1 else { return false }
            try entry.append(to: db)
            return true
        }
    }

    package func noteUses(_ uses: [Credential: Timestamp]) async throws {
        try await database.write(.accounts) { db in
            for (credential, at) in uses {
                let (table, id) =
                    switch credential {
                    case .session(let id): ("session", id.rawValue)
                    case .token(let id): ("access_token", id.rawValue)
                    case .deviceKey(let id): ("device_key", id.rawValue)
                    }
                try db.execute(
                    sql: """
                        UPDATE \(table) SET last_used_at = ?
                        WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)
                        """,
                    arguments: [at.milliseconds, id, at.milliseconds])
                try db.execute(
                    sql: """
                        UPDATE account SET last_seen_at = ? WHERE id = (SELECT account FROM \(table) WHERE id = ?)
                        AND (last_seen_at IS NULL OR last_seen_at < ?)
                        """,
                    arguments: [at.milliseconds, id, at.milliseconds])
            }
        }
    }

    package func removeExpired(at now: Timestamp, idleSince: Timestamp) async throws {
        try await database.write(.accounts) { db in
            try db.execute(
                sql: "DELETE FROM session WHERE expires_at <= ? OR last_used_at <= ?",
                arguments: [now.milliseconds, idleSince.milliseconds])
            try db.execute(sql: "DELETE FROM access_token WHERE expires_at <= ?", arguments: [now.milliseconds])
            try db.execute(sql: "DELETE FROM account_link WHERE expires_at <= ?", arguments: [now.milliseconds])
            // For a while people see which of their players has stopped for that reason.
            try db.execute(
                sql: "DELETE FROM device_key WHERE expires_at <= ?",
                arguments: [now.advanced(by: .zero - .seconds(30 * 86_400)).milliseconds])
        }
    }

    private static func heldSession(_ row: Row) throws -> HeldSession {
        HeldSession(session: try AccountRows.session(row), user: try AccountRows.user(row))
    }

    private static func heldToken(_ row: Row) throws -> HeldToken {
        HeldToken(token: try AccountRows.token(row), user: try AccountRows.user(row))
    }
}

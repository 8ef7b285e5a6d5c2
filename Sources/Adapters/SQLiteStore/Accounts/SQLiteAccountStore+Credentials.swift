package import Accounts
import Foundation
import GRDB
package import Primitives

extension SQLiteAccountStore {
    package func session(hash: TokenHash) async throws -> (session: SessionRecord, user: User)? {
        try await query { accounts in
            try accounts.db.row(Self.sessions + "session.hash = ?", [Data(hash.bytes)]).map(Self.userSession)
        }
    }

    package func token(hash: TokenHash) async throws -> (token: AccessToken, user: User)? {
        try await query { accounts in
            try accounts.db.row(Self.tokens + "access_token.hash = ?", [Data(hash.bytes)]).map(Self.userToken)
        }
    }

    package func sessions(_ ids: [ID<Session>]) async throws -> [(session: SessionRecord, user: User)] {
        try await query { accounts in
            try ids.compactMap { try accounts.db.row(Self.sessions + "session.id = ?", [$0]).map(Self.userSession) }
        }
    }

    package func tokens(_ ids: [ID<AccessToken>]) async throws -> [(token: AccessToken, user: User)] {
        try await query { accounts in
            try ids.compactMap { try accounts.db.row(Self.tokens + "access_token.id = ?", [$0]).map(Self.userToken) }
        }
    }

    /// Sessions with their users. The condition follows.
    private static let sessions = """
        SELECT \(AccountRows.sessionColumns), \(AccountRows.userColumns)
        FROM session JOIN account ON account.id = session.account WHERE\u{20}
        """
    /// Access tokens with their users. The condition follows.
    private static let tokens = """
        SELECT \(AccountRows.tokenColumns), \(AccountRows.userColumns)
        FROM access_token JOIN account ON account.id = access_token.account WHERE\u{20}
        """

    package func sessions(of user: ID<Person>) async throws -> [SessionRecord] {
        try await query { accounts in
            try accounts.db.rows(
                """
                SELECT \(AccountRows.sessionColumns) FROM session WHERE account = ?
                ORDER BY last_used_at DESC, id DESC
                """, [user]
            ).map(AccountRows.session)
        }
    }

    package func tokens(of user: ID<Person>) async throws -> [AccessToken] {
        try await query { accounts in
            try accounts.db.rows(
                """
                SELECT \(AccountRows.tokenColumns) FROM access_token WHERE account = ?
                ORDER BY created_at DESC, id DESC
                """, [user]
            ).map(AccountRows.token)
        }
    }

    package func noteUses(_ uses: [Credential: CredentialUse]) async throws {
        try await database.write(.accounts) { db in
            for (credential, use) in uses {
                let at = use.at
                let (table, id, columns, values): (String, String, String, StatementArguments) =
                    switch credential {
                    case .session(let id): ("session", id.rawValue, "", [])
                    case .token(let id): ("access_token", id.rawValue, ", last_address = ?", [use.address])
                    case .deviceKey(let id):
                        ("device_key", id.rawValue, ", last_address = ?, last_client = ?", [use.address, use.client])
                    }
                try db.run(
                    """
                    UPDATE \(table) SET last_used_at = ?\(columns)
                    WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)
                    """, [at] + values + [id, at])
                try db.run(
                    """
                    UPDATE account SET last_seen_at = ? WHERE id = (SELECT account FROM \(table) WHERE id = ?)
                    AND (last_seen_at IS NULL OR last_seen_at < ?)
                    """, [at, id, at])
            }
        }
    }

    package func releaseExpired(at now: Timestamp) async throws {
        try await database.write(.accounts) { db in
            try db.run("DELETE FROM email_undo WHERE expires_at <= ?", [now])
            try AccountTable(db: db).removeStaleProducts()
        }
    }

    package func expired(at now: Timestamp, idleSince: Timestamp) async throws -> (names: [String], total: Int) {
        try await database.read { db in
            var (names, total): ([String], Int) = ([], 0)
            for (table, condition, arguments) in Self.expiries(at: now, idleSince: idleSince) {
                let ids: [String] = try db.values("SELECT id FROM \(table) WHERE \(condition)", arguments)
                names += ids.map { "\(table)/\($0)" }
                total += try db.value("SELECT count(*) FROM \(table)") ?? 0
            }
            return (names, total)
        }
    }

    package func removeExpired(_ names: [String], at now: Timestamp, idleSince: Timestamp) async throws -> Int {
        try await database.write(.accounts) { db in
            var removed = 0
            for (table, condition, arguments) in Self.expiries(at: now, idleSince: idleSince) {
                let ids = names.filter { $0.hasPrefix(table + "/") }.map { String($0.dropFirst(table.count + 1)) }
                try db.run(
                    "DELETE FROM \(table) WHERE (\(condition)) AND id IN (SELECT value FROM json_each(?))",
                    arguments + [JSONList(ids)])
                removed += db.changesCount
            }
            return removed
        }
    }

    /// The tables of credentials and links, each with the condition for its expired rows.
    private static func expiries(
        at now: Timestamp, idleSince: Timestamp
    ) -> [(table: String, condition: String, arguments: StatementArguments)] {
        [
            ("session", "expires_at <= ? OR last_used_at <= ?", [now, idleSince]),
            ("access_token", "expires_at <= ?", [now.advanced(by: .zero - AccessToken.retention)]),
            ("account_link", "expires_at <= ?", [now]),
            ("device_key", "expires_at <= ?", [now.advanced(by: .zero - DeviceKey.retention)]),
        ]
    }

    private static func userSession(_ row: Row) throws -> (session: SessionRecord, user: User) {
        (try AccountRows.session(row), try AccountRows.user(row))
    }

    private static func userToken(_ row: Row) throws -> (token: AccessToken, user: User) {
        (try AccountRows.token(row), try AccountRows.user(row))
    }
}

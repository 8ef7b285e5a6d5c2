package import Accounts
import Foundation
import GRDB
package import Journal
package import Primitives

extension SQLiteAccountStore {
    package func session(hash: TokenHash) async throws -> UserSession? {
        try await database.read { db in
            try Row.fetchOne(db, sql: Self.sessions + "session.hash = ?", arguments: [Data(hash.bytes)])
                .map(Self.userSession)
        }
    }

    package func token(hash: TokenHash) async throws -> UserToken? {
        try await database.read { db in
            try Row.fetchOne(db, sql: Self.tokens + "access_token.hash = ?", arguments: [Data(hash.bytes)])
                .map(Self.userToken)
        }
    }

    package func sessions(_ ids: [ID<Session>]) async throws -> [UserSession] {
        try await database.read { db in
            let statement = try db.makeStatement(sql: Self.sessions + "session.id = ?")
            return try ids.compactMap { try Row.fetchOne(statement, arguments: [$0.rawValue]).map(Self.userSession) }
        }
    }

    package func tokens(_ ids: [ID<AccessToken>]) async throws -> [UserToken] {
        try await database.read { db in
            let statement = try db.makeStatement(sql: Self.tokens + "access_token.id = ?")
            return try ids.compactMap { try Row.fetchOne(statement, arguments: [$0.rawValue]).map(Self.userToken) }
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

    package func products(of token: ID<AccessToken>, of user: ID<Person>) async throws -> [TokenProduct]? {
        try await database.read { db in
            guard
                try Bool.fetchOne(
                    db, sql: "SELECT 1 FROM access_token WHERE id = ? AND account = ?",
                    arguments: [token.rawValue, user.rawValue]) == true
            else { return nil }
            return try TokenProducts.list(of: token.rawValue, db)
        }
    }

    package func revokeToken(
        _ id: ID<AccessToken>, of user: ID<Person>, _ revocation: TokenRevocation, journal entry: JournalEntry
    ) async throws -> RevokedToken? {
        try await database.write(.accounts) { db in
            try db.execute(
                sql: "DELETE FROM access_token WHERE id = ? AND account = ?", arguments: [id.rawValue, user.rawValue])
            guard db.changesCount == 1 else { return nil }
            let revoked = try TokenProducts.end(of: id.rawValue, revocation, journal: entry, db)
            var journaled = entry
            for kind in TokenProduct.Kind.allCases {
                let count = revoked.ended.count { $0.kind == kind }
                if count > 0 { journaled = journaled.adding(kind.rawValue, "\(count)") }
            }
            if !revoked.kept.isEmpty { journaled = journaled.adding("kept", "\(revoked.kept.count)") }
            try journaled.append(to: db)
            return revoked
        }
    }

    package func noteUses(_ uses: [Credential: CredentialUse]) async throws {
        try await database.write(.accounts) { db in
            for (credential, use) in uses {
                let at = use.at
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
                if case .token = credential, db.changesCount == 1 {
                    try db.execute(
                        sql: "UPDATE access_token SET last_address = ? WHERE id = ?", arguments: [use.address, id])
                }
                try db.execute(
                    sql: """
                        UPDATE account SET last_seen_at = ? WHERE id = (SELECT account FROM \(table) WHERE id = ?)
                        AND (last_seen_at IS NULL OR last_seen_at < ?)
                        """,
                    arguments: [at.milliseconds, id, at.milliseconds])
            }
        }
    }

    package func releaseExpired(at now: Timestamp) async throws {
        try await database.write(.accounts) { db in
            try db.execute(sql: "DELETE FROM email_undo WHERE expires_at <= ?", arguments: [now.milliseconds])
            try TokenProducts.removeStale(db)
        }
    }

    package func expired(at now: Timestamp, idleSince: Timestamp) async throws -> (names: [String], total: Int) {
        try await database.read { db in
            var (names, total): ([String], Int) = ([], 0)
            for (table, condition, arguments) in Self.expiries(at: now, idleSince: idleSince) {
                let ids = try String.fetchAll(
                    db, sql: "SELECT id FROM \(table) WHERE \(condition)", arguments: arguments)
                names += ids.map { "\(table)/\($0)" }
                total += try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
            }
            return (names, total)
        }
    }

    package func removeExpired(_ names: [String], at now: Timestamp, idleSince: Timestamp) async throws -> Int {
        try await database.write(.accounts) { db in
            var removed = 0
            for (table, condition, arguments) in Self.expiries(at: now, idleSince: idleSince) {
                let ids = names.filter { $0.hasPrefix(table + "/") }.map { String($0.dropFirst(table.count + 1)) }
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE (\(condition)) AND id IN (SELECT value FROM json_each(?))",
                    arguments: arguments + [JSONList(ids)])
                removed += db.changesCount
            }
            return removed
        }
    }

    /// The tables of credentials and links, each with the condition for its expired rows.
    private static func expiries(
        at now: Timestamp, idleSince: Timestamp
    ) -> [(table: String, condition: String, arguments: StatementArguments)] {
        let end = now.milliseconds
        // An expired token stays visible for a while, so that its owner can revoke its products.
        let tokenEnd = now.advanced(by: .zero - AccessToken.retention).milliseconds
        // An expired device key stays visible for a while, so that its owner sees why that player stopped.
        let keyEnd = now.advanced(by: .zero - .seconds(30 * 86_400)).milliseconds
        return [
            ("session", "expires_at <= ? OR last_used_at <= ?", [end, idleSince.milliseconds]),
            ("access_token", "expires_at <= ?", [tokenEnd]), ("account_link", "expires_at <= ?", [end]),
            ("device_key", "expires_at <= ?", [keyEnd]),
        ]
    }

    private static func userSession(_ row: Row) throws -> UserSession {
        UserSession(session: try AccountRows.session(row), user: try AccountRows.user(row))
    }

    private static func userToken(_ row: Row) throws -> UserToken {
        UserToken(token: try AccountRows.token(row), user: try AccountRows.user(row))
    }
}

extension SQLiteAccountStore {
    package func twoFactor(of id: ID<Person>) async throws -> TwoFactor? {
        try await database.read { db in try TwoFactorRows.load(of: id, db) }
    }

    package func rolesRequiringTwoFactor() async throws -> Set<Role> {
        try await database.read(TwoFactorRows.requiredRoles)
    }

    package func requireTwoFactor(for roles: Set<Role>, journal entry: JournalEntry) async throws {
        try await database.write(.accounts) { db in
            try db.execute(sql: "DELETE FROM two_factor_role")
            for role in roles {
                try db.execute(sql: "INSERT INTO two_factor_role (role) VALUES (?)", arguments: [role.rawValue])
            }
            try entry.append(to: db)
        }
    }
}

/// The rows of second factors. Each statement runs inside a transaction of `SQLiteAccountStore`.
enum TwoFactorRows {
    static func load(of id: ID<Person>, _ db: Database) throws -> TwoFactor? {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT sealed, key_id, enabled_at, last_step FROM two_factor WHERE account = ?",
                arguments: [id.rawValue])
        else { return nil }
        let hashes = try Data.fetchAll(
            db, sql: "SELECT hash FROM recovery_code WHERE account = ?", arguments: [id.rawValue])
        let sealed: Data = row["sealed"]
        return TwoFactor(
            sealed: Array(sealed), keyID: row["key_id"], enabledAt: Timestamp(milliseconds: row["enabled_at"]),
            lastStep: row["last_step"], recovery: Set(hashes.compactMap { TokenHash(bytes: Array($0)) }))
    }

    static func save(_ factor: TwoFactor?, of id: ID<Person>, _ db: Database) throws {
        guard let factor else {
            try db.execute(sql: "DELETE FROM two_factor WHERE account = ?", arguments: [id.rawValue])
            return
        }
        try db.execute(
            sql: """
                INSERT INTO two_factor (account, sealed, key_id, enabled_at, last_step) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (account) DO UPDATE SET sealed = excluded.sealed, key_id = excluded.key_id,
                  enabled_at = excluded.enabled_at, last_step = excluded.last_step
                """,
            arguments: [
                id.rawValue, Data(factor.sealed), factor.keyID, factor.enabledAt.milliseconds, factor.lastStep,
            ])
        try db.execute(sql: "DELETE FROM recovery_code WHERE account = ?", arguments: [id.rawValue])
        for hash in factor.recovery {
            try db.execute(
                sql: "INSERT INTO recovery_code (account, hash) VALUES (?, ?)",
                arguments: [id.rawValue, Data(hash.bytes)])
        }
    }

    static func requiredRoles(_ db: Database) throws -> Set<Role> {
        Set(try String.fetchAll(db, sql: "SELECT role FROM two_factor_role").compactMap(Role.init(rawValue:)))
    }
}

package import Accounts
import Foundation
import GRDB
package import Journal
package import Primitives

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

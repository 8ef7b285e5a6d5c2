import Accounts
import Foundation
import GRDB
import Primitives

/// Codes and passkeys.
extension AccountTable {
    func twoFactor(of user: ID<Person>) throws -> TwoFactor? {
        guard let row = try db.row("SELECT * FROM two_factor WHERE account = ?", [user]) else { return nil }
        let hashes: [Data] = try db.values("SELECT hash FROM recovery_code WHERE account = ?", [user])
        return TwoFactor(
            sealed: Array(row["sealed"] as Data), keyID: row["key_id"],
            enabledAt: row["enabled_at"], lastStep: row["last_step"],
            recovery: Set(hashes.compactMap { TokenHash(bytes: Array($0)) }))
    }

    func save(_ factor: TwoFactor?, of user: ID<Person>) throws {
        guard let factor else { return try db.run("DELETE FROM two_factor WHERE account = ?", [user]) }
        try db.run(
            """
            INSERT INTO two_factor (account, sealed, key_id, enabled_at, last_step) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (account) DO UPDATE SET sealed = excluded.sealed, key_id = excluded.key_id,
              enabled_at = excluded.enabled_at, last_step = excluded.last_step
            """,
            [user, Data(factor.sealed), factor.keyID, factor.enabledAt, factor.lastStep])
        try db.run("DELETE FROM recovery_code WHERE account = ?", [user])
        for hash in factor.recovery {
            try db.run("INSERT INTO recovery_code (account, hash) VALUES (?, ?)", [user, Data(hash.bytes)])
        }
    }

    func rolesRequiringTwoFactor() throws -> Set<Role> {
        let names: [String] = try db.values("SELECT role FROM two_factor_role")
        return Set(names.compactMap(Role.init(rawValue:)))
    }

    func passkeys(of user: ID<Person>) throws -> [Passkey] {
        try db.rows("SELECT * FROM passkey WHERE account = ? ORDER BY created_at, id", [user])
            .map(AccountRows.passkey)
    }

    func passkey(credential: [UInt8]) throws -> Passkey? {
        try db.row("SELECT * FROM passkey WHERE credential = ?", [Data(credential)]).map(AccountRows.passkey)
    }

    /// Adds the passkey, or changes one that is there. Throws `conflict` for a credential that is another passkey's.
    func save(_ passkey: Passkey) throws {
        do {
            try db.run(
                """
                INSERT INTO passkey (id, account, label, credential, public_key, site, counter, is_backed_up,
                    created_at, last_used_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET label = excluded.label, counter = excluded.counter,
                    is_backed_up = excluded.is_backed_up, last_used_at = excluded.last_used_at
                """,
                [
                    passkey.id, passkey.user, passkey.label, Data(passkey.credential), Data(passkey.publicKey),
                    passkey.site, Int64(passkey.counter), passkey.isBackedUp, passkey.createdAt, passkey.lastUsedAt,
                ])
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw DomainError(.conflict, "This passkey belongs to an account already", reason: "passkey_taken")
        }
    }
}

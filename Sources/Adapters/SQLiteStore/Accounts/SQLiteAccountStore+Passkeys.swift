package import Accounts
import Foundation
import GRDB
package import Primitives

extension SQLiteAccountStore {
    package func passkeys(of user: ID<Person>) async throws -> [Passkey] {
        try await database.read { db in try PasskeyRows.list(of: user, db) }
    }

    package func passkey(credential: [UInt8]) async throws -> Passkey? {
        try await database.read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM passkey WHERE credential = ?", arguments: [Data(credential)])
                .map(PasskeyRows.passkey)
        }
    }
}

/// Reads passkeys from rows and writes them.
enum PasskeyRows {
    /// Oldest first.
    static func list(of user: ID<Person>, _ db: Database) throws -> [Passkey] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM passkey WHERE account = ? ORDER BY created_at, id", arguments: [user.rawValue]
        ).map(passkey)
    }

    static func passkey(_ row: Row) throws -> Passkey {
        guard let counter = UInt32(exactly: row["counter"] as Int64) else { throw AccountRows.damaged("passkey") }
        return Passkey(
            id: ID(row["id"]), user: ID(row["account"]), label: row["label"],
            credential: Array(row["credential"] as Data), publicKey: Array(row["public_key"] as Data),
            site: row["site"], counter: counter, isBackedUp: row["is_backed_up"],
            createdAt: Timestamp(milliseconds: row["created_at"]),
            lastUsedAt: (row["last_used_at"] as Int64?).map(Timestamp.init(milliseconds:)))
    }

    /// Adds the passkey, or changes one that is there. Throws `conflict` for a credential that is another passkey's.
    static func save(_ passkey: Passkey, _ db: Database) throws {
        do {
            try db.execute(
                sql: """
                    INSERT INTO passkey (id, account, label, credential, public_key, site, counter, is_backed_up,
                        created_at, last_used_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET label = excluded.label, counter = excluded.counter,
                        is_backed_up = excluded.is_backed_up, last_used_at = excluded.last_used_at
                    """,
                arguments: [
                    passkey.id.rawValue, passkey.user.rawValue, passkey.label, Data(passkey.credential),
                    Data(passkey.publicKey), passkey.site, Int64(passkey.counter), passkey.isBackedUp,
                    passkey.createdAt.milliseconds, passkey.lastUsedAt?.milliseconds,
                ])
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw DomainError(.conflict, "This passkey belongs to an account already", reason: "passkey_taken")
        }
    }
}

package import Accounts
import Foundation
import GRDB
package import Journal
package import Primitives

extension SQLiteAccountStore {
    package func deviceKeys(usernameKey: String) async throws -> UserDeviceKeys? {
        try await database.read { db in
            let user = try Row.fetchOne(
                db, sql: "SELECT \(AccountRows.userColumns) FROM account WHERE username_key = ?",
                arguments: [usernameKey]
            ).map(AccountRows.user)
            return try user.map { UserDeviceKeys(user: $0, keys: try Self.keys(of: $0.id, db)) }
        }
    }

    package func deviceKey(hashes: [TokenHash]) async throws -> UserDeviceKey? {
        try await database.read { db in
            let statement = try db.makeStatement(sql: Self.keys + "device_key.hash = ?")
            for hash in hashes {
                if let row = try Row.fetchOne(statement, arguments: [Data(hash.bytes)]) {
                    return try Self.userDeviceKey(row)
                }
            }
            return nil
        }
    }

    package func deviceKeys(_ ids: [ID<DeviceKey>]) async throws -> [UserDeviceKey] {
        try await database.read { db in
            let statement = try db.makeStatement(sql: Self.keys + "device_key.id = ?")
            return try ids.compactMap { try Row.fetchOne(statement, arguments: [$0.rawValue]).map(Self.userDeviceKey) }
        }
    }

    /// Device keys with their users. The condition follows.
    private static let keys = """
        SELECT \(DeviceKeyRows.columns), \(AccountRows.userColumns)
        FROM device_key JOIN account ON account.id = device_key.account WHERE\u{20}
        """

    package func deviceKeys(of user: ID<Person>) async throws -> [DeviceKey] {
        try await database.read { db in try Self.keys(of: user, db) }
    }

    private static func keys(of user: ID<Person>, _ db: Database) throws -> [DeviceKey] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT \(DeviceKeyRows.columns) FROM device_key WHERE account = ?
                ORDER BY created_at DESC, id DESC
                """,
            arguments: [user.rawValue]
        ).map(DeviceKeyRows.key)
    }

    package func renameDeviceKey(
        _ id: ID<DeviceKey>, of user: ID<Person>, to label: String, journal entry: JournalEntry
    ) async throws -> DeviceKey? {
        try await database.write(.accounts) { db in
            try db.execute(
                sql: "UPDATE device_key SET label = ? WHERE id = ? AND account = ?",
                arguments: [label, id.rawValue, user.rawValue])
            guard db.changesCount == 1 else { return nil }
            try entry.append(to: db)
            return try Row.fetchOne(
                db, sql: "SELECT \(DeviceKeyRows.columns) FROM device_key WHERE id = ?", arguments: [id.rawValue]
            ).map(DeviceKeyRows.key)
        }
    }

    package func products(ofDeviceKey id: ID<DeviceKey>) async throws -> [TokenProduct] {
        try await database.read { db in try TokenProducts.list(of: id.rawValue, db) }
    }

    package func revokeDeviceKeys(
        _ selection: DeviceKeySelection, of user: ID<Person>, _ revocation: TokenRevocation, journal entry: JournalEntry
    ) async throws -> (keys: [ID<DeviceKey>], ended: [TokenProduct]) {
        try await database.write(.accounts) { db in
            var only: String?
            if case .one(let id) = selection { only = id.rawValue }
            let keys = try String.fetchAll(
                db, sql: "SELECT id FROM device_key WHERE account = ? AND (? IS NULL OR id = ?)",
                arguments: [user.rawValue, only, only]
            ).map { ID<DeviceKey>($0) }
            guard !keys.isEmpty else { return ([], []) }
            let accounts = AccountTable(db)
            var ended: [TokenProduct] = []
            // A key's products depend on those of the keys before it.
            for key in keys {
                let revoked = try revocation.revoke(key, journal: entry, in: accounts)
                try revoked.changes.write(to: db, accounts.execute)
                ended += revoked.ended
            }
            try TokenRevocation.entry(entry, keys: keys, ended: ended).append(to: db)
            return (keys, ended)
        }
    }

    package func noteUses(_ uses: [ID<DeviceKey>: DeviceKeyUse]) async throws {
        try await database.write(.accounts) { db in
            for (id, use) in uses {
                try db.execute(
                    sql: """
                        UPDATE device_key SET last_used_at = ?, last_client = ?, last_address = ?
                        WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)
                        """,
                    arguments: [use.at.milliseconds, use.client, use.address, id.rawValue, use.at.milliseconds])
                try db.execute(
                    sql: """
                        UPDATE account SET last_seen_at = ? WHERE id = (SELECT account FROM device_key WHERE id = ?)
                        AND (last_seen_at IS NULL OR last_seen_at < ?)
                        """,
                    arguments: [use.at.milliseconds, id.rawValue, use.at.milliseconds])
            }
        }
    }

    package func deviceKeyRingUse() async throws -> [String: Int] {
        try await database.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT ring_key, count(*) AS keys FROM device_key GROUP BY ring_key")
            return rows.reduce(into: [:]) { $0[$1["ring_key"]] = $1["keys"] }
        }
    }

    package func resealDeviceKeys(
        current: String, journal entry: JournalEntry, _ reseal: @escaping @Sendable (DeviceKey) throws -> SealedSecret?
    ) async throws -> Int {
        try await database.write(.accounts) { db in
            let keys = try Row.fetchAll(
                db, sql: "SELECT \(DeviceKeyRows.columns) FROM device_key WHERE ring_key <> ?", arguments: [current]
            ).map(DeviceKeyRows.key)
            var count = 0
            for key in keys {
                guard let secret = try reseal(key) else { continue }
                try db.execute(
                    sql: "UPDATE device_key SET hash = ?, sealed = ?, ring_key = ? WHERE id = ?",
                    arguments: [Data(secret.hash.bytes), Data(secret.sealed), secret.keyID, key.id.rawValue])
                count += 1
            }
            if count > 0 { try entry.adding("count", "\(count)").append(to: db) }
            return count
        }
    }

    private static func userDeviceKey(_ row: Row) throws -> UserDeviceKey {
        UserDeviceKey(key: try DeviceKeyRows.key(row), user: try AccountRows.user(row))
    }
}

/// Reads device keys from rows and writes them.
enum DeviceKeyRows {
    static let columns = """
        device_key.id AS key_id, device_key.account AS key_account, label, scopes, device_key.hash AS key_hash, sealed, ring_key, \
        device_key.created_at AS key_created_at, device_key.expires_at AS key_expires_at, \
        device_key.last_used_at AS key_last_used_at, last_client, last_address
        """

    static func key(_ row: Row) throws -> DeviceKey {
        guard let hash = TokenHash(bytes: Array(row["key_hash"] as Data)) else {
            throw AccountRows.damaged("device_key")
        }
        let scopes = try (row["scopes"] as String).split(separator: " ").map { name in
            guard let scope = DeviceKeyScope(rawValue: String(name)) else { throw AccountRows.damaged("device_key") }
            return scope
        }
        var use: DeviceKeyUse?
        if let at = row["key_last_used_at"] as Int64?, let client = row["last_client"] as String?,
            let address = row["last_address"] as String?
        {
            use = DeviceKeyUse(at: Timestamp(milliseconds: at), client: client, address: address)
        }
        return DeviceKey(
            id: ID(row["key_id"]), user: ID(row["key_account"]), label: row["label"], scopes: Set(scopes),
            secret: SealedSecret(hash: hash, sealed: Array(row["sealed"] as Data), keyID: row["ring_key"]),
            createdAt: Timestamp(milliseconds: row["key_created_at"]),
            expiresAt: (row["key_expires_at"] as Int64?).map(Timestamp.init(milliseconds:)), lastUse: use)
    }

    static func insert(_ key: DeviceKey, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO device_key (id, account, label, scopes, hash, sealed, ring_key, created_at, expires_at,
                    last_used_at, last_client, last_address)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                key.id.rawValue, key.user.rawValue, key.label,
                key.scopes.map(\.rawValue).sorted().joined(separator: " "), Data(key.secret.hash.bytes),
                Data(key.secret.sealed), key.secret.keyID, key.createdAt.milliseconds, key.expiresAt?.milliseconds,
                key.lastUse?.at.milliseconds, key.lastUse?.client, key.lastUse?.address,
            ])
    }
}

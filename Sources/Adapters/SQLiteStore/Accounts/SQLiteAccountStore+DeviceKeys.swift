package import Accounts
import Foundation
import GRDB
package import Journal
package import Primitives

extension SQLiteAccountStore {
    package func deviceKeys(usernameKey: String) async throws -> (user: User, keys: [DeviceKey])? {
        try await query { accounts in
            try accounts.user("username_key = ?", usernameKey).map { ($0, try accounts.deviceKeys(of: $0.id)) }
        }
    }

    package func deviceKey(hashes: [TokenHash]) async throws -> (key: DeviceKey, user: User)? {
        try await database.read { db in
            for hash in hashes {
                if let row = try db.row(Self.keys + "device_key.hash = ?", [Data(hash.bytes)]) {
                    return try Self.userDeviceKey(row)
                }
            }
            return nil
        }
    }

    package func deviceKeys(_ ids: [ID<DeviceKey>]) async throws -> [(key: DeviceKey, user: User)] {
        try await query { accounts in
            try ids.compactMap { try accounts.db.row(Self.keys + "device_key.id = ?", [$0]).map(Self.userDeviceKey) }
        }
    }

    /// Device keys with their users. The condition follows.
    private static let keys = """
        SELECT \(AccountRows.deviceKeyColumns), \(AccountRows.userColumns)
        FROM device_key JOIN account ON account.id = device_key.account WHERE\u{20}
        """

    package func deviceKeys(of user: ID<Person>) async throws -> [DeviceKey] {
        try await query { try $0.deviceKeys(of: user) }
    }

    package func renameDeviceKey(
        _ id: ID<DeviceKey>, of user: ID<Person>, to label: String, journal entry: JournalEntry
    ) async throws -> DeviceKey? {
        try await database.write(.accounts) { db in
            try db.run("UPDATE device_key SET label = ? WHERE id = ? AND account = ?", [label, id, user])
            guard db.changesCount == 1 else { return nil }
            try entry.append(to: db)
            return try AccountTable(db: db).deviceKeys("id = ?", id.rawValue).first
        }
    }

    package func revokeDeviceKeys(
        _ selection: DeviceKeySelection, of user: ID<Person>, _ revocation: TokenRevocation, journal entry: JournalEntry
    ) async throws -> (keys: [ID<DeviceKey>], ended: [TokenProduct]) {
        try await database.write(.accounts) { db in
            var only: ID<DeviceKey>?
            if case .one(let id) = selection { only = id }
            let accounts = AccountTable(db: db)
            let keys: [ID<DeviceKey>] = try db.values(
                "SELECT id FROM device_key WHERE account = ? AND (? IS NULL OR id = ?)", [user, only, only])
            guard !keys.isEmpty else { return ([], []) }
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

    package func deviceKeyRingUse() async throws -> [String: Int] {
        try await database.read { db in
            let rows = try db.rows("SELECT ring_key, count(*) AS keys FROM device_key GROUP BY ring_key")
            return rows.reduce(into: [:]) { $0[$1["ring_key"]] = $1["keys"] }
        }
    }

    package func resealDeviceKeys(
        current: String, journal entry: JournalEntry, _ reseal: @escaping @Sendable (DeviceKey) throws -> SealedSecret?
    ) async throws -> Int {
        try await database.write(.accounts) { db in
            var count = 0
            for key in try AccountTable(db: db).deviceKeys("ring_key <> ?", current) {
                guard let secret = try reseal(key) else { continue }
                try db.run(
                    "UPDATE device_key SET hash = ?, sealed = ?, ring_key = ? WHERE id = ?",
                    [Data(secret.hash.bytes), Data(secret.sealed), secret.keyID, key.id])
                count += 1
            }
            if count > 0 { try entry.adding("count", "\(count)").append(to: db) }
            return count
        }
    }

    private static func userDeviceKey(_ row: Row) throws -> (key: DeviceKey, user: User) {
        (try AccountRows.deviceKey(row), try AccountRows.user(row))
    }
}

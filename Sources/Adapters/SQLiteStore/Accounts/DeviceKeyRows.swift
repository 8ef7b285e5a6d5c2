import Accounts
import Foundation
import GRDB
import Primitives

/// How device keys are read from rows and written to them.
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

import Crypto
import Primitives

/// The server's own keys for device keys, the current one first. They are stored in a file outside the database: a copy
/// of the database alone proves nothing and reveals nothing.
///
/// A device key's text is stored twice: as HMAC-SHA256 for lookup, and sealed by AES-256-GCM, because md5(text + salt)
/// from a client can only be checked with the text itself. A secret that was sealed for one key of one user does not
/// open for another.
package struct DeviceKeyRing: Sendable {
    private struct Member {
        let id: String
        let hashing: SymmetricKey
        let sealer: SecretSealer
    }

    private let members: [Member]

    /// Nil without any secret.
    package init?(_ secrets: [ServerSecret]) {
        guard !secrets.isEmpty else { return nil }
        members = secrets.map { secret in
            Member(
                id: secret.keyID, hashing: SymmetricKey(data: secret.derive("rondo device key hash v1")),
                sealer: SecretSealer(key: secret.derive("rondo device key seal v1")))
        }
    }

    /// Names the current key without revealing it.
    package var currentKeyID: String { members[0].id }

    package var keyIDs: [String] { members.map(\.id) }

    func seal(_ text: [UInt8], of key: ID<DeviceKey>, for user: ID<Person>) throws -> SealedSecret {
        let member = members[0]
        let sealed = try member.sealer.seal(text, for: Self.owner(of: key, for: user, member.id))
        return SealedSecret(hash: Self.hash(text, member), sealed: sealed, keyID: member.id)
    }

    /// Nil when the key that sealed it is missing, it was sealed for another device key or user, or it is damaged.
    func open(_ secret: SealedSecret, of key: ID<DeviceKey>, for user: ID<Person>) -> [UInt8]? {
        guard let member = members.first(where: { $0.id == secret.keyID }) else { return nil }
        return member.sealer.open(secret.sealed, for: Self.owner(of: key, for: user, member.id))
    }

    /// The hash under each key of the ring, the current one's first.
    func hashes(of text: [UInt8]) -> [TokenHash] {
        members.map { Self.hash(text, $0) }
    }

    private static func hash(_ text: [UInt8], _ member: Member) -> TokenHash {
        HMAC<SHA256>.authenticationCode(for: text, using: member.hashing).withUnsafeBytes { bytes in
            TokenHash(digest: bytes)
        }
    }

    private static func owner(of key: ID<DeviceKey>, for user: ID<Person>, _ keyID: String) -> String {
        "v1|\(user.rawValue)|\(key.rawValue)|\(keyID)"
    }
}

/// The storage of the server's keys for device keys, outside the database.
package protocol DeviceKeyRingStore: Sendable {
    /// The keys at this moment. Throws `unavailable` when they cannot be read.
    func load() async throws -> DeviceKeyRing

    /// Makes a new current key, durably. Of the others it retains the previous current key and those named by `needed`.
    func rotate(keeping needed: Set<String>) async throws -> DeviceKeyRing
}

/// A device key's text as it is stored; see `DeviceKeyRing`.
package struct SealedSecret: Sendable, Equatable {
    /// HMAC-SHA256 of the text.
    package let hash: TokenHash
    /// AES-256-GCM: nonce, ciphertext and tag.
    package let sealed: [UInt8]
    /// Names the server key that both were made with.
    package let keyID: String

    package init(hash: TokenHash, sealed: [UInt8], keyID: String) {
        self.hash = hash
        self.sealed = sealed
        self.keyID = keyID
    }
}

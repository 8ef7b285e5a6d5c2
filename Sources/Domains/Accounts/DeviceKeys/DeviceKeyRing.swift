import Crypto
import Primitives

/// The server's own keys for device keys, the present one first. They are kept in a file outside the database: a copy of the database
/// alone proves nothing and reveals nothing.
///
/// A device key's text is stored twice: as HMAC-SHA256, to be found by, and sealed by AES-256-GCM, since a client that sends
/// md5(text + salt) can only be checked with the text itself. What was sealed for one key of one person opens for no other.
package struct DeviceKeyRing: Sendable {
    private struct Member {
        let id: String
        let hashing: SymmetricKey
        let sealing: SymmetricKey
    }

    private let members: [Member]

    /// Nil without a key.
    package init?(_ secrets: [ServerSecret]) {
        guard !secrets.isEmpty else { return nil }
        members = secrets.map { secret in
            Member(
                id: secret.keyID, hashing: SymmetricKey(data: secret.derive("rondo device key hash v1")),
                sealing: SymmetricKey(data: secret.derive("rondo device key seal v1")))
        }
    }

    /// Names the present key without giving it away.
    package var currentKeyID: String { members[0].id }

    package var keyIDs: [String] { members.map(\.id) }

    func seal(_ text: [UInt8], of key: ID<DeviceKey>, for user: ID<Person>) throws -> SealedSecret {
        let member = members[0]
        let box = try AES.GCM.seal(
            text, using: member.sealing, authenticating: Self.context(of: key, for: user, member.id))
        let bytes = Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
        return SealedSecret(hash: Self.hash(text, member), sealed: bytes, keyID: member.id)
    }

    /// Nil when the key that sealed it is not here, or it was sealed for another, or is damaged.
    func open(_ secret: SealedSecret, of key: ID<DeviceKey>, for user: ID<Person>) -> [UInt8]? {
        guard let member = members.first(where: { $0.id == secret.keyID }),
            let box = try? AES.GCM.SealedBox(combined: secret.sealed),
            let text = try? AES.GCM.open(
                box, using: member.sealing, authenticating: Self.context(of: key, for: user, member.id))
        else { return nil }
        return Array(text)
    }

    /// Under each key here, the present one's first.
    func hashes(of text: [UInt8]) -> [TokenHash] {
        members.map { Self.hash(text, $0) }
    }

    private static func hash(_ text: [UInt8], _ member: Member) -> TokenHash {
        HMAC<SHA256>.authenticationCode(for: text, using: member.hashing).withUnsafeBytes { bytes in
            TokenHash(digest: bytes)
        }
    }

    private static func context(of key: ID<DeviceKey>, for user: ID<Person>, _ keyID: String) -> [UInt8] {
        Array("v1|\(user.rawValue)|\(key.rawValue)|\(keyID)".utf8)
    }
}

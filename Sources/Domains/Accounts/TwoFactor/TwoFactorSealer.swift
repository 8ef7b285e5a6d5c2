import Crypto
import Primitives

/// Seals the secrets of second factors, and hashes recovery codes, by keys that are worked out from the gateway's secret, which is not in
/// the database. What was sealed for one person opens for no other.
package struct TwoFactorSealer: Sendable {
    private let sealing: SymmetricKey
    private let hashing: SymmetricKey
    let keyID: String

    package init(secret: ServerSecret) {
        sealing = SymmetricKey(data: secret.derive("rondo two-factor seal v1"))
        hashing = SymmetricKey(data: secret.derive("rondo recovery code hash v1"))
        keyID = secret.keyID
    }

    func seal(_ secret: [UInt8], for user: ID<Person>) throws -> [UInt8] {
        let box = try AES.GCM.seal(secret, using: sealing, authenticating: Array("v1|\(user.rawValue)".utf8))
        return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    }

    /// Nil when another secret sealed it, it was sealed for another, or is damaged.
    func open(_ sealed: [UInt8], of user: ID<Person>) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let secret = try? AES.GCM.open(box, using: sealing, authenticating: Array("v1|\(user.rawValue)".utf8))
        else { return nil }
        return Array(secret)
    }

    /// Keyed, because a recovery code that a person can type is short enough to be guessed from a plain hash.
    func hash(_ code: String, of user: ID<Person>) -> TokenHash {
        HMAC<SHA256>.authenticationCode(for: Array("\(user.rawValue)|\(code)".utf8), using: hashing)
            .withUnsafeBytes { TokenHash(digest: $0) }
    }
}

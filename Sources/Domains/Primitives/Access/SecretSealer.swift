import Crypto

/// Seals secrets for storage by AES-256-GCM (NIST SP 800-38D). Each is sealed for one owner, and opens for no other, so
/// a sealed secret that is copied into another row is of no use there.
package struct SecretSealer: Sendable {
    private let key: SymmetricKey

    /// - Parameter key: 32 bytes, derived from the server's secret for one purpose.
    package init(key: [UInt8]) {
        self.key = SymmetricKey(data: key)
    }

    /// The nonce (12 bytes), the ciphertext and the tag (16 bytes). Every call draws its own nonce.
    package func seal(_ secret: some Collection<UInt8>, for owner: String) throws -> [UInt8] {
        let box = try AES.GCM.seal(Array(secret), using: key, authenticating: Array(owner.utf8))
        return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    }

    /// Nil where it was sealed by another key or for another owner, or is damaged.
    package func open(_ sealed: some Collection<UInt8>, for owner: String) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: Array(sealed)),
            let secret = try? AES.GCM.open(box, using: key, authenticating: Array(owner.utf8))
        else { return nil }
        return Array(secret)
    }

    /// Opens a secret that is text, sealed as its UTF-8.
    package func text(_ sealed: some Collection<UInt8>, for owner: String) -> String? {
        open(sealed, for: owner).map { String(decoding: $0, as: UTF8.self) }
    }
}

import Primitives
import Crypto

/// The server's own secret. It is stored in a file outside the database, without which a copy of the database proves
/// nothing.
package struct ServerSecret: Sendable {
    package static let byteCount = 32
    private let key: SymmetricKey

    /// Nil unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// The bytes for the secret's file.
    package var bytes: [UInt8] { key.withUnsafeBytes { Array($0) } }

    package static func random() -> [UInt8] {
        SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
    }

    /// Eight hexadecimal digits that name the secret without revealing it.
    package var keyID: String {
        derive("rondo key id v1").prefix(4).hex
    }

    /// An independent key for one purpose (HKDF-SHA256, RFC 5869).
    package func derive(_ purpose: String) -> [UInt8] {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Array(purpose.utf8), outputByteCount: 32)
            .withUnsafeBytes { Array($0) }
    }
}

/// Compares secrets in constant time.
package enum SecretBytes {
    /// The time depends only on the lengths.
    package static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

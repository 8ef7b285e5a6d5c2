import Crypto
import Primitives

/// A token of 256 bits from the system's random generator, as 43 characters of base64url.
enum RandomToken {
    static let length = 43

    static func make(prefix: String = "") -> String {
        prefix + SymmetricKey(size: .bits256).withUnsafeBytes { Base64URL.encode($0) }
    }
}

/// The SHA-256 of a random token's text. Nothing else of the token is stored. A token has 256 random bits, so no slow
/// hash is needed. The hash of a device key is keyed (`DeviceKeyRing`).
package struct TokenHash: Hashable, Sendable {
    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let fourth: UInt64

    package init(of token: String) {
        var text = token
        self = text.withUTF8 { bytes in
            SHA256.hash(data: UnsafeRawBufferPointer(bytes)).withUnsafeBytes { Self(words: $0) }
        }
    }

    /// From the 32 bytes of another hash function.
    init(digest: UnsafeRawBufferPointer) {
        precondition(digest.count == 32, "A digest of SHA-256 has 32 bytes")
        self.init(words: digest)
    }

    /// Nil unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self = bytes.withUnsafeBytes { Self(words: $0) }
    }

    package var bytes: [UInt8] {
        withUnsafeBytes(of: (first, second, third, fourth)) { Array($0) }
    }

    private init(words: UnsafeRawBufferPointer) {
        first = words.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
        second = words.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        third = words.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
        fourth = words.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    }
}

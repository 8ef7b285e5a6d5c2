import Crypto
import Primitives

/// 256 bits from the system's generator as 43 characters of base64url.
enum RandomToken {
    static let length = 43

    static func make(prefix: String = "") -> String {
        prefix + SymmetricKey(size: .bits256).withUnsafeBytes { Base64URL.encode($0) }
    }
}

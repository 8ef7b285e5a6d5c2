import Crypto

/// Compares a client's credential with a user's device keys. Every key is compared, whatever the results before. A
/// credential that matches none takes as long as with the maximum number of keys. So the time reveals neither which
/// users exist nor how many keys they have.
enum DeviceKeyMatch {
    static let maximumSaltBytes = 1024
    private static let dummy = [UInt8](repeating: UInt8(ascii: "A"), count: DeviceKeyText.length)

    /// `token` is md5(text + salt) in hexadecimal digits, as the Subsonic protocol defines it since 1.13.0. MD5 is
    /// weak, but it hides 130 random bits. Some clients use short salts, which reveal nothing for the same reason; none
    /// is refused.
    static func token(_ token: String, salt: String, among keys: [OpenedDeviceKey]) -> OpenedDeviceKey? {
        let presented = digest(token)
        let isPossible = presented != nil && (1...maximumSaltBytes).contains(salt.utf8.count)
        let wanted = presented ?? [UInt8](repeating: 0, count: Insecure.MD5.byteCount)
        let salt = isPossible ? Array(salt.utf8) : [0]
        return find(among: keys) { text in
            let upper = Insecure.MD5.hash(data: text + salt)
            let lower = Insecure.MD5.hash(data: DeviceKeyText.lowercased(text) + salt)
            // Both are compared before either counts.
            let isUpper = upper.withUnsafeBytes { SecretBytes.areEqual($0, wanted) }
            let isLower = lower.withUnsafeBytes { SecretBytes.areEqual($0, wanted) }
            return (isUpper || isLower) && isPossible
        }
    }

    static func text(_ presented: String, among keys: [OpenedDeviceKey]) -> OpenedDeviceKey? {
        let canonical = DeviceKeyText.canonical(presented)
        let wanted = canonical ?? [UInt8](repeating: 0, count: DeviceKeyText.length)
        return find(among: keys) { text in SecretBytes.areEqual(text, wanted) && canonical != nil }
    }

    private static func find(
        among keys: [OpenedDeviceKey], _ matches: ([UInt8]) -> Bool
    ) -> OpenedDeviceKey? {
        var found: OpenedDeviceKey?
        for key in keys where matches(key.text) { found = key }
        if found == nil {
            for _ in keys.count..<max(keys.count, DeviceKey.maximumPerUser) { _ = matches(dummy) }
        }
        return found
    }

    /// The 16 bytes of 32 hexadecimal digits in either case.
    private static func digest(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard text.utf8.count == 2 * Insecure.MD5.byteCount, digits.count == text.utf8.count else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

/// The text of a device key: 26 characters of Base32 (RFC 4648 §6), 130 random bits.
enum DeviceKeyText {
    static let length = 26
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func make() -> String {
        let random = SymmetricKey(size: SymmetricKeySize(bitCount: length * 8))
        return random.withUnsafeBytes { bytes in
            String(decoding: bytes.map { alphabet[Int($0 & 31)] }, as: UTF8.self)
        }
    }

    /// The typed text in the form of `make`: letters in upper case. Nil for text that cannot be a key.
    ///
    /// Accepting lower case weakens nothing: no two keys differ only by case, so all 130 bits still have to be guessed.
    static func canonical(_ text: String) -> [UInt8]? {
        guard text.utf8.count == length else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "2")...UInt8(ascii: "7"): bytes.append(byte)
            case UInt8(ascii: "a")...UInt8(ascii: "z"): bytes.append(byte & 0xDF)
            default: return nil
            }
        }
        return bytes
    }

    /// In lower case, because phones change the case of the first word in a field.
    static func lowercased(_ text: [UInt8]) -> [UInt8] {
        text.map { $0 >= UInt8(ascii: "A") ? $0 | 0x20 : $0 }
    }
}

import Crypto

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

    /// What was typed in the form that was made: letters in upper case. Nil for what cannot be a key.
    ///
    /// That lower case counts too gives nothing away: no two keys differ by case, so all 130 bits still have to be guessed.
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

    /// In lower case, as phones like to write the first word of a field.
    static func lowercased(_ text: [UInt8]) -> [UInt8] {
        text.map { $0 >= UInt8(ascii: "A") ? $0 | 0x20 : $0 }
    }
}

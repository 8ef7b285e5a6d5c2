import Crypto

/// Codes to write down for the day on which the authenticator is lost: ten, each good once, of 50 random bits.
enum RecoveryCodes {
    static let count = 10
    private static let length = 10
    /// Crockford's Base32 (crockford.com/base32.html), in lower case.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// As people see them: `abcde-fghjk`.
    static func make() -> [String] {
        (0..<count).map { _ in
            let letters = SymmetricKey(size: .init(bitCount: length * 8)).withUnsafeBytes { bytes in
                bytes.map { alphabet[Int($0) % 32] }
            }
            return String(decoding: letters.prefix(5), as: UTF8.self) + "-"
                + String(decoding: letters.dropFirst(5), as: UTF8.self)
        }
    }

    /// As it is hashed: without dashes and spaces, in lower case, what looks alike as one. Nil for what cannot be one.
    static func normal(_ typed: String) -> String? {
        let text = String(
            typed.lowercased().filter { $0 != "-" && $0 != " " }.map { letter -> Character in
                switch letter {
                case "i", "l": "1"
                case "o": "0"
                default: letter
                }
            })
        return text.utf8.count == length && text.utf8.allSatisfy(alphabet.contains) ? text : nil
    }
}

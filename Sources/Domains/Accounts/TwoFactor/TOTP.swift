import Crypto
import Foundation
package import Primitives

/// Time-based one-time codes (RFC 6238 with RFC 4226's truncation): SHA-1, 6 digits, 30 seconds, as every authenticator
/// app supports.
package enum TOTP {
    package static let digits = 6
    static let secretLength = 20
    private static let period: Int64 = 30
    /// The number of steps by which a clock may be off in either direction.
    private static let drift: Int64 = 1

    package static func step(at instant: Timestamp) -> Int64 {
        instant.milliseconds / 1000 / period
    }

    package static func code(of secret: [UInt8], step: Int64) -> String {
        let message = withUnsafeBytes(of: step.bigEndian) { Array($0) }
        let digest = Array(
            HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: secret)))
        let offset = Int(digest[19] & 0x0F)
        let number =
            UInt32(digest[offset] & 0x7F) << 24 | UInt32(digest[offset + 1]) << 16
            | UInt32(digest[offset + 2]) << 8 | UInt32(digest[offset + 3])
        let text = String(number % 1_000_000)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// The step of `code`, if it is near `instant` and later than `last`, so that no code is accepted twice. All
    /// possible codes are computed and compared, whichever matches.
    static func match(_ code: String, of secret: [UInt8], at instant: Timestamp, after last: Int64) -> Int64? {
        let presented = Array(code.utf8)
        var found: Int64?
        let now = step(at: instant)
        for step in (now - drift)...(now + drift) {
            let expected = Array(Self.code(of: secret, step: step).utf8)
            if SecretBytes.areEqual(presented, expected), step > last, found == nil { found = step }
        }
        return found
    }
}

/// A new secret, shown to its user until a code proves that an authenticator has it.
package struct TwoFactorEnrollment: Sendable {
    let secret: [UInt8]
    package let username: String

    static func make(for username: String) -> TwoFactorEnrollment {
        TwoFactorEnrollment(secret: Array(ServerSecret.random().prefix(TOTP.secretLength)), username: username)
    }

    /// The secret in Base32 (RFC 4648 §6), to be typed into an app.
    package var text: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        var (letters, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
        for byte in secret {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                letters.append(alphabet[Int(bits >> UInt32(count) & 31)])
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }

    /// The content of the QR code (github.com/google/google-authenticator/wiki/Key-Uri-Format).
    ///
    /// - Parameter site: the server's name, which distinguishes it from others in the app.
    package func address(at site: String) -> String {
        var plain = CharacterSet.alphanumerics
        plain.insert(charactersIn: "-._~")
        let ascii = plain.intersection(CharacterSet(charactersIn: Unicode.Scalar(0)..."\u{7F}"))
        func escaped(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: ascii) ?? "" }
        return "otpauth://totp/\(escaped("Rondo \(site)")):\(escaped(username))?secret=\(text)"
            + "&issuer=\(escaped("Rondo \(site)"))&algorithm=SHA1&digits=\(TOTP.digits)&period=30"
    }
}

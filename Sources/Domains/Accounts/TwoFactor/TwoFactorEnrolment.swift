import Foundation

/// A new secret, shown to its person until a code proves that their authenticator has it.
package struct TwoFactorEnrolment: Sendable {
    let secret: [UInt8]
    package let username: String

    static func make(for username: String) -> TwoFactorEnrolment {
        TwoFactorEnrolment(secret: Array(ServerSecret.random().prefix(TOTP.secretLength)), username: username)
    }

    /// Base32 (RFC 4648 §6), to be typed into an app.
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

    /// What the QR code says (github.com/google/google-authenticator/wiki/Key-Uri-Format).
    ///
    /// - Parameter site: the gateway's name, to tell it from others in the app.
    package func address(at site: String) -> String {
        var plain = CharacterSet.alphanumerics
        plain.insert(charactersIn: "-._~")
        let ascii = plain.intersection(CharacterSet(charactersIn: Unicode.Scalar(0)..."\u{7F}"))
        func escaped(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: ascii) ?? "" }
        return "otpauth://totp/\(escaped("Rondo \(site)")):\(escaped(username))?secret=\(text)"
            + "&issuer=\(escaped("Rondo \(site)"))&algorithm=SHA1&digits=\(TOTP.digits)&period=30"
    }
}

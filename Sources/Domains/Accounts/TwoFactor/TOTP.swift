import Crypto
package import Primitives

/// One-time codes by the clock (RFC 6238 with RFC 4226's truncation): SHA-1, 6 digits, 30 seconds, as every authenticator app has them.
package enum TOTP {
    package static let digits = 6
    static let secretLength = 20
    private static let period: Int64 = 30
    /// How many steps a clock may be off in either direction.
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

    /// The step that `code` is of, if it is one of those around `instant` and later than `last`: no code is taken twice. All of them are
    /// worked out and compared, whichever it is.
    static func match(_ code: String, of secret: [UInt8], at instant: Timestamp, after last: Int64) -> Int64? {
        let presented = Array(code.utf8)
        var found: Int64?
        let now = step(at: instant)
        for step in (now - drift)...(now + drift) {
            let expected = Array(Self.code(of: secret, step: step).utf8)
            guard presented.count == expected.count else { continue }
            let difference = zip(presented, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
            if difference == 0, step > last, found == nil { found = step }
        }
        return found
    }
}

package import Catalog
import Crypto
package import Primitives

/// A player's own name for one play of one track: a UUID that it makes when the play begins, the same in every report of it.
package struct PlayID: Hashable, Sendable {
    /// 36 characters in lower case.
    package let text: String

    /// Refuses anything that is not a UUID in its text form (RFC 9562 §4).
    package init(_ text: String) throws(DomainError) {
        let isUUID =
            text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { position, byte in
                switch position {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: Self.isHexadecimal(byte)
                }
            }
        guard isUUID else { throw .invalid("playId must be a UUID", field: "playId") }
        self.text = text.lowercased()
    }

    /// For a play that its player did not name: the same for the same track and time, in the form of UUID version 8 (RFC 9562 §5.8).
    package init(of track: ID<Track>, at instant: Timestamp) {
        let digest = SHA256.hash(data: Array("\(instant.milliseconds) \(track.rawValue)".utf8))
        var digits = digest.prefix(16).flatMap { byte in [byte >> 4, byte & 15] }
        digits[12] = 8
        digits[16] = digits[16] & 3 | 8
        let text = digits.map { String($0, radix: 16) }
        self.text = [text[0..<8], text[8..<12], text[12..<16], text[16..<20], text[20..<32]]
            .map { $0.joined() }.joined(separator: "-")
    }

    /// What the store holds has been checked.
    package init(stored text: String) {
        self.text = text
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}

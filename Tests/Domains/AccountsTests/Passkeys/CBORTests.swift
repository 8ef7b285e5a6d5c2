import Support
import Testing

@testable import Accounts

@Suite("CBOR", .timeLimit(.minutes(1))) struct CBORTests {
    @Test(
        "values of RFC 8949, appendix A",
        arguments: [
            ([0x00], .integer(0)), ([0x18, 0x64], .integer(100)), ([0x19, 0x03, 0xE8], .integer(1000)),
            ([0x1B, 0x00, 0x00, 0x00, 0xE8, 0xD4, 0xA5, 0x10, 0x00], .integer(1_000_000_000_000)),
            ([0x20], .integer(-1)), ([0x39, 0x03, 0xE7], .integer(-1000)),
            ([0x3B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .integer(.min)),
            ([0x44, 1, 2, 3, 4], .bytes([1, 2, 3, 4])), ([0x64, 0x49, 0x45, 0x54, 0x46], .text("IETF")),
            ([0x83, 1, 2, 3], .array([.integer(1), .integer(2), .integer(3)])), ([0xA0], .map([:])),
            (
                [0xA2, 0x61, 0x61, 0x01, 0x20, 0x82, 0xF5, 0xF6],
                .map([.text("a"): .integer(1), .integer(-1): .array([.boolean(true), .null])])
            ),
        ] as [([UInt8], CBOR)])
    func values(_ bytes: [UInt8], _ value: CBOR) throws {
        #expect(try CBORReader.value(of: bytes) == value)
    }

    @Test(
        "hostile input is refused with its specific error",
        arguments: [
            ([], .truncated), ([0x44, 1, 2], .truncated), ([0x19, 0x03], .truncated), ([0xA1, 0x01], .truncated),
            // Lengths that only an attacker would send.
            ([0x5B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .truncated),
            ([0x9B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .truncated),
            ([0xBA, 0xFF, 0xFF, 0xFF, 0xFF], .truncated), ([0xA2, 0x01, 0x01, 0x02], .truncated),
            // Indefinite lengths, of each kind.
            ([0x5F, 0x41, 0x00, 0xFF], .unsupported), ([0x7F, 0x61, 0x61, 0xFF], .unsupported),
            ([0x9F, 0xFF], .unsupported), ([0xBF, 0xFF], .unsupported),
            // A tag, floating-point numbers, an undefined value, reserved lengths and a number beyond 64 bits.
            ([0xC0, 0x00], .unsupported), ([0xF9, 0x3C, 0x00], .unsupported),
            ([0xFB, 0, 0, 0, 0, 0, 0, 0, 0], .unsupported), ([0xF7], .unsupported), ([0x1C], .unsupported),
            ([0x1B, 0x80, 0, 0, 0, 0, 0, 0, 0], .unsupported), ([0x3B, 0x80, 0, 0, 0, 0, 0, 0, 0], .unsupported),
            // Duplicate keys, also in another encoding, and a key that is neither a number nor a text.
            ([0xA2, 0x01, 0x01, 0x01, 0x02], .duplicateKey), ([0xA2, 0x01, 0x01, 0x18, 0x01, 0x02], .duplicateKey),
            ([0xA1, 0x41, 0x00, 0x01], .unsupported),
            ([0x00, 0x00], .trailingBytes), ([0xA0, 0xA0], .trailingBytes), ([0x61, 0xFF], .notUTF8),
            ([0x81, 0x81, 0x81, 0x81, 0x81, 0x00], .tooDeep), ([0xA1, 1, 0xA1, 1, 0xA1, 1, 0xA1, 1, 0xA0], .tooDeep),
        ] as [([UInt8], CBORError)])
    func hostile(_ bytes: [UInt8], _ error: CBORError) {
        #expect(throws: error) { try CBORReader.value(of: bytes) }
    }

    @Test("four levels are read, and at most 64 KiB")
    func limits() throws {
        #expect(throws: Never.self) { try CBORReader.value(of: [0x81, 0x81, 0x81, 0x81, 0x00]) }
        let longest = [0x59, 0xFF, 0xFD] + [UInt8](repeating: 0, count: 0xFFFD)
        #expect(longest.count == CBORReader.longest)
        #expect(throws: Never.self) { try CBORReader.value(of: longest) }
        #expect(throws: CBORError.tooLong) { try CBORReader.value(of: longest + [0]) }
    }

    @Test(
        "truncated attestation objects are refused, changed ones differ, and no short input does harm")
    func generated() throws {
        for first in UInt8.min ... .max {
            for second in UInt8.min ... .max { _ = try? CBORReader.value(of: [first, second, 0x00, 0x41]) }
        }
        let whole = try PasskeyAuthenticator().register([1]).attestation
        let value = try CBORReader.value(of: whole)
        for end in whole.indices {
            #expect(throws: CBORError.truncated) { try CBORReader.value(of: Array(whole[..<end])) }
            for bit in 0..<8 {
                var changed = whole
                changed[end] ^= 1 << bit
                #expect((try? CBORReader.value(of: changed)) != value, "bit \(bit) of byte \(end)")
            }
        }
    }
}

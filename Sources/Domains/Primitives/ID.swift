/// A typed identifier: `ID<Track>` and `ID<Album>` cannot be swapped by accident.
///
/// New ones are UUIDv7 text (RFC 9562 §5.7): 36 lowercase characters, ordered by the millisecond in which they were
/// made.
package struct ID<Entity>: Hashable, Sendable, Codable, CustomStringConvertible {
    package let rawValue: String

    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// A new identifier for an entity that is made at `instant`.
    package static func make(at instant: Timestamp) -> Self {
        Self(
            uuidVersion7(
                milliseconds: instant.milliseconds, random: (.random(in: .min ... .max), .random(in: .min ... .max))))
    }

    package init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    package var description: String { rawValue }
}

/// RFC 9562 §5.7: 48 bits of Unix milliseconds, then version, variant and 74 random bits.
func uuidVersion7(milliseconds: Int64, random: (UInt64, UInt64)) -> String {
    let time = UInt64(clamping: milliseconds) & 0xFFFF_FFFF_FFFF
    let high = (time << 16) | 0x7000 | (random.0 & 0x0FFF)
    let low = (random.1 & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
    let digits: [UInt8] = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 36) { buffer in
        var position = 0
        for nibble in 0..<32 {
            if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
                buffer[position] = UInt8(ascii: "-")
                position += 1
            }
            let word = nibble < 16 ? high : low
            buffer[position] = digits[Int((word >> UInt64(60 - 4 * (nibble % 16))) & 0xF)]
            position += 1
        }
        return position
    }
}

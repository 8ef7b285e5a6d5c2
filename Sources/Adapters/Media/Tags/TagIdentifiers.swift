/// MusicBrainz identifiers out of hostile tags.
enum TagIdentifiers {
    /// UUIDs in lowercase; several in one value are told apart by what no UUID holds.
    static func all(_ values: [String]) -> [String] {
        Array(
            values.flatMap { $0.split { "/;, ".contains($0) } }.prefix(RawTags.listLimit).compactMap { part in
                let text = part.lowercased()
                let bytes = Array(text.utf8)
                guard bytes.count == 36 else { return nil }
                for (index, byte) in bytes.enumerated() {
                    switch index {
                    case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return nil }
                    default:
                        guard
                            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
                        else { return nil }
                    }
                }
                return text
            })
    }
}

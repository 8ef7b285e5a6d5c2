/// The `Range` field for bytes (RFC 9110 §14).
package enum ByteRanges: Equatable, Sendable {
    /// Serve the whole content: no field, another unit, malformed, or too many ranges.
    case whole
    /// Satisfiable ranges in the requested order, none empty, overlapping ones joined. Half-open.
    case parts([Range<Int64>])
    /// Well-formed, but no range lies inside the content: 416.
    case unsatisfiable

    /// A field with more ranges than this, after joining, is ignored, as §14.2 allows against abuse.
    package static let maximumParts = 8
    private static let maximumFieldLength = 1024

    package init(_ field: String?, size: Int64) {
        guard let field else {
            self = .whole
            return
        }
        self = Self.parse(field, size: size) ?? .whole
    }

    /// Nil where the field must be ignored.
    private static func parse(_ field: String, size: Int64) -> ByteRanges? {
        let bytes = Array(field.utf8)
        guard bytes.count <= maximumFieldLength, bytes.count > 6,
            bytes[0..<5].map({ $0 | 0x20 }).elementsEqual("bytes".utf8),
            bytes[5] == UInt8(ascii: "=")
        else { return nil }
        var ranges: [Range<Int64>] = []
        var sawSpecifier = false
        for element in bytes[6...].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: true) {
            let specifier = trimmed(element)
            if specifier.isEmpty { continue }
            sawSpecifier = true
            guard let dash = specifier.firstIndex(of: UInt8(ascii: "-")) else { return nil }
            let first = specifier[..<dash]
            let last = specifier[(dash + 1)...]
            if first.isEmpty {
                guard let length = number(last) else { return nil }
                if length > 0, size > 0 { ranges.append(max(0, size - length)..<size) }
            } else {
                guard let start = number(first) else { return nil }
                var end = Int64.max
                if !last.isEmpty {
                    guard let stated = number(last), stated >= start else { return nil }
                    end = stated
                }
                if start < size { ranges.append(start..<(min(end, size - 1) + 1)) }
            }
        }
        guard sawSpecifier else { return nil }
        guard !ranges.isEmpty else { return .unsatisfiable }
        let joined = join(ranges)
        return joined.count <= maximumParts ? .parts(joined) : nil
    }

    /// Joins ranges that overlap or touch, at the position of the first of them.
    private static func join(_ ranges: [Range<Int64>]) -> [Range<Int64>] {
        var joined: [Range<Int64>] = []
        for range in ranges {
            var merged = range
            var place: Int?
            var index = 0
            while index < joined.count {
                if joined[index].lowerBound <= merged.upperBound, merged.lowerBound <= joined[index].upperBound {
                    merged =
                        min(
                            joined[index].lowerBound, merged.lowerBound)..<max(
                            joined[index].upperBound, merged.upperBound)
                    joined.remove(at: index)
                    place = min(place ?? index, index)
                    index = 0
                } else {
                    index += 1
                }
            }
            joined.insert(merged, at: min(place ?? joined.count, joined.count))
        }
        return joined
    }

    /// Parses decimal digits only; a number too large for 63 bits counts as the largest.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty else { return nil }
        var value: Int64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int64(digit - 0x30))
            value = overflow || carry ? Int64.max - 1 : sum
        }
        return value
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes = bytes.dropFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
        return bytes
    }
}

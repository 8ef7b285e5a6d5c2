/// Numbers out of hostile text: what does not fit is nil, and nothing traps.
enum BoundedNumber {
    /// Decimal digits and nothing else, at most nine of them.
    static func digits(_ bytes: some Collection<UInt8>) -> Int? {
        guard (1...9).contains(bytes.count) else { return nil }
        var value = 0
        for byte in bytes {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value &* 10 &+ Int(byte &- UInt8(ascii: "0"))
        }
        return value
    }

    /// A number from 1 to 99,999: of a track, a disc, or how many there are of them.
    static func ordinal(_ bytes: some Collection<UInt8>) -> Int? {
        guard let value = digits(trimmed(bytes)), (1...99_999).contains(value) else { return nil }
        return value
    }

    /// "3" or "3/12".
    static func ordinalAndTotal(_ text: String) -> (ordinal: Int?, total: Int?) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.first.flatMap { ordinal($0) }, parts.count > 1 ? ordinal(parts[1]) : nil)
    }

    /// The decimal number that `text` begins with ("-7.89 dB", "0,98"), within `range`; nil for anything else.
    static func decimal(_ text: String, in range: ClosedRange<Double>) -> Double? {
        var plain: [UInt8] = []
        for byte in trimmed(text.utf8).prefix(24) {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): plain.append(byte)
            case UInt8(ascii: ","): plain.append(UInt8(ascii: "."))
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                guard plain.isEmpty else { return nil }
                plain.append(byte)
            default:
                guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "d") || byte == UInt8(ascii: "D") else {
                    return nil
                }
                return value(plain, in: range)
            }
        }
        return value(plain, in: range)
    }

    private static func value(_ plain: [UInt8], in range: ClosedRange<Double>) -> Double? {
        guard let number = Double(String(decoding: plain, as: UTF8.self)), range.contains(number) else { return nil }
        return number
    }

    private static func trimmed<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> ArraySlice<UInt8> {
        var rest = Array(bytes.prefix(64))[...]
        while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
        while rest.last == UInt8(ascii: " ") { rest.removeLast() }
        return rest
    }
}

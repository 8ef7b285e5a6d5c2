/// The times of LRC: `mm:ss`, `mm:ss.x` to `mm:ss.xxx`, `mm:ss:xx` and `hh:mm:ss.xx`.
enum LRCTime {
    /// No song is longer: a day.
    static let limit = 86_400_000

    /// Milliseconds; nil where `bytes` is no time, or a later one than the limit.
    static func milliseconds(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard (4...16).contains(bytes.count) else { return nil }
        let point = bytes.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
        var fields = bytes[..<(point ?? bytes.endIndex)].split(
            separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count) else { return nil }
        var fraction: ArraySlice<UInt8>?
        if let point {
            fraction = bytes[(point + 1)...]
        } else if fields.count == 3 {
            // Without a point the third number is hundredths, as some programs write them.
            fraction = fields.removeLast()
        }
        var total = 0
        for (index, field) in fields.enumerated() {
            guard let number = number(field, digits: 1...(index == 0 ? 5 : 2)) else { return nil }
            guard index == 0 || number < 60 else { return nil }
            total = total * 60 + number
        }
        var milliseconds = total * 1000
        if let fraction {
            guard let number = number(fraction, digits: 1...3) else { return nil }
            milliseconds += number * [1, 100, 10, 1][fraction.count]
        }
        return milliseconds <= limit ? milliseconds : nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(bytes.count) else { return nil }
        var value = 0
        for byte in bytes {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }
}

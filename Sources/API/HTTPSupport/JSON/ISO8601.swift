import FoundationEssentials
package import Primitives

/// Times in the form of the APIs: `2026-11-21T07:00:00.000Z`.
package enum ISO8601 {
    private static let style = Date.ISO8601FormatStyle()
    private static let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    package static func text(of instant: Timestamp) -> String {
        // Milliseconds are appended as digits: as a fraction of a Date's Double they would be rounded.
        let milliseconds = ((instant.milliseconds % 1000) + 1000) % 1000
        let seconds = (instant.milliseconds - milliseconds) / 1000
        let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(style)
        let digits = String(milliseconds)
        return whole.dropLast() + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
    }

    /// Parses a time of RFC 3339, with or without a fraction of the second; nil for anything else.
    package static func timestamp(of text: String) -> Timestamp? {
        guard text.utf8.count <= 64, isOnClock(text),
            let date = (try? style.parse(text)) ?? (try? fractional.parse(text))
        else {
            return nil
        }
        return Timestamp(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }

    /// Whether the date and time exist. Foundation accepts impossible ones, like the 31st of February and 25:61, as a
    /// later day or hour.
    private static func isOnClock(_ text: String) -> Bool {
        let digits = Array(text.utf8.prefix(19))
        guard digits.count == 19 else { return false }
        func number(_ range: Range<Int>) -> Int {
            digits[range].reduce(0) { $0 * 10 + Int($1) - Int(UInt8(ascii: "0")) }
        }
        let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...12).contains(month) && (1...days[month - 1]).contains(day) && (0...23).contains(number(11..<13))
            && (0...59).contains(number(14..<16)) && (0...59).contains(number(17..<19))
    }
}

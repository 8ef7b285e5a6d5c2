import FoundationEssentials
import Glibc
package import Primitives

/// Times in the form of the APIs: `2026-11-21T07:00:00.000Z`.
package enum ISO8601 {
    private static let style = Date.ISO8601FormatStyle()
    private static let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    package static func text(of instant: Timestamp) -> String {
        let milliseconds = ((instant.milliseconds % 1000) + 1000) % 1000
        var seconds = time_t((instant.milliseconds - milliseconds) / 1000)
        var parts = tm()
        // About a tenth of the time of a format style, and lists of music contain two times an item.
        guard gmtime_r(&seconds, &parts) != nil, (0...9999).contains(parts.tm_year + 1900) else {
            let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(style)
            return whole.dropLast() + "." + String(milliseconds + 1000).dropFirst() + "Z"
        }
        return String(unsafeUninitializedCapacity: 24) { buffer in
            var end = 0
            func write(_ number: Int32, digits: Int, _ sign: StaticString) {
                var rest = number
                for place in (end..<end + digits).reversed() {
                    buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
                buffer[end + digits] = sign.utf8Start.pointee
                end += digits + 1
            }
            write(parts.tm_year + 1900, digits: 4, "-")
            write(parts.tm_mon + 1, digits: 2, "-")
            write(parts.tm_mday, digits: 2, "T")
            write(parts.tm_hour, digits: 2, ":")
            write(parts.tm_min, digits: 2, ":")
            write(parts.tm_sec, digits: 2, ".")
            write(Int32(milliseconds), digits: 3, "Z")
            return end
        }
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

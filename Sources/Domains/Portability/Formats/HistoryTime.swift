import Foundation
import Primitives

/// Times as exports of histories write them, all in UTC.
enum HistoryTime {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    /// Before the first scrobble of all; nobody's player knew better.
    private static let earliest: Int64 = 946_684_800

    /// Seconds since 1970, or milliseconds where it would be some ten thousand years ahead. Nil before 2000.
    static func instant(of number: Int64) -> Timestamp? {
        let milliseconds = number < 100_000_000_000 ? number &* 1000 : number
        guard milliseconds >= earliest * 1000, milliseconds < 253_402_300_800_000 else { return nil }
        return Timestamp(milliseconds: milliseconds)
    }

    /// A number as above, `21 Nov 2026 17:07`, `21 Nov 2026, 17:07`, or an ISO 8601 time.
    static func instant(of text: String) -> Timestamp? {
        if let number = Int64(text) { return instant(of: number) }
        let words = text.split { $0 == " " || $0 == "," || $0 == ":" }
        if words.count >= 5, let month = months.firstIndex(of: words[1].lowercased()), let day = Int(words[0]),
            let year = Int(words[2]), let hour = Int(words[3]), let minute = Int(words[4])
        {
            return date(year, month + 1, day, hour, minute, words.count > 5 ? Int(words[5]) ?? 0 : 0)
        }
        let plain = try? Date(text, strategy: .iso8601)
        let date = plain ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        return date.flatMap { instant(of: Int64(($0.timeIntervalSince1970 * 1000).rounded())) }
    }

    private static func date(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int
    ) -> Timestamp? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = DateComponents(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        guard (1970...9999).contains(year), (1...31).contains(day), (0..<24).contains(hour), (0..<60).contains(minute),
            (0..<61).contains(second), let date = calendar.date(from: parts)
        else { return nil }
        return instant(of: Int64(date.timeIntervalSince1970))
    }
}

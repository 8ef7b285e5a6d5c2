package import Foundation

/// A day of the Gregorian calendar, as rules name it.
package struct SmartDay: Sendable, Equatable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// From `YYYY-MM-DD`; nil for what is no day.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count == 10, parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The first instant of the day in `zone`, in milliseconds since 1970.
    package func start(in zone: TimeZone) -> Int64 {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let noon = calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12))
        return noon.map { Int64((calendar.startOfDay(for: $0).timeIntervalSince1970 * 1000).rounded()) } ?? 0
    }

    /// The last instant of the day, and a millisecond.
    package func end(in zone: TimeZone) -> Int64 {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let noon = calendar.date(from: DateComponents(year: year, month: month, day: day + 1, hour: 12))
        return noon.map { Int64((calendar.startOfDay(for: $0).timeIntervalSince1970 * 1000).rounded()) } ?? 0
    }

    package var isLastOfMonth: Bool { day == Self.days(in: month, of: year) }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

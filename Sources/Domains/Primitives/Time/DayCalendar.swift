package import Foundation

/// Divides time into the days of one time zone, without gaps or overlaps: each instant is in exactly one day.
///
/// A day begins at the first instant at which the zone's clocks show its date or a later one. So a day has 23 or 25
/// hours when clocks change. A day that a zone leaves out (Samoa, 30 December 2011) is empty. A day does not begin
/// twice when clocks are set back over its midnight.
package struct DayCalendar: Sendable {
    private static let secondsPerDay = 86_400
    /// In seconds. No place has ever been further from UTC than this.
    private static let farthest = 16 * 3600

    package let zone: TimeZone

    package init(zone: TimeZone) {
        self.zone = zone
    }

    package func day(at instant: Timestamp) -> LocalDay {
        let time = LocalDay.floorDivide(Int(instant.milliseconds), 1000)
        var day = LocalDay(number: LocalDay.floorDivide(time + offset(at: time), Self.secondsPerDay))
        // Clocks that were set back over midnight show the day before again.
        while second(beginning: day.next) <= time { day = day.next }
        return day
    }

    package func start(of day: LocalDay) -> Timestamp {
        Timestamp(milliseconds: Int64(second(beginning: day)) * 1000)
    }

    /// The start of the next day.
    package func end(of day: LocalDay) -> Timestamp {
        start(of: day.next)
    }

    /// The second at which `day` begins. Examines the ranges of equal offset around its midnight.
    private func second(beginning day: LocalDay) -> Int {
        let midnight = day.number * Self.secondsPerDay
        var from = midnight - Self.farthest
        let last = midnight + Self.farthest
        while from < last {
            let offset = offset(at: from)
            let end = rangeEnd(from, before: last)
            let candidate = max(from, midnight - offset)
            if candidate < end { return candidate }
            from = end
        }
        return last
    }

    /// The first second after `from` at which the offset differs, or `limit`. Assumes that changes are hours apart.
    private func rangeEnd(_ from: Int, before limit: Int) -> Int {
        let offset = offset(at: from)
        var known = from
        while known < limit {
            let later = min(known + 3600, limit)
            guard self.offset(at: later) == offset else { return firstChange(after: known, upTo: later, from: offset) }
            known = later
        }
        return limit
    }

    private func firstChange(after known: Int, upTo changed: Int, from offset: Int) -> Int {
        var (low, high) = (known, changed)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if self.offset(at: middle) == offset { low = middle } else { high = middle }
        }
        return high
    }

    private func offset(at second: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    }
}

/// A date of the Gregorian calendar, such as 2026-11-21, without a place or a time of day.
package struct LocalDay: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    package let number: Int

    package init(number: Int) {
        self.number = number
    }

    /// Nil unless `text` is a date from 0001 to 9999 in exactly the form that `text` writes.
    package init?(text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(11))
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        func value(_ range: Range<Int>) -> Int? {
            bytes[range].reduce(Optional(0)) { sum, byte in
                guard let sum, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                return sum * 10 + Int(byte - UInt8(ascii: "0"))
            }
        }
        guard let year = value(0..<4), let month = value(5..<7), let day = value(8..<10), year > 0,
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
        // 30 February reads as the first or second of March.
        guard civil == (year, month, day) else { return nil }
    }

    /// `days_from_civil` of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms". Years begin in March, so
    /// that the leap day is their last.
    package init(year: Int, month: Int, day: Int) {
        let shifted = month <= 2 ? year - 1 : year
        let era = Self.floorDivide(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// `civil_from_days` of the same source.
    package var civil: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = Self.floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    /// `2026-11-21`.
    package var text: String {
        let (year, month, day) = civil
        func padded(_ value: Int, _ length: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, length - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    package var next: LocalDay { LocalDay(number: number + 1) }

    package static func < (left: Self, right: Self) -> Bool {
        left.number < right.number
    }

    static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
    }
}

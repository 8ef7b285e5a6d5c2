package import Foundation

/// Cuts time into the days of one time zone, without gaps or overlaps: each instant is in exactly one day.
///
/// A day begins at the first instant at which the zone's clocks show its date or a later one. So a day is 23 or 25 hours long where
/// clocks change, one that a zone leaves out (Samoa, 30 December 2011) is empty, and one on whose eve clocks are put back over
/// midnight does not begin twice.
package struct DayCalendar: Sendable {
    private static let secondsPerDay = 86_400
    /// No place has ever been further from UTC than this.
    private static let farthest = 16 * 3600

    package let zone: TimeZone

    package init(zone: TimeZone) {
        self.zone = zone
    }

    package func day(at instant: Timestamp) -> LocalDay {
        let time = LocalDay.floorDivide(Int(instant.milliseconds), 1000)
        var day = LocalDay(number: LocalDay.floorDivide(time + offset(at: time), Self.secondsPerDay))
        // Clocks that were put back over midnight show the eve again.
        while second(beginning: day.next) <= time { day = day.next }
        return day
    }

    package func start(of day: LocalDay) -> Timestamp {
        Timestamp(milliseconds: Int64(second(beginning: day)) * 1000)
    }

    /// Where the next day begins.
    package func end(of day: LocalDay) -> Timestamp {
        start(of: day.next)
    }

    /// Walks the stretches of equal offset around the midnight that is looked for.
    private func second(beginning day: LocalDay) -> Int {
        let midnight = day.number * Self.secondsPerDay
        var from = midnight - Self.farthest
        let last = midnight + Self.farthest
        while from < last {
            let offset = offset(at: from)
            let end = stretchEnd(from, before: last)
            let candidate = max(from, midnight - offset)
            if candidate < end { return candidate }
            from = end
        }
        return last
    }

    /// The first second after `from` at which the offset is another one, or `limit`. Changes lie hours apart at least.
    private func stretchEnd(_ from: Int, before limit: Int) -> Int {
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

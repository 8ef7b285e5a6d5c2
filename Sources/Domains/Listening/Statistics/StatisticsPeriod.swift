package import Primitives

/// A stretch of local days that statistics are about: a day, an ISO week (from Monday), a month, a year, or all time.
package struct StatisticsPeriod: Sendable, Equatable {
    package enum Unit: String, Sendable, CaseIterable {
        case day, week, month, year, all
    }

    package let unit: Unit
    /// Its first and last day. All time reaches further than any day that is stored.
    package let first: LocalDay
    package let last: LocalDay

    /// The period of that unit which `day` lies in.
    package init(_ unit: Unit, around day: LocalDay) {
        self.unit = unit
        let (year, month, _) = day.civil
        switch unit {
        case .day: (first, last) = (day, day)
        case .week:
            first = LocalDay(number: day.number - day.weekday)
            last = LocalDay(number: first.number + 6)
        case .month:
            first = LocalDay(year: year, month: month, day: 1)
            let next = month == 12 ? (year + 1, 1) : (year, month + 1)
            last = LocalDay(number: LocalDay(year: next.0, month: next.1, day: 1).number - 1)
        case .year:
            first = LocalDay(year: year, month: 1, day: 1)
            last = LocalDay(year: year, month: 12, day: 31)
        case .all:
            first = LocalDay(year: 1, month: 1, day: 1)
            last = LocalDay(year: 9999, month: 12, day: 31)
        }
    }

    /// The one before it; nil for all time, and at the beginning of the calendar.
    package var previous: StatisticsPeriod? {
        guard unit != .all, first.civil.year > 1 else { return nil }
        return StatisticsPeriod(unit, around: LocalDay(number: first.number - 1))
    }

    /// The one after it; nil for all time, and at the end of the calendar.
    package var next: StatisticsPeriod? {
        guard unit != .all, last.civil.year < 9999 else { return nil }
        return StatisticsPeriod(unit, around: last.next)
    }

    package func contains(_ day: LocalDay) -> Bool {
        first <= day && day <= last
    }
}

extension LocalDay {
    /// 0 for Monday to 6 for Sunday.
    package var weekday: Int {
        let shifted = (number + 3) % 7
        return shifted < 0 ? shifted + 7 : shifted
    }
}

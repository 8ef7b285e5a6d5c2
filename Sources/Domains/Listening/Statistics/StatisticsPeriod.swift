package import Foundation
package import Primitives

/// A range of local days for statistics: a day, an ISO week (from Monday), a month, a year, or all time.
package struct StatisticsPeriod: Sendable, Equatable {
    package enum Unit: String, Sendable, CaseIterable {
        case day, week, month, year, all
    }

    package let unit: Unit
    /// The first and the last day. All time is longer than the range of stored days.
    package let first: LocalDay
    package let last: LocalDay

    /// The period of that unit that contains `day`.
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

    /// The period before; nil for all time, and at the beginning of the calendar.
    package var previous: StatisticsPeriod? {
        guard unit != .all, first.civil.year > 1 else { return nil }
        return StatisticsPeriod(unit, around: LocalDay(number: first.number - 1))
    }

    /// The period after; nil for all time, and at the end of the calendar.
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

/// Converts the time of a play to a local day and an hour of the clock. Days are the board's.
package struct ListeningCalendar: Sendable {
    package struct Moment: Sendable, Equatable {
        package let day: LocalDay
        /// The hour on the zone's clocks, 0 to 23. When clocks are put back, the same hour occurs twice; an hour that
        /// they skip has no plays.
        package let hour: Int
    }

    private let days: DayCalendar

    package init(zone: TimeZone) {
        days = DayCalendar(zone: zone)
    }

    package var zone: TimeZone { days.zone }

    package func moment(at instant: Timestamp) -> Moment {
        // There were no plays before 1970; an earlier time is taken as the beginning of 1970.
        let instant = max(instant, Timestamp(milliseconds: 0))
        let second = instant.milliseconds / 1000
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
        let ofDay = (Int(second) + offset) % 86_400
        return Moment(day: days.day(at: instant), hour: (ofDay < 0 ? ofDay + 86_400 : ofDay) / 3600)
    }
}

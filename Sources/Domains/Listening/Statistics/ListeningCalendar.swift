package import Foundation
package import Primitives

/// Says on which local day and in which hour of the clock something was heard. Days are the board's.
package struct ListeningCalendar: Sendable {
    package struct Moment: Sendable, Equatable {
        package let day: LocalDay
        /// What the zone's clocks showed, 0 to 23. Where they are put back the same hour comes twice; one that they leave out has nothing.
        package let hour: Int
    }

    private let days: DayCalendar

    package init(zone: TimeZone) {
        days = DayCalendar(zone: zone)
    }

    package var zone: TimeZone { days.zone }

    package func moment(at instant: Timestamp) -> Moment {
        // Nothing was heard before 1970; a clock that says so is taken to stand at its beginning.
        let instant = max(instant, Timestamp(milliseconds: 0))
        let second = instant.milliseconds / 1000
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
        let ofDay = (Int(second) + offset) % 86_400
        return Moment(day: days.day(at: instant), hour: (ofDay < 0 ? ofDay + 86_400 : ofDay) / 3600)
    }
}

package import Primitives

/// Says what time and which day of the board it is. Stores ask it within the transaction that writes, so that the order of times and
/// days is the order of commits.
package struct BoardClock: Sendable {
    package let calendar: DayCalendar
    private let wall: any WallClock

    package init(calendar: DayCalendar, wall: any WallClock = SystemWallClock()) {
        self.calendar = calendar
        self.wall = wall
    }

    /// The present. Its day is the calendar's, but never one before `latest`: what was closed stays closed when the clock is put back
    /// or the zone is changed, until the calendar has caught up.
    package func moment(after latest: LocalDay?) -> BoardMoment {
        let now = wall.now()
        let day = calendar.day(at: now)
        return BoardMoment(instant: now, day: max(day, latest ?? day))
    }
}

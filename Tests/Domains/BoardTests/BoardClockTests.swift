import Support
import Board
import Foundation
import Primitives
import Testing

@Suite("The board's clock") struct BoardClockTests {
    @Test("setting the clock back, or a zone further west, reopens no day; the board waits for the calendar")
    func monotonic() throws {
        let clock = DayCalendar(zone: try #require(TimeZone(identifier: "Europe/Warsaw")))
        let day = LocalDay(year: 2026, month: 11, day: 22)
        let wall = TestClock(clock.start(of: day).advanced(by: .seconds(-7200)))
        let before = BoardClock(calendar: clock, wall: wall)
        #expect(before.moment(after: nil).day == LocalDay(number: day.number - 1))
        #expect(before.moment(after: day).day == day)
        let west = BoardClock(
            calendar: DayCalendar(zone: try #require(TimeZone(identifier: "America/New_York"))), wall: wall)
        #expect(west.moment(after: day).day == day)
        let later = TestClock(clock.start(of: day.next))
        #expect(BoardClock(calendar: clock, wall: later).moment(after: day).day == day.next)
    }
}

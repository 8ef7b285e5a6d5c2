package import Journal
package import Primitives

/// Gives the time and the day of the board. Stores use it within the writing transaction, so that times and days follow
/// the order of commits.
package struct BoardClock: Sendable {
    package let calendar: DayCalendar
    private let wall: any WallClock

    package init(calendar: DayCalendar, wall: any WallClock = SystemWallClock()) {
        self.calendar = calendar
        self.wall = wall
    }

    /// The present moment. Its day is the calendar's, but never before `latest`. A closed day therefore stays closed
    /// when the clock is set back or the zone is changed, until the calendar has caught up.
    package func moment(after latest: LocalDay?) -> BoardMoment {
        let now = wall.now()
        let day = calendar.day(at: now)
        return BoardMoment(instant: now, day: max(day, latest ?? day))
    }
}

/// An instant, and the day of the board that was open then.
package struct BoardMoment: Sendable, Equatable {
    package let instant: Timestamp
    package let day: LocalDay
}

/// Decides which day of the board is open, and revokes days that a fast clock has opened.
///
/// A clock that jumps ahead leaves a gap: the days between were never opened. What lies behind a gap is revoked. Days
/// ahead of the calendar without a gap come from a clock that was set back or from another time zone. They stay, and
/// the board waits until the calendar has caught up.
package struct DayOpening: Sendable {
    /// The most days by which a change of time zone can put the board ahead of the calendar (UTC+14 after UTC-12). A
    /// gap is looked for behind them: more days ahead are caused by a wrong clock.
    private static let farthestAhead = 2

    let clock: BoardClock
    /// Whether days ahead of the calendar are revoked also if they directly follow the days before them.
    var revokesEveryDayAhead = false

    /// The present moment, if its day is open already and nothing is to be revoked.
    package func openMoment(_ board: some BoardState) throws -> BoardMoment? {
        let latest = try board.latestDay(before: nil)
        let moment = clock.moment(after: latest)
        guard moment.day == latest, try firstRevoked(board) == nil else { return nil }
        return moment
    }

    /// The present moment, and the changes after which its day is open.
    package func decide(_ board: some BoardState) throws -> (moment: BoardMoment, changes: Changes<BoardWrite>) {
        let first = try firstRevoked(board)
        let latest = try board.latestDay(before: first)
        let moment = clock.moment(after: latest)
        var changes = Changes<BoardWrite>(at: moment.instant)
        if let first {
            changes.writes.append(.revokeDays(from: first, at: moment.instant))
            changes.journal.append(
                JournalEntry(at: moment.instant, by: .gateway, "board.revoke", .init(kind: "day", id: first.text)))
        }
        if moment.day != latest {
            changes.writes.append(.openDay(moment))
            changes.journal.append(
                JournalEntry(at: moment.instant, by: .gateway, "board.open", .init(kind: "day", id: moment.day.text)))
        }
        if let first { changes.writes.append(.moveContent(from: first, to: moment.day)) }
        if first != nil || moment.day != latest {
            changes.events.append(BoardEvents.event(.opened, on: moment.day))
        }
        return (moment, changes)
    }

    /// The first day that is closed again; nil if there is none.
    private func firstRevoked(_ board: some BoardState) throws -> LocalDay? {
        let today = clock.moment(after: nil).day
        guard let latest = try board.latestDay(before: nil), today < latest else { return nil }
        return revokesEveryDayAhead
            ? try board.firstDay(after: today)
            : try board.firstDayAfterGap(after: today, beyond: Self.farthestAhead)
    }
}

package import Journal
package import Primitives

/// Decides which day of the board is open, and revokes days that a fast clock has opened.
///
/// Such days follow a gap: the days before them were never opened, because the clock jumped over them. This
/// distinguishes them from days that only seem ahead because the clock is now behind or the zone changed. Those remain,
/// and the board waits. The gap may come after days that are not far ahead if the clock jumped more than once.
package struct DayOpening: Sendable {
    private let clock: BoardClock
    private let revokesEveryDayAhead: Bool

    /// - Parameter revokesEveryDayAhead: whether days ahead of the calendar are revoked also if they directly follow
    ///   the days before them.
    package init(_ clock: BoardClock, revokesEveryDayAhead: Bool = false) {
        self.clock = clock
        self.revokesEveryDayAhead = revokesEveryDayAhead
    }

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
            changes.journal.append(BoardJournal.revoked(from: first, at: moment))
        }
        if moment.day != latest {
            changes.writes.append(.openDay(moment))
            changes.journal.append(BoardJournal.opened(moment))
            changes.events.append(BoardEvents.event(.opened, on: moment.day))
        }
        if let first {
            changes.writes.append(.moveContent(from: first, to: moment.day))
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
            : try board.firstDayAfterGap(after: today, beyond: BoardRules.farthestAhead)
    }
}

package import Catalog
package import Journal
package import Primitives

/// One day of the board, as one reader sees it.
package struct BoardDay: Sendable {
    package let day: LocalDay
    /// Whether this is the open day.
    package let isToday: Bool
    package let startsAt: Timestamp
    package let endsAt: Timestamp
    /// The time zone, as an IANA name.
    package let zone: String
    /// The server's present time, for countdowns.
    package let now: Timestamp
    /// The reader's own post, also where this page of the list does not contain it.
    package let own: PostItem?
    /// Newest first.
    package let posts: Page<PostItem>
}

/// A reference to a day of the board.
package enum DayName: Sendable, Equatable {
    /// The day that is open when the call runs.
    case today
    case date(LocalDay)
}

/// A day in the list of past days.
package struct ListedDay: Sendable, Equatable {
    package let day: LocalDay
    /// The number of posts that the reader sees. `comments` counts in the same way.
    package let posts: Int
    package let comments: Int

    package init(day: LocalDay, posts: Int, comments: Int) {
        self.day = day
        self.posts = posts
        self.comments = comments
    }
}

/// A day of the board as a playlist.
package struct DayPlaylist: Sendable {
    package let day: LocalDay
    package let startsAt: Timestamp
    /// The end of the day, after which nothing can be posted on it.
    package let endsAt: Timestamp
    package let isToday: Bool
    /// The time of reading. The songs of an open day can change at any time.
    package let readAt: Timestamp
    /// The tracks in the order in which they were posted, without those that the reader may not hear.
    package let tracks: [TrackItem]
}

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

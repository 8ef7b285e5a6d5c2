package import Primitives

/// An instant and the day of the board that was open at it.
package struct BoardMoment: Sendable, Equatable {
    package let instant: Timestamp
    package let day: LocalDay

    package init(instant: Timestamp, day: LocalDay) {
        self.instant = instant
        self.day = day
    }
}

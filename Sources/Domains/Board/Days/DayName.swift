package import Primitives

/// Which day of the board is meant.
package enum DayName: Sendable, Equatable {
    /// The one that is open, whichever that is by then.
    case today
    case date(LocalDay)
}

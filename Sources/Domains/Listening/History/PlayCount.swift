package import Primitives

/// How often a person has heard something, counted from the history.
package struct PlayCount: Sendable, Equatable {
    package let plays: Int
    /// Nil when it has not been played.
    package let lastPlayedAt: Timestamp?

    package init(plays: Int, lastPlayedAt: Timestamp?) {
        self.plays = plays
        self.lastPlayedAt = lastPlayedAt
    }

    package static let none = PlayCount(plays: 0, lastPlayedAt: nil)
}

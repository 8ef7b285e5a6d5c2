import Foundation
package import Primitives

/// A row of the home screen, in the order for a user who has used none of them.
package enum HomeRow: String, Sendable, CaseIterable {
    /// Today's songs on the board.
    case board
    /// The tracks that other users are playing, of those who show it.
    case friends
    case playlists
    case mixes
    case recentlyPlayed
    case recentlyAdded
    /// Albums to begin with, for users who have hardly played anything.
    case start
    case popular
    case liked
    /// Albums that were played much, but not for a long time.
    case rediscover
    case mostPlayed
    /// What the user played on this day of earlier years.
    case onThisDay
    case artists
    case genres

    /// The places that a row moves up each time that its use doubles.
    private static let climb = 3.0

    /// All rows, those that the user uses first. A row moves up slowly, so that the screen stays recognizable.
    ///
    /// - Parameter uses: the present weight of each row that was used.
    package static func order(by uses: [HomeRow: Double]) -> [HomeRow] {
        allCases.enumerated().map { index, row in
            (row: row, place: Double(index) - climb * log2(1 + max(0, uses[row] ?? 0)), index: index)
        }.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.row)
    }
}

/// How much a user uses a row of their home screen: a sum of uses, of which one of two weeks ago counts a half.
package struct HomeRowUse: Sendable, Equatable {
    private static let halfLife = 14.0 * 86_400_000

    package let weight: Double
    /// The time of the last use.
    package let at: Timestamp

    package init(weight: Double, at instant: Timestamp) {
        self.weight = weight
        at = instant
    }

    package static func first(at instant: Timestamp) -> HomeRowUse { HomeRowUse(weight: 1, at: instant) }

    package func weight(at instant: Timestamp) -> Double {
        weight * exp2(-Double(max(0, instant.milliseconds - at.milliseconds)) / Self.halfLife)
    }

    /// One use more.
    package func used(at instant: Timestamp) -> HomeRowUse {
        HomeRowUse(weight: weight(at: instant) + 1, at: max(at, instant))
    }
}

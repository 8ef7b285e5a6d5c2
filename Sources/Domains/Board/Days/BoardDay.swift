package import Primitives

/// One day of the board as a reader sees it.
package struct BoardDay: Sendable {
    package let day: LocalDay
    /// Whether it is the one that is open.
    package let isToday: Bool
    package let startsAt: Timestamp
    package let endsAt: Timestamp
    /// A name of the IANA time zone database.
    package let zone: String
    /// What time the gateway thinks it is, for countdowns.
    package let now: Timestamp
    /// The reader's own post, wherever it is in the list.
    package let own: PostItem?
    /// Newest first.
    package let posts: Page<PostItem>
}

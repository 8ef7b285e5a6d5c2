package import Catalog
package import Primitives

/// A day of the board as something to listen to.
package struct DayPlaylist: Sendable {
    package let day: LocalDay
    package let startsAt: Timestamp
    /// When nothing is posted on it any more.
    package let endsAt: Timestamp
    package let isToday: Bool
    /// When this was read: a day that is open may be another whenever it is asked for.
    package let readAt: Timestamp
    /// In the order in which they were posted, without those that the reader may not hear.
    package let tracks: [TrackItem]
}

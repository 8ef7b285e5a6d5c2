package import Catalog

/// A play together with its track, which may be gone by now.
package struct HistoryEntry: Sendable {
    package let play: Play
    package let track: TrackItem
}

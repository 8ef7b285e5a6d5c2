package import Catalog

/// An entry with its track.
package struct PlaylistItem: Sendable, Equatable {
    package let entry: PlaylistEntry
    package let track: TrackItem

    package init(entry: PlaylistEntry, track: TrackItem) {
        self.entry = entry
        self.track = track
    }
}

package import Catalog

/// A bookmark with its track.
package struct BookmarkedTrack: Sendable, Equatable {
    package let bookmark: Bookmark
    package let track: TrackItem
}

package import Catalog

/// A track and how often its listener has played it.
package struct MostPlayedItem: Sendable {
    package let track: TrackItem
    package let plays: Int
}

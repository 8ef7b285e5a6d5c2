package import Catalog

/// A wish with the track that may be it, for readers who may hear that.
package struct WishItem: Sendable, Equatable {
    package let wish: Wish
    package let arrival: TrackItem?

    package init(wish: Wish, arrival: TrackItem?) {
        self.wish = wish
        self.arrival = arrival
    }
}

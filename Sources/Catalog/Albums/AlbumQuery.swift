package import Primitives

/// Which albums a list shows, and in which order.
package struct AlbumQuery: Sendable, Equatable {
    package enum Sort: String, Sendable, CaseIterable {
        case name, added, year, artist
    }

    package var sort: Sort
    package var order: ListOrder
    /// An album artist of it.
    package var artist: ID<Artist>?
    /// A genre of one of its tracks.
    package var genre: ID<Genre>?

    package init(
        sort: Sort = .name, order: ListOrder = .ascending, artist: ID<Artist>? = nil, genre: ID<Genre>? = nil
    ) {
        self.sort = sort
        self.order = order
        self.artist = artist
        self.genre = genre
    }

    /// The name by which a cursor belongs to this order.
    package var list: String { "albums.\(sort.rawValue).\(order.rawValue)" }
}

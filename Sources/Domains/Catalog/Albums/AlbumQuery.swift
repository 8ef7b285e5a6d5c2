package import Primitives

/// Which albums a list shows, and in which order.
package struct AlbumQuery: Sendable, Equatable {
    package enum Sort: String, Sendable, CaseIterable {
        case name, added, year, artist
        /// By when the caller last played it, and by how often they have: what they never played is not in the list.
        case played, plays
        /// By when the caller liked it, and by what they make of it: what they did not is not in the list.
        case liked, rating
        case random
    }

    package var sort: Sort
    package var order: ListOrder
    /// An album artist of it.
    package var artist: ID<Artist>?
    /// A genre of one of its tracks.
    package var genre: ID<Genre>?
    package var filter: ListRestriction

    package init(
        sort: Sort = .name, order: ListOrder = .ascending, artist: ID<Artist>? = nil, genre: ID<Genre>? = nil,
        filter: ListRestriction = ListRestriction()
    ) {
        self.sort = sort
        self.order = order
        self.artist = artist
        self.genre = genre
        self.filter = filter
    }

    /// The name by which a cursor belongs to this order.
    package var list: String { "albums.\(sort.rawValue).\(order.rawValue)" }
}

package import Primitives

/// Which tracks a list shows, and in which order.
package struct TrackQuery: Sendable, Equatable {
    package enum Sort: String, Sendable, CaseIterable {
        case title, added, artist, album, duration, year
        /// By when the caller last played it, and by how often they have: what they never played is not in the list.
        case played, plays
        /// By when the caller liked it, and by what they make of it: what they did not is not in the list.
        case liked, rating
        /// By how often everybody together has played it: what nobody played is not in the list.
        case popular
        case random
    }

    package var sort: Sort
    package var order: ListOrder
    package var album: ID<Album>?
    /// Credited in any role.
    package var artist: ID<Artist>?
    package var genre: ID<Genre>?
    package var filter: ListRestriction

    package init(
        sort: Sort = .title, order: ListOrder = .ascending, album: ID<Album>? = nil, artist: ID<Artist>? = nil,
        genre: ID<Genre>? = nil, filter: ListRestriction = ListRestriction()
    ) {
        self.sort = sort
        self.order = order
        self.album = album
        self.artist = artist
        self.genre = genre
        self.filter = filter
    }

    /// The name by which a cursor belongs to this order.
    package var list: String { "tracks.\(sort.rawValue).\(order.rawValue)" }
}

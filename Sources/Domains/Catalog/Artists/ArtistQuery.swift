package import Primitives

/// Which artists a list shows, and in which order.
package struct ArtistQuery: Sendable, Equatable {
    package enum Sort: String, Sendable, CaseIterable {
        case name
        /// By when the caller liked them, and by what they make of them: of others there are none in the list.
        case liked, rating
    }

    package var sort: Sort
    package var order: ListOrder
    /// Nil for album artists and performers together.
    package var role: ArtistRole?
    package var isLiked: Bool?
    package var minimumRating: Rating?
    /// Whose likes and ratings are meant: `CatalogService` puts the caller here.
    package var listener: ID<Person>?
    package var scope: LibraryScope

    package init(
        sort: Sort = .name, order: ListOrder = .ascending, role: ArtistRole? = nil, isLiked: Bool? = nil,
        minimumRating: Rating? = nil, listener: ID<Person>? = nil, scope: LibraryScope = .everything
    ) {
        self.sort = sort
        self.order = order
        self.role = role
        self.isLiked = isLiked
        self.minimumRating = minimumRating
        self.listener = listener
        self.scope = scope
    }

    /// Whether it is the list of artists by sort name, which asks nobody's opinion.
    package var isPlain: Bool {
        sort == .name && order == .ascending && isLiked == nil && minimumRating == nil
    }

    /// The name by which a cursor belongs to this order.
    package var list: String { "artists.\(role?.rawValue ?? "listed").\(sort.rawValue).\(order.rawValue)" }

    func seen(by caller: Principal) -> ArtistQuery {
        var own = self
        own.listener = caller.user
        own.scope = caller.libraries
        return own
    }
}

package import Primitives

/// What albums and tracks alike can be narrowed down to.
package struct ListRestriction: Sendable, Equatable {
    package var library: ID<Library>?
    /// First issued in these years; what has no year is left out.
    package var years: ClosedRange<Int>?
    /// True: what the listener has played. False: what they never have.
    package var isPlayed: Bool?
    /// True: what the listener likes. False: what they do not.
    package var isLiked: Bool?
    /// What the listener has rated so, or better.
    package var minimumRating: Rating?
    /// Whose plays, likes and ratings are meant: `CatalogService` puts the caller here.
    package var listener: ID<Person>?
    /// Whose music the list is of: `CatalogService` puts what the caller sees here.
    package var scope: LibraryScope
    /// Chooses one random order; nil for a new one.
    package var seed: Int64?

    package init(
        library: ID<Library>? = nil, years: ClosedRange<Int>? = nil, isPlayed: Bool? = nil, isLiked: Bool? = nil,
        minimumRating: Rating? = nil, listener: ID<Person>? = nil, seed: Int64? = nil, scope: LibraryScope = .everything
    ) {
        self.library = library
        self.years = years
        self.isPlayed = isPlayed
        self.isLiked = isLiked
        self.minimumRating = minimumRating
        self.listener = listener
        self.seed = seed
        self.scope = scope
    }

    /// The same as `caller` may have it: their own plays, likes and ratings, and of the libraries that they see.
    func seen(by caller: Principal) -> ListRestriction {
        var own = self
        own.listener = caller.user
        own.scope = caller.libraries
        return own
    }
}

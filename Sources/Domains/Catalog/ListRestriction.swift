package import Primitives

/// The filters that album lists and track lists share.
package struct ListRestriction: Sendable, Equatable {
    package var library: ID<Library>?
    /// First issued in these years. Items without a year are left out.
    package var years: ClosedRange<Int>?
    /// Tracks with these beats per minute. It does not apply to albums.
    package var tempo: ClosedRange<Int>?
    /// True: items that the listener has played. False: items that they have not played.
    package var isPlayed: Bool?
    /// True: items that the listener likes. False: items that they do not like.
    package var isLiked: Bool?
    /// Items that the listener has rated at least this high.
    package var minimumRating: Rating?
    /// The user whose plays, likes and ratings apply. `CatalogService` sets the caller.
    package var listener: ID<Person>?
    /// The libraries that the list covers. `CatalogService` sets those that the caller may see.
    package var scope: LibraryScope
    /// The seed of a random order; nil for a new order.
    package var seed: Int64?

    package init(
        library: ID<Library>? = nil, years: ClosedRange<Int>? = nil, tempo: ClosedRange<Int>? = nil,
        isPlayed: Bool? = nil, isLiked: Bool? = nil, minimumRating: Rating? = nil, listener: ID<Person>? = nil,
        seed: Int64? = nil, scope: LibraryScope = .everything
    ) {
        self.library = library
        self.years = years
        self.tempo = tempo
        self.isPlayed = isPlayed
        self.isLiked = isLiked
        self.minimumRating = minimumRating
        self.listener = listener
        self.seed = seed
        self.scope = scope
    }

    /// The restriction for `caller`: their own plays, likes and ratings, and the libraries that they may see.
    func seen(by caller: Principal) -> ListRestriction {
        var own = self
        own.listener = caller.user
        own.scope = caller.libraries
        return own
    }
}

/// A user's rating of music: 1 to 5 stars in half steps.
package struct Rating: Hashable, Comparable, Sendable {
    /// Two for each star, so 2 to 10: the form in which it is stored and summed.
    package let halves: Int

    package init?(halves: Int) {
        guard (2...10).contains(halves) else { return nil }
        self.halves = halves
    }

    /// Nil for a value that is not a half step from 1 to 5.
    package init?(stars: Double) {
        guard (1...5).contains(stars), let halves = Int(exactly: stars * 2) else { return nil }
        self.halves = halves
    }

    package var stars: Double { Double(halves) / 2 }

    package static func < (left: Self, right: Self) -> Bool { left.halves < right.halves }
}

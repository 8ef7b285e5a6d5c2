package import Catalog

/// A shelf in numbers: of all that its owner sees on it, entries that were typed in included.
package struct ShelfStatistics: Sendable, Equatable {
    package struct Genre: Sendable, Equatable {
        package let name: String
        /// Items of it.
        package let items: Int

        package init(name: String, items: Int) {
            self.name = name
            self.items = items
        }
    }

    package let items: Int
    package let durationMilliseconds: Int64
    /// The mode, by name among equals; nil where no item has a genre.
    package let favoriteGenre: Genre?
    /// Items for each rating that any has, the best first.
    package let ratings: [(rating: Rating, items: Int)]

    package init(
        items: Int, durationMilliseconds: Int64, favoriteGenre: Genre?, ratings: [(rating: Rating, items: Int)]
    ) {
        self.items = items
        self.durationMilliseconds = durationMilliseconds
        self.favoriteGenre = favoriteGenre
        self.ratings = ratings
    }

    /// In stars; nil where nothing is rated.
    package var averageRating: Double? {
        let rated = ratings.reduce(0) { $0 + $1.items }
        guard rated > 0 else { return nil }
        return ratings.reduce(0) { $0 + $1.rating.stars * Double($1.items) } / Double(rated)
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.items == other.items && one.durationMilliseconds == other.durationMilliseconds
            && one.favoriteGenre == other.favoriteGenre && one.ratings.elementsEqual(other.ratings, by: ==)
    }
}

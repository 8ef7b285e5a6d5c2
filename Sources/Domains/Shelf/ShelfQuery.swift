package import Catalog
package import Primitives

/// The filter and the order of a list of shelf items.
package struct ShelfQuery: Sendable, Equatable {
    package enum Sort: String, Sendable, CaseIterable {
        case title, rating, added
    }

    /// The part of the shelf to list: all of it, the items in no folder, or one folder.
    package enum Place: Sendable, Equatable {
        case anywhere, unfiled
        case folder(ID<ShelfFolder>)
    }

    package var sort: Sort
    package var isDescending: Bool
    package var place: Place
    package var kind: ShelfSource.Kind?
    /// Folded search words. The title, the artist, the genre or the comment must contain every one of them.
    package let words: [String]

    /// - Parameter text: the search text, at most 200 characters; empty matches everything.
    package init(
        sort: Sort = .added, isDescending: Bool = true, place: Place = .anywhere, kind: ShelfSource.Kind? = nil,
        text: String = ""
    ) throws(DomainError) {
        guard text.unicodeScalars.count <= 200 else {
            throw .invalid("q has at most 200 characters", field: "q")
        }
        self.sort = sort
        self.isDescending = isDescending
        self.place = place
        self.kind = kind
        words = SearchText.words(text).split(separator: " ").map(String.init)
    }

    /// The list's name in a cursor, so that a cursor is valid for this order only.
    package var list: String { "shelf.\(sort.rawValue).\(isDescending ? "desc" : "asc")" }
}

/// The number of items that a user sees on their shelf.
package struct ShelfCount: Sendable, Equatable {
    package let items: Int
    /// Items in no folder.
    package let unfiled: Int

    package init(items: Int, unfiled: Int) {
        self.items = items
        self.unfiled = unfiled
    }
}

/// Statistics of a shelf. They cover all items that its owner sees, including typed entries.
package struct ShelfStatistics: Sendable, Equatable {
    package struct Genre: Sendable, Equatable {
        package let name: String
        /// The number of items of the genre.
        package let items: Int

        package init(name: String, items: Int) {
            self.name = name
            self.items = items
        }
    }

    package let items: Int
    package let durationMilliseconds: Int64
    /// The most frequent genre, the first by name among equals; nil where no item has a genre.
    package let favoriteGenre: Genre?
    /// The number of items for each rating that occurs, best rating first.
    package let ratings: [(rating: Rating, items: Int)]

    package init(
        items: Int, durationMilliseconds: Int64, favoriteGenre: Genre?, ratings: [(rating: Rating, items: Int)]
    ) {
        self.items = items
        self.durationMilliseconds = durationMilliseconds
        self.favoriteGenre = favoriteGenre
        self.ratings = ratings
    }

    /// The average in stars; nil where nothing is rated.
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

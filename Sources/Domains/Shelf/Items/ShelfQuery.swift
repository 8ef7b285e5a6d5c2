import Catalog
package import Primitives

/// Which items of a shelf a list shows, and in which order.
package struct ShelfQuery: Sendable, Equatable {
    package enum Sort: String, Sendable, CaseIterable {
        case title, rating, added
    }

    package enum Place: Sendable, Equatable {
        case anywhere, unfiled
        case folder(ID<ShelfFolder>)
    }

    package var sort: Sort
    package var isDescending: Bool
    package var place: Place
    package var kind: ShelfSource.Kind?
    /// Folded; every one of them must be in the title, the artist, the genre or the comment.
    package let words: [String]

    /// - Parameter text: what is searched for, of at most 200 characters; empty for everything.
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

    /// The name by which a cursor belongs to this order.
    package var list: String { "shelf.\(sort.rawValue).\(isDescending ? "desc" : "asc")" }
}

import Catalog
package import Primitives

/// Which open wishes a list shows, and in which order; the most wanted, the newest or the last of the alphabet first unless
/// `isDescending` says otherwise.
package struct WishQuery: Sendable, Equatable {
    package enum Sort: String, Sendable, CaseIterable {
        case backers, date, title
    }

    package enum Whose: String, Sendable, CaseIterable {
        case all, own, backed
    }

    package var sort: Sort
    package var isDescending: Bool
    package var whose: Whose
    /// Folded; every one of them must be in the title or the artist.
    package let words: [String]

    /// - Parameter text: what is searched for, of at most 200 characters; empty for everything.
    package init(
        sort: Sort = .date, isDescending: Bool = true, whose: Whose = .all, text: String = ""
    ) throws(DomainError) {
        guard text.unicodeScalars.count <= 200 else {
            throw .invalid("q has at most 200 characters", field: "q")
        }
        self.sort = sort
        self.isDescending = isDescending
        self.whose = whose
        words = WishRules.words(text).split(separator: " ").map(String.init)
    }

    /// The name by which a cursor belongs to this order.
    package var list: String { "wishes.\(sort.rawValue).\(isDescending ? "desc" : "asc")" }
}

package import Journal
package import Primitives

/// Stores wishes. Every method is one transaction.
package protocol WishStore: Sendable {
    func wishes(_ query: WishQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<Wish>
    /// Throws `notFound` if there is no such wish.
    func wish(_ id: ID<Wish>, for caller: Principal) async throws -> Wish

    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any WishState, WishWrite, Outcome>
    ) async throws -> Outcome
}

/// The filter and the order of a list of open wishes. Descending order begins with the most backers, the newest date or
/// the last title.
package struct WishQuery: Sendable, Equatable {
    package enum Sort: String, Sendable, CaseIterable {
        case backers, date, title
    }

    /// The wishes to list: all, the reader's own, or those that the reader backs.
    package enum Ownership: String, Sendable, CaseIterable {
        case all, own, backed
    }

    package var sort: Sort
    package var isDescending: Bool
    package var ownership: Ownership
    /// Folded search words. The title or the artist must contain every one of them.
    package let words: [String]

    /// - Parameter text: the search text, at most 200 characters; empty matches everything.
    package init(
        sort: Sort = .date, isDescending: Bool = true, ownership: Ownership = .all, text: String = ""
    ) throws(DomainError) {
        guard text.unicodeScalars.count <= 200 else {
            throw .invalid("q has at most 200 characters", field: "q")
        }
        self.sort = sort
        self.isDescending = isDescending
        self.ownership = ownership
        words = WishRules.words(text).split(separator: " ").map(String.init)
    }

    /// The list's name in a cursor, so that a cursor is valid for this order only.
    package var list: String { "wishes.\(sort.rawValue).\(isDescending ? "desc" : "asc")" }
}

/// The outcome of creating a wish.
package enum WishOutcome<Made: Sendable>: Sendable {
    case made(Made)
    /// Another user's open wish for the same music, which stays unchanged.
    case alreadyWished(Wish)
}

import Catalog
package import Journal
package import Primitives

/// Stores wishes. Every method is one transaction.
package protocol WishStore: Sendable {
    func wishes(_ query: WishQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<Wish>
    func wish(_ id: ID<Wish>, for caller: Principal) async throws -> Wish
    func create(
        _ draft: WishDraft, _ id: ID<Wish>, for caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> WishOutcome
    /// Throws `conflict` with reason `already_wished` where the change would duplicate another user's wish, and
    /// `forbidden` for another user's wish.
    func edit(
        _ id: ID<Wish>, _ change: WishChange, for caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws
    /// Removes the caller's own wish. Moderators may remove any.
    func remove(_ id: ID<Wish>, for caller: Principal, journal entry: JournalEntry) async throws
    /// Throws `conflict` with reason `own_wish` for the caller's own wish. Repeating the call changes nothing.
    func setBacking(
        to isBacked: Bool, of id: ID<Wish>, for caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> Wish
    /// Saves the item and removes the wish, both or neither, as `WishRules.checkFulfilment` allows. If the track or
    /// album is on the caller's shelf already, that item takes the draft's values. An entry without a picture of its
    /// own takes the wish's.
    ///
    /// - Parameter item: the id of a new item.
    /// - Returns: the item, if one was saved.
    func fulfil(
        _ id: ID<Wish>, _ fulfilment: WishFulfilment, _ item: ID<ShelfItem>, for caller: Principal,
        at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> ID<ShelfItem>?
}

/// The filter and the order of a list of open wishes. Descending order begins with the most backers, the newest date or
/// the last title.
package struct WishQuery: Sendable, Equatable {
    package enum Sort: String, Sendable, CaseIterable {
        case backers, date, title
    }

    /// The wishes to list: all, the reader's own, or those that the reader backs.
    package enum Whose: String, Sendable, CaseIterable {
        case all, own, backed
    }

    package var sort: Sort
    package var isDescending: Bool
    package var whose: Whose
    /// Folded search words. The title or the artist must contain every one of them.
    package let words: [String]

    /// - Parameter text: the search text, at most 200 characters; empty matches everything.
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

    /// The list's name in a cursor, so that a cursor is valid for this order only.
    package var list: String { "wishes.\(sort.rawValue).\(isDescending ? "desc" : "asc")" }
}

/// The outcome of creating a wish.
package enum WishOutcome: Sendable, Equatable {
    case made(Wish)
    /// Another user's open wish for the same music, which stays unchanged.
    case alreadyWished(Wish)
}

/// The events that all users receive about wishes. An event says only that a wish has changed; clients then fetch it.
/// Stores append events in the transaction that changes the wish.
package enum WishEvents {
    package enum Change: String, Sendable {
        case made, edited, removed, backed, unbacked
        /// A scan has found music that may fulfil it.
        case found
        /// It was fulfilled and removed.
        case fulfilled
    }

    package static func event(_ change: Change, _ id: ID<Wish>) -> Event {
        Event("wish", to: .everyone, ["change": .text(change.rawValue), "id": .text(id.rawValue)])
    }
}

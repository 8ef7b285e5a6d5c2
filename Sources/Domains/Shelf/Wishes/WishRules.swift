import Catalog
package import Primitives

/// The limits of wishes, and the permissions on them.
package enum WishRules {
    package static let mostPerPerson = 200
    package static let longestTitle = 300
    package static let longestNote = 1000

    /// The normalized words that identify a wish, and that match it with new music.
    package static func words(_ text: String) -> String {
        let words = SearchText.words(text)
        // A title like "!!!" contains no words.
        return words.isEmpty ? FoldedText.fold(text) : words
    }

    /// Whether one of the artists is meant, even if the wish says "A and B" or the file "B feat. A".
    static func isArtist(_ wanted: String, among artists: [String]) -> Bool {
        artists.contains { artist in
            !artist.isEmpty
                && (" \(wanted) ".contains(" \(artist) ") || " \(artist) ".contains(" \(wanted) "))
        }
    }

    /// Checks that the caller may fulfill the wish with this content. Only the wish's owner may do so with an entry,
    /// which says that they have heard the music. With a track or an album of the library everybody who may submit
    /// music may do so too.
    package static func checkFulfillment(
        of wish: Wish, by content: ShelfItemDraft.Content, as caller: Principal
    ) throws(DomainError) {
        if wish.isOwn { return }
        if case .entry = content { throw .notYourWish }
        guard caller.may(.submit) else { throw .notYourWish }
    }
}

extension DomainError {
    package static let noWish = notFound("There is no such wish")
    package static let notYourWish = DomainError(
        .forbidden, "This is another user's wish", reason: "not_your_wish")
    package static let ownWish = DomainError(
        .conflict, "This is your own wish", reason: "own_wish")
    package static let alreadyWished = DomainError(
        .conflict, "Another user has wished for this. Back their wish instead", reason: "already_wished")
    package static let tooManyWishes = DomainError(
        .conflict, "A user has at most \(WishRules.mostPerPerson) open wishes", reason: "too_many_wishes")
}

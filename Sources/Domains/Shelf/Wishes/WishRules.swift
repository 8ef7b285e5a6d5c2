import Catalog
package import Primitives

/// The bounds of wishes, and who may do what to one.
package enum WishRules {
    package static let mostPerPerson = 200
    package static let longestTitle = 300
    package static let longestNote = 1000

    /// The words by which wishes are told apart, and found when music arrives.
    package static func words(_ text: String) -> String {
        let words = SearchText.words(text)
        // Titles like "!!!" have none.
        return words.isEmpty ? FoldedText.fold(text) : words
    }

    /// An entry says that somebody has heard what they wished for, which only they know. That the library has it whoever may give music
    /// to the library may say as well.
    package static func checkFulfilment(
        of wish: Wish, by content: ShelfItemDraft.Content, as caller: Principal
    ) throws(DomainError) {
        if wish.isOwn { return }
        if case .entry = content { throw .notYourWish }
        guard caller.may(.submit) else { throw .notYourWish }
    }
}

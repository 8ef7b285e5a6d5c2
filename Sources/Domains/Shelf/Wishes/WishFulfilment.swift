package import Primitives

/// How a wish comes true.
package struct WishFulfilment: Sendable {
    package let draft: ShelfItemDraft
    /// Whether the caller puts it on their shelf as well; entries always come on it.
    package let isShelved: Bool

    package init(_ draft: ShelfItemDraft, isShelved: Bool = true) throws(DomainError) {
        if case .entry = draft.content, !isShelved {
            throw .invalid("An entry is kept on the shelf", field: "shelve")
        }
        self.draft = draft
        self.isShelved = isShelved
    }
}

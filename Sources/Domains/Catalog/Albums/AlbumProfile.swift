/// An album with everything that lists of whole libraries show of it.
package struct AlbumProfile: Sendable, Equatable {
    package let item: AlbumItem
    package let facts: AlbumFacts

    package init(item: AlbumItem, facts: AlbumFacts) {
        self.item = item
        self.facts = facts
    }
}

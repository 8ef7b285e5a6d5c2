/// An artist with everything that lists of whole libraries show of them.
package struct ArtistProfile: Sendable, Equatable {
    package let item: ArtistItem
    /// What lists of artists are ordered by; `IndexLetter.of` it is the letter under which they stand.
    package let sortKey: String
    package let facts: ArtistFacts

    package init(item: ArtistItem, sortKey: String, facts: ArtistFacts) {
        self.item = item
        self.sortKey = sortKey
        self.facts = facts
    }
}

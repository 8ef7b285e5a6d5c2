/// An artist with everything that lists of whole libraries show of them.
package struct ArtistProfile: Sendable, Equatable {
    package let item: ArtistItem
    /// What lists of artists are ordered by; `IndexLetter.of` it is the letter under which they stand.
    package let sortKey: String
    package let sortName: String?
    package let musicBrainzID: String?
    package let roles: [ArtistRole]

    package init(
        item: ArtistItem, sortKey: String, sortName: String?, musicBrainzID: String?, roles: [ArtistRole]
    ) {
        self.item = item
        self.sortKey = sortKey
        self.sortName = sortName
        self.musicBrainzID = musicBrainzID
        self.roles = roles
    }
}

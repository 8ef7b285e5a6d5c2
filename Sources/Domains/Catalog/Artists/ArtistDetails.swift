/// One artist with what they made.
package struct ArtistDetails: Sendable, Equatable {
    package let item: ArtistItem
    package let facts: ArtistFacts
    /// Their own albums, newest first, at most 500.
    package let albums: [AlbumItem]
    /// Albums of others that they have a part in, newest first, at most 500.
    package let appearsOn: [AlbumItem]
    /// How often everybody together has played what they perform.
    package let listenings: Int

    package init(
        item: ArtistItem, facts: ArtistFacts, albums: [AlbumItem], appearsOn: [AlbumItem], listenings: Int = 0
    ) {
        self.item = item
        self.facts = facts
        self.albums = albums
        self.appearsOn = appearsOn
        self.listenings = listenings
    }

    package var sortName: String? { facts.sortName }
    package var musicBrainzID: String? { facts.musicBrainzID }
    package var roles: [ArtistRole] { facts.roles }
}

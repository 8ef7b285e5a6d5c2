/// One artist with what they made.
package struct ArtistDetails: Sendable, Equatable {
    package let item: ArtistItem
    package let facts: ArtistFacts
    /// Their own albums, newest first, at most 500.
    package let albums: [AlbumItem]
    /// Albums of others that they have a part in, newest first, at most 500.
    package let appearsOn: [AlbumItem]

    package init(item: ArtistItem, facts: ArtistFacts, albums: [AlbumItem], appearsOn: [AlbumItem]) {
        self.item = item
        self.facts = facts
        self.albums = albums
        self.appearsOn = appearsOn
    }

    package var sortName: String? { facts.sortName }
    package var musicBrainzID: String? { facts.musicBrainzID }
    package var roles: [ArtistRole] { facts.roles }
}

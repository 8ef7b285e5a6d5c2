/// One artist with what they made.
package struct ArtistDetails: Sendable, Equatable {
    package let item: ArtistItem
    package let sortName: String?
    package let musicBrainzID: String?
    package let roles: [ArtistRole]
    /// Their own albums, newest first, at most 500.
    package let albums: [AlbumItem]
    /// Albums of others that they have a part in, newest first, at most 500.
    package let appearsOn: [AlbumItem]

    package init(
        item: ArtistItem, sortName: String?, musicBrainzID: String?, roles: [ArtistRole], albums: [AlbumItem],
        appearsOn: [AlbumItem]
    ) {
        self.item = item
        self.sortName = sortName
        self.musicBrainzID = musicBrainzID
        self.roles = roles
        self.albums = albums
        self.appearsOn = appearsOn
    }
}

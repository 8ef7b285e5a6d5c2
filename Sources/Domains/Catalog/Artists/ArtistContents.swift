/// An artist with what they made.
package struct ArtistContents: Sendable, Equatable {
    package let profile: ArtistProfile
    /// Their own albums, newest first, and then those of others that they have a part in; at most 500 of each.
    package let albums: [AlbumProfile]

    package init(profile: ArtistProfile, albums: [AlbumProfile]) {
        self.profile = profile
        self.albums = albums
    }
}

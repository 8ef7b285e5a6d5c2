/// What a search found of each kind, best first, in full.
package struct WideSearchResults: Sendable, Equatable {
    package let artists: [ArtistProfile]
    package let albums: [AlbumProfile]
    package let tracks: [TrackDetails]

    package init(artists: [ArtistProfile], albums: [AlbumProfile], tracks: [TrackDetails]) {
        self.artists = artists
        self.albums = albums
        self.tracks = tracks
    }
}

/// What a search found, best first.
package struct SearchResults: Sendable, Equatable {
    package let artists: [ArtistItem]
    package let albums: [AlbumItem]
    package let tracks: [TrackItem]

    package static let empty = SearchResults(artists: [], albums: [], tracks: [])

    package init(artists: [ArtistItem], albums: [AlbumItem], tracks: [TrackItem]) {
        self.artists = artists
        self.albums = albums
        self.tracks = tracks
    }
}

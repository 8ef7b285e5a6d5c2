/// What a search found, best first.
package struct SearchResults: Sendable, Equatable {
    package let artists: [ArtistItem]
    package let albums: [AlbumItem]
    package let tracks: [TrackItem]
    package let genres: [GenreItem]

    package static let empty = SearchResults(artists: [], albums: [], tracks: [], genres: [])

    package init(artists: [ArtistItem], albums: [AlbumItem], tracks: [TrackItem], genres: [GenreItem]) {
        self.artists = artists
        self.albums = albums
        self.tracks = tracks
        self.genres = genres
    }
}

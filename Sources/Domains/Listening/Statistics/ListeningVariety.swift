/// How many different things were heard.
package struct ListeningVariety: Sendable, Equatable {
    package let tracks: Int
    package let albums: Int
    package let artists: Int
    package let genres: Int

    package init(tracks: Int, albums: Int, artists: Int, genres: Int) {
        self.tracks = tracks
        self.albums = albums
        self.artists = artists
        self.genres = genres
    }
}

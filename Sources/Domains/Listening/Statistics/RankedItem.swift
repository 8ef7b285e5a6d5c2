package import Primitives
package import Catalog

/// One line of a ranking. Its name is there even when its files are gone.
package struct RankedItem: Sendable, Equatable {
    package let id: String
    package let name: String
    /// Of a track and of an album.
    package let artists: [ArtistReference]
    /// The album of a track.
    package let album: ArtistReference?
    package let cover: BlobKey?
    package let score: RankedScore

    package init(
        id: String, name: String, artists: [ArtistReference], album: ArtistReference?, cover: BlobKey?,
        score: RankedScore
    ) {
        self.id = id
        self.name = name
        self.artists = artists
        self.album = album
        self.cover = cover
        self.score = score
    }
}

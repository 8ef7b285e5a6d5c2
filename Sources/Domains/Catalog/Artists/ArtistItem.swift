package import Primitives

/// An artist in a list.
package struct ArtistItem: Sendable, Equatable {
    package let id: ID<Artist>
    package let name: String
    /// Albums of which this is an album artist.
    package let albumCount: Int
    /// Tracks on which this artist performs.
    package let trackCount: Int
    /// That of one of their albums.
    package let cover: BlobKey?
    /// Their own picture, from their folder.
    package let image: BlobKey?

    /// What stands for them: their own, else that of an album.
    package var picture: BlobKey? { image ?? cover }

    package init(id: ID<Artist>, name: String, albumCount: Int, trackCount: Int, cover: BlobKey?, image: BlobKey? = nil)
    {
        self.id = id
        self.name = name
        self.albumCount = albumCount
        self.trackCount = trackCount
        self.cover = cover
        self.image = image
    }
}

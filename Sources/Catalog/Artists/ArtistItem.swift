package import Blobs
package import Primitives

/// An artist in a list.
package struct ArtistItem: Sendable, Equatable {
    package let id: ID<Artist>
    package let name: String
    /// Albums of which this is an album artist.
    package let albumCount: Int
    /// Tracks on which this artist performs.
    package let trackCount: Int
    package let cover: BlobKey?

    package init(id: ID<Artist>, name: String, albumCount: Int, trackCount: Int, cover: BlobKey?) {
        self.id = id
        self.name = name
        self.albumCount = albumCount
        self.trackCount = trackCount
        self.cover = cover
    }
}

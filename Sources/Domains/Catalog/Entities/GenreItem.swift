package import Primitives

/// A genre in a list.
package struct GenreItem: Sendable, Equatable {
    package let id: ID<Genre>
    package let name: String
    package let albumCount: Int
    package let trackCount: Int
    package let cover: BlobKey?
    /// The cover's main color; nil until it is known.
    package var color: ImageColor?

    package init(id: ID<Genre>, name: String, albumCount: Int, trackCount: Int, cover: BlobKey?) {
        self.id = id
        self.name = name
        self.albumCount = albumCount
        self.trackCount = trackCount
        self.cover = cover
    }
}

/// The identity of a genre, for `ID<Genre>`.
package enum Genre {}

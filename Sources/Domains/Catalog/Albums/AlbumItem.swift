package import Primitives

/// An album in a list.
package struct AlbumItem: Sendable, Equatable {
    package let id: ID<Album>
    package let name: String
    package let artists: [ArtistReference]
    /// That of the first issue, else that of the release: lists sort and filter by it.
    package let year: Int?
    package let originalYear: Int?
    package let trackCount: Int
    package let durationMilliseconds: Int64
    package let cover: BlobKey?
    /// Nil until somebody has looked into the cover.
    package let coverFacts: ImageFacts?
    package let isCompilation: Bool
    /// When its newest track was found.
    package let addedAt: Timestamp
    /// Whether anything on it is.
    package let isExplicit: Bool

    package init(
        id: ID<Album>, name: String, artists: [ArtistReference], year: Int?, originalYear: Int?, trackCount: Int,
        durationMilliseconds: Int64, cover: BlobKey?, coverFacts: ImageFacts? = nil, isCompilation: Bool,
        addedAt: Timestamp, isExplicit: Bool = false
    ) {
        self.id = id
        self.name = name
        self.artists = artists
        self.year = year
        self.originalYear = originalYear
        self.trackCount = trackCount
        self.durationMilliseconds = durationMilliseconds
        self.cover = cover
        self.coverFacts = coverFacts
        self.isCompilation = isCompilation
        self.addedAt = addedAt
        self.isExplicit = isExplicit
    }
}

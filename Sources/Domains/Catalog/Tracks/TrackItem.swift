package import Primitives

/// A track in a list.
package struct TrackItem: Sendable, Equatable {
    package let id: ID<Track>
    package var title: String
    /// The performers, in the order of the credit.
    package var artists: [ArtistReference]
    package var album: ID<Album>
    package var albumName: String
    package var albumArtists: [ArtistReference]
    package var trackNumber: Int?
    package var discNumber: Int?
    package var durationMilliseconds: Int64
    package var year: Int?
    package var genres: [String]
    package var cover: BlobKey?
    /// Nil until somebody has looked into the cover.
    package var coverFacts: ImageFacts?
    package var mediaType: String
    package var addedAt: Timestamp
    /// Its file is not there at present; it shows in histories and queues only.
    package var isMissing: Bool
    package var isExplicit: Bool

    package init(
        id: ID<Track>, title: String, artists: [ArtistReference], album: ID<Album>, albumName: String,
        albumArtists: [ArtistReference], trackNumber: Int?, discNumber: Int?, durationMilliseconds: Int64, year: Int?,
        genres: [String], cover: BlobKey?, coverFacts: ImageFacts? = nil, mediaType: String, addedAt: Timestamp,
        isMissing: Bool, isExplicit: Bool = false
    ) {
        self.id = id
        self.title = title
        self.artists = artists
        self.album = album
        self.albumName = albumName
        self.albumArtists = albumArtists
        self.trackNumber = trackNumber
        self.discNumber = discNumber
        self.durationMilliseconds = durationMilliseconds
        self.year = year
        self.genres = genres
        self.cover = cover
        self.coverFacts = coverFacts
        self.mediaType = mediaType
        self.addedAt = addedAt
        self.isMissing = isMissing
        self.isExplicit = isExplicit
    }
}

package import Primitives
package import Catalog

/// Something on somebody's shelf.
package struct ShelfItem: Sendable, Equatable {
    package let id: ID<ShelfItem>
    package let source: ShelfSource
    /// Of a track or album: as it was called when it was put there, but for the title, which follows it.
    package let title: String
    package let artist: String
    package let genre: String
    package let durationMilliseconds: Int64?
    package let comment: String
    /// The picture that was given to it.
    package let cover: BlobKey?
    /// Of a track or album: the person's rating of it.
    package let rating: Rating?
    /// Nil for what is in no folder.
    package let folder: ID<ShelfFolder>?
    package let addedAt: Timestamp
    package let changedAt: Timestamp

    package init(
        id: ID<ShelfItem>, source: ShelfSource, title: String, artist: String, genre: String,
        durationMilliseconds: Int64?, comment: String, cover: BlobKey?, rating: Rating?, folder: ID<ShelfFolder>?,
        addedAt: Timestamp, changedAt: Timestamp
    ) {
        self.id = id
        self.source = source
        self.title = title
        self.artist = artist
        self.genre = genre
        self.durationMilliseconds = durationMilliseconds
        self.comment = comment
        self.cover = cover
        self.rating = rating
        self.folder = folder
        self.addedAt = addedAt
        self.changedAt = changedAt
    }
}

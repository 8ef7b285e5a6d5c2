package import Catalog
package import Primitives

/// An item on a user's shelf.
package struct ShelfItem: Sendable, Equatable {
    package let id: ID<ShelfItem>
    package let source: ShelfSource
    /// The title. For a track or album it follows the library; the other fields are as they were when the item was
    /// added.
    package let title: String
    package let artist: String
    package let genre: String
    package let durationMilliseconds: Int64?
    package let comment: String
    /// The picture that the user set.
    package let cover: BlobKey?
    /// The rating. For a track or album it is the user's rating of that.
    package let rating: Rating?
    /// Nil for an item in no folder.
    package let folder: ID<ShelfFolder>?
    /// Its number in the outside catalog; nil for an item that was not made from a song there.
    package let outside: Int64?
    package let addedAt: Timestamp
    package let changedAt: Timestamp

    package init(
        id: ID<ShelfItem>, source: ShelfSource, title: String, artist: String, genre: String,
        durationMilliseconds: Int64?, comment: String, cover: BlobKey?, rating: Rating?, folder: ID<ShelfFolder>?,
        outside: Int64?, addedAt: Timestamp, changedAt: Timestamp
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
        self.outside = outside
        self.addedAt = addedAt
        self.changedAt = changedAt
    }
}

/// The kind of a shelf item, with the id in the library.
package enum ShelfSource: Hashable, Sendable {
    /// An entry that the user typed in.
    case entry
    case track(ID<Track>)
    case album(ID<Album>)

    package enum Kind: String, Sendable, CaseIterable {
        case entry, track, album
    }

    package var kind: Kind {
        switch self {
        case .entry: .entry
        case .track: .track
        case .album: .album
        }
    }

    /// The thing that is rated when the user rates the item; nil for an entry, which has a rating of its own.
    package var subject: AnnotationSubject? {
        switch self {
        case .entry: nil
        case .track(let id): .track(id)
        case .album(let id): .album(id)
        }
    }
}

extension ShelfItem {
    /// Whether it is an entry of a song that the outside catalog has, and the library may have by now.
    var isAwaited: Bool { source == .entry && outside != nil }

    /// The song that an entry describes.
    var named: NamedTrack { NamedTrack(title: title, artist: artist, durationMilliseconds: durationMilliseconds) }
}

/// An item with its track or album, as the catalog has it at present.
package struct ShelvedItem: Sendable, Equatable {
    package let item: ShelfItem
    package let track: TrackItem?
    package let album: AlbumItem?
    /// The track that an entry of an outside song may be linked to, because the library has it by now. Nil where the
    /// track is on the shelf itself.
    package var arrival: TrackItem?

    package var tracks: [TrackItem] { [track, arrival].compactMap(\.self) }
}

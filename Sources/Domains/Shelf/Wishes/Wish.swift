package import Catalog
package import Primitives

/// Music that a user wants the library to have, as one reader sees it. Everybody who may browse sees every open wish.
package struct Wish: Sendable, Equatable {
    package let id: ID<Wish>
    package let person: NamedPerson
    package let title: String
    package let artist: String
    package let note: String
    package let cover: BlobKey?
    package let song: WishedSong
    /// The number of other users who want it too.
    package let backers: Int
    /// Whether the reader is one of them.
    package let isBacked: Bool
    package let isOwn: Bool
    /// A track that a scan has found since, and that may fulfill the wish.
    package let arrival: ID<Track>?
    package let createdAt: Timestamp
    package let changedAt: Timestamp

    package init(
        id: ID<Wish>, person: NamedPerson, title: String, artist: String, note: String, cover: BlobKey?,
        song: WishedSong, backers: Int, isBacked: Bool, isOwn: Bool, arrival: ID<Track>?, createdAt: Timestamp,
        changedAt: Timestamp
    ) {
        self.id = id
        self.person = person
        self.title = title
        self.artist = artist
        self.note = note
        self.cover = cover
        self.song = song
        self.backers = backers
        self.isBacked = isBacked
        self.isOwn = isOwn
        self.arrival = arrival
        self.createdAt = createdAt
        self.changedAt = changedAt
    }
}

/// The facts of another service about a wished song, for the entry that the wish may become.
package struct WishedSong: Sendable, Equatable {
    /// Its number in the outside catalog.
    package let outside: Int64?
    package let genre: String
    package let durationMilliseconds: Int64?

    /// Facts that an entry could not have are left out.
    package init(outside: Int64? = nil, genre: String = "", durationMilliseconds: Int64? = nil) {
        self.outside = outside
        self.genre = (try? ShelfRules.line(genre, 0...ShelfRules.longestGenre, field: "genre") as String) ?? ""
        self.durationMilliseconds = (try? ShelfDescription.checked(durationMilliseconds)) ?? nil
    }
}

/// A wish with the track that may fulfill it, for readers who have access to that track.
package struct WishItem: Sendable, Equatable {
    package let wish: Wish
    package let arrival: TrackItem?
}

/// The values of a new wish.
package struct WishDraft: Sendable, Equatable {
    package let title: String
    package let artist: String
    package let note: String
    package let song: WishedSong

    package init(
        title: String, artist: String = "", note: String = "", song: WishedSong = WishedSong()
    ) throws(DomainError) {
        self.title = try ShelfRules.line(title, 1...WishRules.longestTitle, field: "title")
        self.artist = try ShelfRules.line(artist, 0...WishRules.longestTitle, field: "artist")
        self.note = try ShelfRules.lines(note, 0...WishRules.longestNote, field: "note")
        self.song = song
    }
}

/// A change of the caller's own wish; nil leaves a field as it is.
package struct WishChange: Sendable, Equatable {
    package let title: String?
    package let artist: String?
    package let note: String?
    /// `.some(nil)` removes the picture.
    package let cover: BlobKey??

    package init(
        title: String? = nil, artist: String? = nil, note: String? = nil, cover: BlobKey?? = nil
    ) throws(DomainError) {
        self.title = try ShelfRules.line(title, 1...WishRules.longestTitle, field: "title")
        self.artist = try ShelfRules.line(artist, 0...WishRules.longestTitle, field: "artist")
        self.note = try ShelfRules.lines(note, 0...WishRules.longestNote, field: "note")
        self.cover = cover
    }
}

/// The shelf item that fulfills a wish.
package struct WishFulfillment: Sendable {
    package let draft: ShelfItemDraft
    /// Whether the caller also puts the item on their shelf. Entries are always put there.
    package let isShelved: Bool

    package init(_ draft: ShelfItemDraft, isShelved: Bool = true) throws(DomainError) {
        if case .entry = draft.content, !isShelved {
            throw .invalid("A typed entry always goes to the shelf", field: "shelve")
        }
        self.draft = draft
        self.isShelved = isShelved
    }
}

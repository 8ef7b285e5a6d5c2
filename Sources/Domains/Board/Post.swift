package import Catalog
package import Primitives

/// A song that a user posted on the board, as one reader sees it.
package struct Post: Sendable, Equatable {
    /// The posted song, with the names that it had then. The board keeps its history when a track is removed.
    package struct Song: Sendable, Equatable {
        /// Nil when the track is not in the catalog: not yet, or not any more.
        package let track: ID<Track>?
        package let title: String
        package let artist: String
        /// The song's data in the outside catalog, for as long as the library does not have it.
        package let outside: Outside?

        package init(track: ID<Track>?, title: String, artist: String, outside: Outside? = nil) {
            self.track = track
            self.title = title
            self.artist = artist
            self.outside = outside
        }
    }

    /// The data of a posted song of the outside catalog, beside its names.
    package struct Outside: Sendable, Equatable {
        /// Its number in the catalog.
        package let id: Int64
        package let album: String?
        package let durationMilliseconds: Int64?
        package let hasPicture: Bool
        package let hasPreview: Bool

        package init(
            id: Int64, album: String?, durationMilliseconds: Int64?, hasPicture: Bool, hasPreview: Bool
        ) {
            self.id = id
            self.album = album
            self.durationMilliseconds = durationMilliseconds
            self.hasPicture = hasPicture
            self.hasPreview = hasPreview
        }
    }

    package let id: ID<Post>
    package let day: LocalDay
    package let at: Timestamp
    package let author: NamedPerson
    /// Empty for no caption.
    package let caption: String
    /// Nil when the song is in a library that the reader does not see. They see that the author posted, but not the
    /// song.
    package let song: Song?
    package let hiding: Hiding?
    /// The reactions in use, in the order of `Reaction`.
    package let reactions: [ReactionCount]
    /// The number of comments that everybody sees.
    package let comments: Int

    package init(
        id: ID<Post>, day: LocalDay, at: Timestamp, author: NamedPerson, caption: String, song: Song?,
        hiding: Hiding?, reactions: [ReactionCount], comments: Int
    ) {
        self.id = id
        self.day = day
        self.at = at
        self.author = author
        self.caption = caption
        self.song = song
        self.hiding = hiding
        self.reactions = reactions
        self.comments = comments
    }
}

/// A one-tap answer to a post. The set is closed, because each client draws the reactions in its own way.
package enum Reaction: String, Sendable, CaseIterable {
    case love, fire, clap, laugh, wow, sad
}

/// The count of one reaction to a post.
package struct ReactionCount: Sendable, Equatable {
    package let reaction: Reaction
    package let count: Int
    /// Whether the reader is one of them.
    package let isOwn: Bool

    package init(reaction: Reaction, count: Int, isOwn: Bool) {
        self.reaction = reaction
        self.count = count
        self.isOwn = isOwn
    }
}

/// The values of a new post.
package struct PostDraft: Sendable, Equatable {
    package enum Song: Sendable, Equatable {
        case track(ID<Track>)
        case outside(OutsideSong)
    }

    package static let longestCaption = 280

    package let song: Song
    package let caption: String

    package init(_ song: Song, caption: String?) throws(DomainError) {
        self.song = song
        self.caption = try BoardText.checked(
            caption ?? "", length: 0...Self.longestCaption, field: "caption")
    }
}

/// A post with its track, as the catalog has it now.
package struct PostItem: Sendable {
    package let post: Post
    /// Nil when the reader does not see the song, or the track is not in the catalog.
    package let track: TrackItem?
    package let isOwn: Bool
    /// Whether the picture and preview of an outside song are passed on. False where admins have switched the outside
    /// catalog off since.
    package let isOutsideOn: Bool
}

/// The outcome of posting.
package enum PostOutcome<Shown: Sendable>: Sendable {
    case posted(Shown)
    /// The user's earlier post of the day, which stays unchanged.
    case alreadyPosted(Shown)

    package func map<Other: Sendable>(_ transform: (Shown) async throws -> Other) async rethrows -> PostOutcome<Other> {
        switch self {
        case .posted(let post): .posted(try await transform(post))
        case .alreadyPosted(let post): .alreadyPosted(try await transform(post))
        }
    }
}

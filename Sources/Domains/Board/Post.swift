package import Catalog
package import Primitives

/// A song that a user posted on the board, as one reader sees it.
package struct Post: Sendable, Equatable {
    /// The posted song, with the names that it had then. The board keeps its history when a track is removed.
    package struct Song: Sendable, Equatable {
        /// Nil when the track is not in the catalog any more.
        package let track: ID<Track>?
        package let title: String
        package let artist: String

        package init(track: ID<Track>?, title: String, artist: String) {
            self.track = track
            self.title = title
            self.artist = artist
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
    package static let longestCaption = 280

    package let track: ID<Track>
    package let caption: String

    package init(track: ID<Track>, caption: String?) throws(DomainError) {
        self.track = track
        self.caption = try BoardText.checked(
            caption ?? "", length: 0...Self.longestCaption, field: "caption")
    }
}

/// A post with its track, as the catalog has it now.
package struct PostItem: Sendable {
    package let post: Post
    /// Nil when the reader does not see the song, or the track is not in the catalog any more.
    package let track: TrackItem?
    package let isOwn: Bool
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

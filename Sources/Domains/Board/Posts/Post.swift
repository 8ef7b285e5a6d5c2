package import Catalog
package import Primitives

/// A song that somebody put on the board, as one reader sees it.
package struct Post: Sendable, Equatable {
    /// What was posted, as it was called then: tracks may go, the board's history stays.
    package struct Song: Sendable, Equatable {
        /// Nil when the catalogue has forgotten it.
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
    /// Empty for none.
    package let caption: String
    /// Nil when it is in a library that the reader was not given: they see that somebody posted, and not what.
    package let song: Song?
    package let hiding: Hiding?
    /// Those that somebody has used, in the order of `Reaction`.
    package let reactions: [ReactionCount]
    /// Those that everybody sees.
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

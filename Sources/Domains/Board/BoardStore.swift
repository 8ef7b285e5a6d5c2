package import Catalog
package import Journal
package import Primitives

/// Stores the board. Posts and comments that a viewer may not see are treated as absent (`Principal.sees`). A song of
/// a library that the viewer does not see is left out of its post.
package protocol BoardStore: Sendable {
    /// Runs `body` on a state that no other change reaches meanwhile, without writing.
    func inspect<Outcome: Sendable>(
        _ body: @escaping @Sendable (any BoardState) throws -> Outcome
    ) async throws -> Outcome

    /// Opens the day that `opening` decides on, runs `decide` on the state after that, and writes the changes: all in
    /// one transaction, which is rolled back if `decide` throws. `decide` is not called again.
    func edit<Outcome: Sendable>(
        _ opening: DayOpening,
        _ decide: @escaping @Sendable (any BoardState, BoardMoment) throws -> (Changes<BoardWrite>?, Outcome)
    ) async throws -> Outcome

    /// The day's posts, newest first.
    func posts(on day: LocalDay, for viewer: Principal, _ page: PageRequest) async throws -> Page<Post>
    func post(_ id: ID<Post>, for viewer: Principal) async throws -> Post?
    /// The viewer's own post of the day.
    func ownPost(on day: LocalDay, for viewer: Principal) async throws -> Post?
    /// The day's songs in posting order. It contains only those that everybody sees and the viewer may hear at present.
    func tracks(on day: LocalDay, for viewer: Principal, limit: Int) async throws -> [ID<Track>]
    /// The days that have posts or comments that the viewer sees, newest first.
    func days(for viewer: Principal, _ page: PageRequest) async throws -> Page<ListedDay>

    /// The comments, newest first; nil for a post that the viewer does not see.
    func comments(on topic: CommentTopic, for viewer: Principal, _ page: PageRequest) async throws -> Page<Comment>?
    /// The newest of the day's comments from after `instant`, in order from the oldest.
    func comments(
        on day: LocalDay, after instant: Timestamp, limit: Int, for viewer: Principal
    ) async throws -> [Comment]
    func comment(_ id: ID<Comment>, for viewer: Principal) async throws -> Comment?
}

/// The board as it is within a transaction, for decisions that must hold when they are written.
package protocol BoardState {
    /// The last opened day, or the last one before `day`.
    func latestDay(before day: LocalDay?) throws -> LocalDay?
    /// The first opened day after `day`.
    func firstDay(after day: LocalDay) throws -> LocalDay?
    /// The first opened day more than `distance` days after `day` whose preceding day was never opened. Nil also if no
    /// day up to `day` was opened.
    func firstDayAfterGap(after day: LocalDay, beyond distance: Int) throws -> LocalDay?

    func post(_ id: ID<Post>) throws -> StoredPost?
    func post(by author: ID<Person>, on day: LocalDay) throws -> ID<Post>?
    func comment(_ id: ID<Comment>) throws -> StoredComment?
    func hasReaction(_ reaction: Reaction, to post: ID<Post>, by person: ID<Person>) throws -> Bool
    /// Nil if there is no such track in the libraries.
    func track(_ id: ID<Track>, in libraries: LibraryScope) throws -> TrackItem?
    /// The track of the libraries that is the song, if one is certain enough (`SongMatching`).
    func match(for song: NamedTrack, in libraries: LibraryScope) throws -> ID<Track>?
}

/// A write to the board's stored state.
package enum BoardWrite: Sendable, Equatable {
    case openDay(BoardMoment)
    /// Closes this day and those after it again.
    case revokeDays(from: LocalDay, at: Timestamp)
    /// Moves the posts and comments of this day and those after it to `day`. A user who posted on both days keeps both
    /// posts: the earlier one becomes visible when its day comes.
    case moveContent(from: LocalDay, to: LocalDay)

    case addPost(NewPost)
    /// Makes a post of an outside song one of the track, which the library has by now.
    case becomeTrack(ID<Post>, ID<Track>)
    case removePost(ID<Post>)
    /// Nil shows the post again.
    case hidePost(ID<Post>, Hiding?, by: ID<Person>)
    case addReaction(Reaction, to: ID<Post>, by: ID<Person>, at: Timestamp)
    case removeReaction(Reaction, from: ID<Post>, by: ID<Person>)

    case addComment(NewComment)
    case removeComment(ID<Comment>)
    /// Nil shows the comment again.
    case hideComment(ID<Comment>, Hiding?, by: ID<Person>)

    /// Closes the open reports about a post or comment, because a moderator has hidden it.
    case closeReports(about: Reported, at: Timestamp, by: JournalEntry.Actor)

    package enum Reported: Sendable, Equatable {
        case post(ID<Post>)
        case comment(ID<Comment>)
    }
}

/// A post to be stored.
package struct NewPost: Sendable, Equatable {
    package let id: ID<Post>
    package let author: ID<Person>
    package let moment: BoardMoment
    package let caption: String
    package let song: PostDraft.Song
    /// The song's names at the time of posting. `artist` lists all performers.
    package let title: String
    package let artist: String

    init(_ track: TrackItem, _ caption: String, at moment: BoardMoment, by author: ID<Person>) {
        self.init(
            .track(track.id), track.title, by: track.artists.map(\.name).joined(separator: ", "), caption, moment,
            author)
    }

    init(_ song: OutsideSong, _ caption: String, at moment: BoardMoment, by author: ID<Person>) {
        self.init(.outside(song), song.named.title, by: song.named.artist, caption, moment, author)
    }

    private init(
        _ song: PostDraft.Song, _ title: String, by artist: String, _ caption: String, _ moment: BoardMoment,
        _ author: ID<Person>
    ) {
        id = .make(at: moment.instant)
        self.author = author
        self.moment = moment
        self.caption = caption
        self.song = song
        self.title = title
        self.artist = artist
    }
}

/// The facts of a stored post that decisions need.
package struct StoredPost: Sendable, Equatable {
    package let id: ID<Post>
    package let entry: BoardRules.Entry
    /// The title of its song.
    package let title: String
    /// The part of a library that a user must see to see the song.
    package let part: String?

    package init(id: ID<Post>, entry: BoardRules.Entry, title: String, part: String?) {
        self.id = id
        self.entry = entry
        self.title = title
        self.part = part
    }
}

/// A comment to be stored, on a post or on the open day.
package struct NewComment: Sendable, Equatable {
    package let id: ID<Comment>
    package let author: ID<Person>
    package let moment: BoardMoment
    package let post: ID<Post>?
    package let text: String

    init(_ text: CommentText, on post: ID<Post>?, at moment: BoardMoment, by author: ID<Person>) {
        id = .make(at: moment.instant)
        self.author = author
        self.moment = moment
        self.post = post
        self.text = text.text
    }
}

/// The facts of a stored comment that decisions need.
package struct StoredComment: Sendable, Equatable {
    package let id: ID<Comment>
    package let entry: BoardRules.Entry
    /// Nil for a comment on the day.
    package let post: ID<Post>?

    package init(id: ID<Comment>, entry: BoardRules.Entry, post: ID<Post>?) {
        self.id = id
        self.entry = entry
        self.post = post
    }
}

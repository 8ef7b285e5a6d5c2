package import Catalog
package import Journal
package import Primitives

/// Keeps the board. Each method is one transaction, in which changes are journalled. What a reader may not see is treated as if it
/// were not there (`BoardViewer.sees`); a song of a library that they were not given is left out of its post.
///
/// Whatever writes opens the day that `BoardClock` names first and journals that, once for each day.
package protocol BoardStore: Sendable {
    /// The day that is open now, opened by this call if need be.
    func open(_ clock: BoardClock) async throws -> BoardMoment

    /// As `open`, but every day that is ahead of the calendar is taken back, also one that follows the days before it.
    func takeBack(_ clock: BoardClock) async throws -> BoardMoment

    /// Newest first.
    func posts(on day: LocalDay, for reader: BoardViewer, _ page: PageRequest) async throws -> Page<Post>
    func post(_ id: ID<Post>, for reader: BoardViewer) async throws -> Post?
    /// The reader's own.
    func ownPost(on day: LocalDay, for reader: BoardViewer) async throws -> Post?
    /// The songs of the day in the order in which they were posted, those that everybody sees and the reader may hear at present.
    func tracks(on day: LocalDay, for reader: BoardViewer) async throws -> [ID<Track>]
    /// Days with anything on them that the reader sees, newest first.
    func days(for reader: BoardViewer, _ page: PageRequest) async throws -> Page<ListedDay>

    /// Throws `invalid` when the reader does not see the track or it is missing.
    func add(
        _ draft: PostDraft, by reader: BoardViewer, _ actor: JournalEntry.Actor, _ clock: BoardClock
    ) async throws -> PostOutcome<Post>
    /// By `BoardRules.checkRemoval`.
    func remove(
        _ post: ID<Post>, by reader: BoardViewer, _ actor: JournalEntry.Actor, _ clock: BoardClock
    ) async throws
    /// By `BoardRules.checkAnswer`; adding what is there or removing what is not changes nothing.
    func setReaction(
        _ reaction: Reaction, to isThere: Bool, on post: ID<Post>, by reader: BoardViewer, _ actor: JournalEntry.Actor,
        _ clock: BoardClock
    ) async throws -> Post
    /// - Parameter reason: nil to show it again.
    func hide(
        _ post: ID<Post>, because reason: String?, by reader: BoardViewer, _ actor: JournalEntry.Actor,
        _ clock: BoardClock
    ) async throws -> Post

    /// Newest first. Throws `notFound` for a post that the reader does not see.
    func comments(on topic: CommentTopic, for reader: BoardViewer, _ page: PageRequest) async throws -> Page<Comment>
    /// The newest of the day's comments from after `instant`, oldest first.
    func comments(
        on day: LocalDay, after instant: Timestamp, limit: Int, for reader: BoardViewer
    ) async throws -> [Comment]
    /// On the post, by `BoardRules.checkAnswer`, or on the day that is open.
    func comment(
        _ text: CommentText, on post: ID<Post>?, by reader: BoardViewer, _ actor: JournalEntry.Actor,
        _ clock: BoardClock
    ) async throws -> Comment
    /// By `BoardRules.checkRemoval`.
    func remove(
        _ comment: ID<Comment>, by reader: BoardViewer, _ actor: JournalEntry.Actor, _ clock: BoardClock
    ) async throws
    /// - Parameter reason: nil to show it again.
    func hide(
        _ comment: ID<Comment>, because reason: String?, by reader: BoardViewer, _ actor: JournalEntry.Actor,
        _ clock: BoardClock
    ) async throws -> Comment
}

package import Catalog
package import Journal
package import Primitives

/// Stores the board. Every method is one transaction, and journals its changes. Posts and comments that a reader may
/// not see are treated as absent (`BoardViewer.sees`). A song of a library that the reader does not see is left out of
/// its post.
///
/// Every writing method first opens the day that `BoardClock` names, and journals that once for each day.
package protocol BoardStore: Sendable {
    /// The present moment; opens its day if necessary.
    func open(_ clock: BoardClock) async throws -> BoardMoment

    /// As `open`, but revokes every day ahead of the calendar, even one that directly follows the days before it.
    func takeBack(_ clock: BoardClock) async throws -> BoardMoment

    /// The day's posts, newest first.
    func posts(on day: LocalDay, for reader: BoardViewer, _ page: PageRequest) async throws -> Page<Post>
    func post(_ id: ID<Post>, for reader: BoardViewer) async throws -> Post?
    /// The reader's own post of the day.
    func ownPost(on day: LocalDay, for reader: BoardViewer) async throws -> Post?
    /// The day's songs in posting order. It contains only those that everybody sees and the reader may hear at present.
    func tracks(on day: LocalDay, for reader: BoardViewer) async throws -> [ID<Track>]
    /// The days that have posts or comments that the reader sees, newest first.
    func days(for reader: BoardViewer, _ page: PageRequest) async throws -> Page<ListedDay>

    /// Adds a post. Throws `invalid` when the track is missing or the reader does not see it.
    func add(
        _ draft: PostDraft, by reader: BoardViewer, _ actor: JournalEntry.Actor, _ clock: BoardClock
    ) async throws -> PostOutcome<Post>
    /// Removes it if `BoardRules.checkRemoval` allows.
    func remove(
        _ post: ID<Post>, by reader: BoardViewer, _ actor: JournalEntry.Actor, _ clock: BoardClock
    ) async throws
    /// Sets the reaction if `BoardRules.checkAnswer` allows. Repeating the call changes nothing.
    func setReaction(
        _ reaction: Reaction, to isThere: Bool, on post: ID<Post>, by reader: BoardViewer, _ actor: JournalEntry.Actor,
        _ clock: BoardClock
    ) async throws -> Post
    /// - Parameter reason: nil to show it again.
    func hide(
        _ post: ID<Post>, because reason: String?, by reader: BoardViewer, _ actor: JournalEntry.Actor,
        _ clock: BoardClock
    ) async throws -> Post

    /// The comments, newest first. Throws `notFound` for a post that the reader does not see.
    func comments(on topic: CommentTopic, for reader: BoardViewer, _ page: PageRequest) async throws -> Page<Comment>
    /// The newest of the day's comments from after `instant`, in order from the oldest.
    func comments(
        on day: LocalDay, after instant: Timestamp, limit: Int, for reader: BoardViewer
    ) async throws -> [Comment]
    /// Comments on the post, if `BoardRules.checkAnswer` allows, or on the open day.
    func comment(
        _ text: CommentText, on post: ID<Post>?, by reader: BoardViewer, _ actor: JournalEntry.Actor,
        _ clock: BoardClock
    ) async throws -> Comment
    /// Removes it if `BoardRules.checkRemoval` allows.
    func remove(
        _ comment: ID<Comment>, by reader: BoardViewer, _ actor: JournalEntry.Actor, _ clock: BoardClock
    ) async throws
    /// - Parameter reason: nil to show it again.
    func hide(
        _ comment: ID<Comment>, because reason: String?, by reader: BoardViewer, _ actor: JournalEntry.Actor,
        _ clock: BoardClock
    ) async throws -> Comment
}

package import Catalog
package import Journal
package import Primitives

/// Stores the board. Posts and comments that a viewer may not see are treated as absent (`BoardViewer.sees`). A song of
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
    func posts(on day: LocalDay, for viewer: BoardViewer, _ page: PageRequest) async throws -> Page<Post>
    func post(_ id: ID<Post>, for viewer: BoardViewer) async throws -> Post?
    /// The viewer's own post of the day.
    func ownPost(on day: LocalDay, for viewer: BoardViewer) async throws -> Post?
    /// The day's songs in posting order. It contains only those that everybody sees and the viewer may hear at present.
    func tracks(on day: LocalDay, for viewer: BoardViewer, limit: Int) async throws -> [ID<Track>]
    /// The days that have posts or comments that the viewer sees, newest first.
    func days(for viewer: BoardViewer, _ page: PageRequest) async throws -> Page<ListedDay>

    /// The comments, newest first; nil for a post that the viewer does not see.
    func comments(on topic: CommentTopic, for viewer: BoardViewer, _ page: PageRequest) async throws -> Page<Comment>?
    /// The newest of the day's comments from after `instant`, in order from the oldest.
    func comments(
        on day: LocalDay, after instant: Timestamp, limit: Int, for viewer: BoardViewer
    ) async throws -> [Comment]
    func comment(_ id: ID<Comment>, for viewer: BoardViewer) async throws -> Comment?
}

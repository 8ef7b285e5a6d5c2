package import Journal
package import Primitives

/// The storage of users' links to one kind of server and of the plays that wait for it. A play of a user with a link
/// begins to wait in the transaction that stores it (`ScrobbleKind.takes`). Every method is one transaction.
package protocol ScrobbleStore: Sendable {
    func link(of user: ID<Person>) async throws -> ScrobbleLink?

    /// The links with something to do: plays that wait, or a history or import that runs.
    func busyLinks() async throws -> [ScrobbleLink]

    /// The number of the user's plays that wait, and the plays that were refused last.
    func counts(of user: ID<Person>) async throws -> (waiting: Int, refused: Int, last: [RefusedScrobble])

    /// The user's next plays to hand on: the present ones before those of the history, each the oldest first.
    func waiting(of user: ID<Person>, limit: Int) async throws -> [Scrobble]

    /// The user's plays that began to wait before `instant`.
    func overdue(of user: ID<Person>, since instant: Timestamp, limit: Int) async throws -> [ID<Play>]

    /// The user's plays of tracks in the scope from these sources before a place in the history, the newest first.
    func history(
        of user: ID<Person>, in scope: LibraryScope, from sources: [PlaySource], before place: ScrobbleHistory.Place,
        limit: Int
    ) async throws -> [ScrobbleHistory.Place]

    /// The number of plays that `history` would walk through.
    func historyCount(
        of user: ID<Person>, in scope: LibraryScope, from sources: [PlaySource], before place: ScrobbleHistory.Place
    ) async throws -> Int

    /// Loads the user's link, changes it, and stores it with the changes that `change` returns. Nil as the link removes
    /// it with all that waits; nil as the changes stores nothing.
    @discardableResult
    func edit(
        _ user: ID<Person>, _ change: @escaping @Sendable (inout ScrobbleLink?) throws -> Changes<ScrobbleWrite>?
    ) async throws -> ScrobbleLink?
}

/// A write to the plays that wait.
package enum ScrobbleWrite: Sendable, Equatable {
    /// Plays of the history begin to wait. Those that do already stay as they are.
    case add([ID<Play>], of: ID<Person>, at: Timestamp)
    /// They are handed on, or given up.
    case remove([ID<Play>])
    /// A play is set aside with the server's words.
    case refuse(ID<Play>, reason: String, at: Timestamp)
    /// No play of the history waits any longer. The link's place in the history is set back before these plays.
    case removeHistory(of: ID<Person>)
    /// No play waits any longer, and the refused ones are forgotten.
    case removeAll(of: ID<Person>)
}

package import Catalog
package import Journal
package import Primitives

/// Stores submissions. Every method is one transaction, notifies submitters and moderators of its changes, and throws
/// `DomainError.wrongState` where the state does not allow the call.
package protocol SubmissionStore: Sendable {
    /// Throws `notFound` for an unknown submission, and for one that is neither the caller's own nor visible to them as
    /// a moderator.
    func submission(_ id: ID<Submission>, for caller: Principal) async throws -> Submission
    /// The caller's own submissions, in every state.
    func own(_ query: SubmissionQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<Submission>
    /// The submissions of all users that were handed in.
    func queue(_ query: SubmissionQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<Submission>
    /// The number of pending submissions.
    func pendingCount() async throws -> Int
    func edit(
        _ id: ID<Submission>, _ change: SubmissionChange, for caller: Principal, at: Timestamp,
        journal entry: JournalEntry
    ) async throws
    /// Changes all of the submissions or none. Each must still have its revision.
    func editAll(
        _ versions: [(id: ID<Submission>, revision: Int?)], _ change: SubmissionChange, cover: SharedCover?,
        for caller: Principal, at: Timestamp, journal entry: @Sendable (ID<Submission>) -> JournalEntry
    ) async throws
    func setCover(
        _ cover: BlobKey?, of id: ID<Submission>, for caller: Principal, at: Timestamp, journal entry: JournalEntry
    ) async throws
    func submit(_ id: ID<Submission>, for caller: Principal, at: Timestamp, journal entry: JournalEntry) async throws
    func withdraw(_ id: ID<Submission>, for caller: Principal, at: Timestamp, journal entry: JournalEntry) async throws
    /// Removes the row of the caller's own draft, rejected or withdrawn submission.
    func remove(_ id: ID<Submission>, for caller: Principal, journal entry: JournalEntry) async throws
    func reject(
        _ id: ID<Submission>, reason: String, for caller: Principal, at: Timestamp, journal entry: JournalEntry
    ) async throws
    /// Records the file's destination, before anything is moved. From here on nobody else can decide about it.
    ///
    /// - Returns: false when another file is on its way to the same path. Throws `noSuchLibrary` where the library was
    ///   removed.
    func claim(
        _ id: ID<Submission>, revision: Int?, to library: ID<Library>, _ path: LibraryPath, for caller: Principal,
        at: Timestamp, journal entry: JournalEntry
    ) async throws -> Bool

    /// The libraries that the caller may approve into.
    func libraries(for caller: Principal) async throws -> [Library]

    /// The files on their way into a library, oldest first.
    func publications() async throws -> [Publication]
    /// Changes the path of a file on its way; false when that path is taken too.
    func retarget(_ id: ID<Submission>, to path: LibraryPath) async throws -> Bool
    /// Makes the submission pending again, with the reason why it could not be moved.
    func giveUp(_ id: ID<Submission>, because failure: String, at: Timestamp) async throws
    /// The submissions that are in a library and whose submitted file is still stored.
    func published() async throws -> [ID<Submission>]
    func forgetFile(of id: ID<Submission>) async throws

    /// The submissions that nobody has changed since `instant` and that wait for no moderator, with the number of all
    /// submissions.
    func old(untouchedSince instant: Timestamp) async throws -> AbandonedSubmissions
    /// Removes those of `ids` that are still old, and returns their ids.
    func removeOld(
        _ ids: [ID<Submission>], untouchedSince instant: Timestamp, at: Timestamp
    ) async throws -> [ID<Submission>]
    /// The ids whose file an upload or a submission still needs.
    func needed(_ ids: [ID<Submission>]) async throws -> Set<ID<Submission>>
}

/// The filter and the order of a list of submissions.
package struct SubmissionQuery: Sendable, Equatable {
    /// Nil for every state that the reader may see.
    package let state: Submission.State?
    package let giver: ID<Person>?
    /// Search words that each submission must contain.
    package let text: String?
    package let batch: String?
    package let isDescending: Bool

    package init(
        state: Submission.State? = nil, giver: ID<Person>? = nil, text: String? = nil, batch: String? = nil,
        isDescending: Bool = true
    ) {
        self.state = state
        self.giver = giver
        self.text = text
        self.batch = batch
        self.isDescending = isDescending
    }
}

/// The events that submitters and moderators receive about submissions. An event contains only the state; clients fetch
/// the rest. Stores append events in the transaction that makes the change.
package enum SubmissionEvents {
    /// - Parameter state: the present state; nil when the submission was removed.
    package static func events(
        _ id: ID<Submission>, _ state: Submission.State?, of giver: ID<Person>?, forModerators: Bool
    ) -> [Event] {
        let data: [String: Event.Value] = [
            "id": .text(id.rawValue), "state": .text(state?.rawValue ?? "removed"),
        ]
        var events: [Event] = []
        if let giver { events.append(Event("submission", to: .person(giver), data)) }
        if forModerators { events.append(Event("moderation", to: .may(.moderate), data)) }
        return events
    }

    /// A change of one of the user's own uploads.
    package static func upload(_ id: ID<Submission>, _ state: String, of giver: ID<Person>) -> Event {
        Event("upload", to: .person(giver), ["id": .text(id.rawValue), "state": .text(state)])
    }

    /// A change of one of the user's own imports by link.
    package static func link(_ id: ID<Submission>, _ state: String, of giver: ID<Person>) -> Event {
        Event("import", to: .person(giver), ["id": .text(id.rawValue), "state": .text(state)])
    }
}

package import Primitives
package import Catalog
package import Journal

/// What submissions need from storage. Every method is one transaction, tells givers and moderators of what it changes, and throws
/// `DomainError.wrongState` where the state does not allow it.
package protocol SubmissionStore: Sendable {
    /// Throws `notFound` where there is none, or it is neither the caller's own nor for moderators to see.
    func submission(_ id: ID<Submission>, for caller: Principal) async throws -> Submission
    /// The caller's own, in every state.
    func own(_ query: SubmissionQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<Submission>
    /// What was handed in, whoever gave it.
    func queue(_ query: SubmissionQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<Submission>
    /// How many are pending.
    func pendingCount() async throws -> Int
    func edit(
        _ id: ID<Submission>, _ change: SubmissionChange, for caller: Principal, at: Timestamp,
        journal entry: JournalEntry
    ) async throws
    /// All of them or none, each if it still is at its revision.
    func editAll(
        _ versions: [(id: ID<Submission>, revision: Int?)], _ change: SubmissionChange, cover: SharedCover?,
        for caller: Principal, at: Timestamp, journal entry: @Sendable (ID<Submission>) -> JournalEntry
    ) async throws
    func setCover(
        _ cover: BlobKey?, of id: ID<Submission>, for caller: Principal, at: Timestamp, journal entry: JournalEntry
    ) async throws
    func submit(_ id: ID<Submission>, for caller: Principal, at: Timestamp, journal entry: JournalEntry) async throws
    func withdraw(_ id: ID<Submission>, for caller: Principal, at: Timestamp, journal entry: JournalEntry) async throws
    /// The row of a draft, a rejected or a withdrawn one of the caller's.
    func remove(_ id: ID<Submission>, for caller: Principal, journal entry: JournalEntry) async throws
    func reject(
        _ id: ID<Submission>, reason: String, for caller: Principal, at: Timestamp, journal entry: JournalEntry
    ) async throws
    /// Notes, before anything is moved, where the file is to go. From here on nobody else decides about it.
    ///
    /// - Returns: false when another file is on its way to that very path. Throws `noSuchLibrary` where it was removed.
    func claim(
        _ id: ID<Submission>, revision: Int?, to library: ID<Library>, _ path: LibraryPath, for caller: Principal,
        at: Timestamp, journal entry: JournalEntry
    ) async throws -> Bool

    /// The libraries that the caller may approve into.
    func libraries(for caller: Principal) async throws -> [Library]

    /// What is on its way, oldest first.
    func publications() async throws -> [Publication]
    /// Another path for what is on its way; false when that is taken too.
    func retarget(_ id: ID<Submission>, to path: LibraryPath) async throws -> Bool
    /// It could not be moved: it is pending again, with the reason.
    func giveUp(_ id: ID<Submission>, because failure: String, at: Timestamp) async throws
    /// Those that are in a library and whose given file is still kept.
    func published() async throws -> [ID<Submission>]
    func forgetFile(of id: ID<Submission>) async throws

    /// What nobody has touched since `instant` and no moderator is to decide; and how many submissions there are.
    func old(untouchedSince instant: Timestamp) async throws -> AbandonedSubmissions
    /// Takes away those of `ids` that are still old; gives these.
    func removeOld(
        _ ids: [ID<Submission>], untouchedSince instant: Timestamp, at: Timestamp
    ) async throws -> [ID<Submission>]
    /// Those of `ids` that an upload or a submission still needs the file of.
    func needed(_ ids: [ID<Submission>]) async throws -> Set<ID<Submission>>
}

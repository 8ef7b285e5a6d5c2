package import Analysis
package import Catalog
package import Journal
package import Primitives
package import Shelf

/// Stores submissions. Every method is one transaction.
package protocol SubmissionStore: ChangeStore where State == any SubmissionState, Write == SubmissionWrite {
    /// Throws `notFound` for an unknown submission, and for one that is neither the caller's own nor visible to them as
    /// a moderator.
    func submission(_ id: ID<Submission>, for caller: Principal) async throws -> Submission
    /// The caller's own submissions, in every state.
    func own(_ query: SubmissionQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<Submission>
    /// The submissions of all users that were handed in.
    func queue(_ query: SubmissionQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<Submission>
    /// The analysis of a submitted file; nil where it was made before there were any.
    func analysis(of id: ID<Submission>) async throws -> AnalyzedSound?
    /// The number of pending submissions.
    func pendingCount() async throws -> Int

    /// The libraries that the caller may approve into.
    func libraries(for caller: Principal) async throws -> [Library]

    /// The files on their way into a library, oldest first.
    func pendingMoves() async throws -> [PendingMove]
    /// The submissions that are in a library and whose submitted file is still stored.
    func filesToRemove() async throws -> [ID<Submission>]
    func forgetFile(of id: ID<Submission>) async throws

    /// The submissions that are old (`StoredSubmission.isOld`), with the number of all submissions.
    func old(untouchedSince instant: Timestamp) async throws -> AbandonedSubmissions
    /// The ids whose file an upload or a submission still needs.
    func needed(_ ids: [ID<Submission>]) async throws -> Set<ID<Submission>>
}

/// The submissions as they are within a transaction, for decisions that must hold when they are written.
package protocol SubmissionState {
    /// Throws `notFound` if the caller may not see the submission.
    func submission(_ id: ID<Submission>, for caller: Principal) throws -> Submission
    /// The facts of those of `ids` that exist, whoever may see them, in no order.
    func stored(_ ids: [ID<Submission>]) throws -> [StoredSubmission]
    /// The submissions that the user has submitted together.
    func batch(_ batch: String, of person: ID<Person>?) throws -> [(id: ID<Submission>, state: Submission.State)]
    /// The users who decide about submissions.
    func moderators() throws -> [ID<Person>]

    func hasLibrary(_ id: ID<Library>) throws -> Bool
    /// Whether another approved file is on its way to the path.
    func isTaken(_ path: LibraryPath, of library: ID<Library>) throws -> Bool
    /// The part of a library that a user must see to see the track.
    func part(of track: ID<Track>) throws -> String?
    /// The corrections of the track's tags; empty if there are none.
    func corrections(of track: ID<Track>) throws -> TrackEdit

    var wishes: any WishState { get }
}

/// A write to the stored submissions, and to what depends on them.
package enum SubmissionWrite: Sendable {
    /// Makes it pending, as a new revision.
    case submit(ID<Submission>, at: Timestamp)
    case withdraw(ID<Submission>, at: Timestamp)
    case remove(ID<Submission>)
    case removeAll([ID<Submission>])
    /// Stores new values as a new revision.
    case edit(ID<Submission>, SubmissionValues, at: Timestamp)
    /// Stores another cover as a new revision; nil for the file's own.
    case setCover(BlobKey?, of: ID<Submission>, at: Timestamp)
    case reject(ID<Submission>, reason: String, by: ID<Person>, at: Timestamp)
    /// Records the decision and the file's destination. From here on nobody else can decide about it.
    case approve(ID<Submission>, into: ID<Library>, LibraryPath, by: ID<Person>, at: Timestamp)
    /// Changes the path of a file on its way.
    case retarget(ID<Submission>, to: LibraryPath)
    /// Makes it pending again, without the decision and the destination.
    case giveUp(ID<Submission>, because: String, at: Timestamp)
    /// The submission is in its library, as this track.
    case finish(ID<Submission>, as: ID<Track>, at: Timestamp)
    /// Stores corrections of a track's tags and their history.
    case correct(EditRecord)
    case wish(WishWrite)
}

/// The facts of a stored submission that the server's own work needs.
package struct StoredSubmission: Sendable, Equatable {
    package let id: ID<Submission>
    /// Nil when the account was deleted.
    package let submitter: ID<Person>?
    package let state: Submission.State
    /// The destination library.
    package let library: ID<Library>?
    package let changedAt: Timestamp

    package init(
        id: ID<Submission>, submitter: ID<Person>?, state: Submission.State, library: ID<Library>?,
        changedAt: Timestamp
    ) {
        self.id = id
        self.submitter = submitter
        self.state = state
        self.library = library
        self.changedAt = changedAt
    }

    /// Whether nobody has changed it since `instant` and it waits for no moderator.
    func isOld(since instant: Timestamp) -> Bool {
        Submission.State.dormant.contains(state) && changedAt < instant
    }
}

/// The filter and the order of a list of submissions.
package struct SubmissionQuery: Sendable, Equatable {
    package static let mostWords = 8

    /// Nil for every state that the reader may see.
    package let state: Submission.State?
    package let submitter: ID<Person>?
    /// Search words that each submission must contain; more than `mostWords` are ignored.
    package let text: String?
    package let batch: String?
    package let isDescending: Bool

    package init(
        state: Submission.State? = nil, submitter: ID<Person>? = nil, text: String? = nil, batch: String? = nil,
        isDescending: Bool = true
    ) {
        self.state = state
        self.submitter = submitter
        self.text = text
        self.batch = batch
        self.isDescending = isDescending
    }
}

/// Stores submitted files until they are in a library. Its folder is outside everything that is served, and the server
/// chooses the file names.
package protocol Quarantine: Sendable {
    /// The folder's absolute path.
    var root: [UInt8] { get }
    /// Creates an empty file durably.
    func create(_ name: String) async throws
    /// Opens a file for writing from `offset`, where it is truncated. Nil for an unknown file.
    func write(_ name: String, from offset: Int64) async throws -> (any QuarantineWriter)?
    /// Opens a file for reading. Nil for an unknown file.
    func open(_ name: String) async throws -> (any ReadableFile)?
    /// The SHA-256 of the whole file; nil for an unknown file.
    func digest(_ name: String) async throws -> [UInt8]?
    func remove(_ name: String) async
    /// The files that nobody has written to since `instant`.
    func names(untouchedSince instant: Timestamp) async throws -> [String]
    /// The free bytes of the disk.
    func freeBytes() async throws -> Int64
}

/// A file that is being received.
package protocol QuarantineWriter: Sendable {
    /// Appends bytes. Throws `conflict` with reason `upload_taken_over` once the file is closed, and `storageFull` when
    /// there is no space.
    func append(_ bytes: [UInt8]) async throws
    /// Syncs the file to disk, and returns its length.
    func sync() async throws -> Int64
    /// Truncates the file at `offset`.
    func cut(to offset: Int64) async throws
    /// Syncs the file, refuses further writes, and returns its length.
    func close() async throws -> Int64
}

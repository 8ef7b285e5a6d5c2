package import Catalog
package import Primitives
package import Shelf

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
    case publish(ID<Submission>, as: ID<Track>, at: Timestamp)
    /// Stores corrections of a track's tags and their history.
    case correct(EditRecord)
    case wish(WishWrite)
}

/// The values of a submission that its submitter and moderators edit.
package struct SubmissionValues: Sendable, Equatable {
    package let form: SubmissionForm
    package let note: String
    package let wish: ID<Wish>?
    /// Nil for the file's own cover.
    package var cover: BlobKey?

    /// Throws `invalid` where the change is not allowed.
    init(_ submission: Submission, changedBy change: SubmissionChange) throws(DomainError) {
        form = try change.applied(to: submission.form)
        note = try change.tidyNote() ?? submission.note
        wish = change.wish ?? submission.wish
        cover = submission.hasCustomCover ? submission.cover : nil
    }
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

package import Catalog
package import Primitives
package import Shelf

/// One file that a user submits to the libraries, with its state.
package struct Submission: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        /// Its submitter has not handed it in yet.
        case draft
        case pending
        /// A moderator has approved it; it is on its way into a library.
        case approving
        case approved
        case rejected
        case withdrawn

        /// The states that moderators see.
        package static let seen: [State] = [.pending, .approving, .approved, .rejected]
        /// The states in which it waits for nobody but its submitter.
        package static let dormant: [State] = [.draft, .rejected, .withdrawn]
        /// The states in which its sound is compared with that of new tracks and submissions: in progress, or to be
        /// submitted again.
        package static let compared: [State] = [.draft, .pending, .rejected, .withdrawn]
    }

    /// The destination library.
    package struct Target: Sendable, Equatable {
        package let id: ID<Library>
        package let name: String

        package init(id: ID<Library>, name: String) {
            self.id = id
            self.name = name
        }
    }

    package let id: ID<Submission>
    /// The submitter; nil when the account was deleted.
    package let submitter: NamedPerson?
    package let batch: String?
    package let state: State
    /// Grows with every change of the form, so that nobody approves a version that they have not seen.
    package let revision: Int
    /// The submitter's name for the file.
    package let fileName: String
    package let size: Int64
    package let digest: [UInt8]
    package let audio: AudioProperties
    package let form: SubmissionForm
    package let cover: BlobKey?
    /// Whether a user set the cover; otherwise it is the file's own.
    package let hasCustomCover: Bool
    /// A note for the moderators.
    package let note: String
    package let wish: ID<Wish>?
    /// The reason for a rejection.
    package let reason: String?
    /// The reason why the last attempt to add it to a library failed.
    package let failure: String?
    package let decidedBy: NamedPerson?
    package let decidedAt: Timestamp?
    package let library: Target?
    /// Its path in the library, or its intended one.
    package let path: LibraryPath?
    package let track: ID<Track>?
    package let createdAt: Timestamp
    /// The time at which it was last handed in.
    package let submittedAt: Timestamp?
    package let changedAt: Timestamp
    /// Similar sounds, limited to those that the reader may see.
    package var alike: [SoundAlike] = []

    package init(
        id: ID<Submission>, submitter: NamedPerson?, batch: String?, state: State, revision: Int, fileName: String,
        size: Int64,
        digest: [UInt8], audio: AudioProperties, form: SubmissionForm, cover: BlobKey?, hasCustomCover: Bool,
        note: String,
        wish: ID<Wish>?, reason: String?, failure: String?, decidedBy: NamedPerson?, decidedAt: Timestamp?,
        library: Target?, path: LibraryPath?, track: ID<Track>?, createdAt: Timestamp,
        submittedAt: Timestamp?, changedAt: Timestamp
    ) {
        self.id = id
        self.submitter = submitter
        self.batch = batch
        self.state = state
        self.revision = revision
        self.fileName = fileName
        self.size = size
        self.digest = digest
        self.audio = audio
        self.form = form
        self.cover = cover
        self.hasCustomCover = hasCustomCover
        self.note = note
        self.wish = wish
        self.reason = reason
        self.failure = failure
        self.decidedBy = decidedBy
        self.decidedAt = decidedAt
        self.library = library
        self.path = path
        self.track = track
        self.createdAt = createdAt
        self.submittedAt = submittedAt
        self.changedAt = changedAt
    }
}

extension DomainError {
    package static let noSubmission = notFound("There is no such submission")
    package static let editedSubmission = DomainError(
        .conflict, "This submission was changed since you loaded it. Load it again", reason: "submission_edited")
    package static let noSuchWish = invalid("There is no such wish", field: "wishId", reason: "wish_not_found")

    /// - Parameter who: the moderator who has decided, if that decision is the conflict.
    package static func wrongState(_ state: Submission.State, by who: String? = nil) -> DomainError {
        switch state {
        case .draft: DomainError(.conflict, "This submission is still a draft", reason: "submission_draft")
        case .pending: DomainError(.conflict, "This submission waits for a decision", reason: "submission_pending")
        case .approving, .approved:
            DomainError(
                .conflict, who.map { "\($0) has approved it already" } ?? "It is approved already",
                reason: "submission_approved")
        case .rejected:
            DomainError(
                .conflict, who.map { "\($0) has rejected it already" } ?? "It was rejected",
                reason: "submission_rejected")
        case .withdrawn:
            DomainError(.conflict, "This submission was withdrawn by its submitter", reason: "submission_withdrawn")
        }
    }
}

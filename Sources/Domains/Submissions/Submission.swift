package import Primitives
package import Catalog
package import Shelf

/// One file that somebody gives to the libraries, and what became of it.
package struct Submission: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        /// Its giver has not handed it in yet.
        case draft
        case pending
        /// A moderator has taken it; it is on its way into a library.
        case approving
        case approved
        case rejected
        case withdrawn

        /// Those that moderators get to see.
        package static let seen: [State] = [.pending, .approving, .approved, .rejected]
    }

    /// The library that it goes into.
    package struct Target: Sendable, Equatable {
        package let id: ID<Library>
        package let name: String

        package init(id: ID<Library>, name: String) {
            self.id = id
            self.name = name
        }
    }

    package let id: ID<Submission>
    /// Nil when the account is gone.
    package let giver: NamedPerson?
    package let batch: String?
    package let state: State
    /// Grows with every change of the form, so that nobody approves what they have not seen.
    package let revision: Int
    /// What the giver calls the file.
    package let fileName: String
    package let size: Int64
    package let digest: [UInt8]
    package let audio: AudioProperties
    package let form: SubmissionForm
    package let cover: BlobKey?
    /// Whether somebody gave the cover; else it is the one in the file.
    package let isCoverGiven: Bool
    /// For the moderators.
    package let note: String
    package let wish: ID<Wish>?
    /// Why it was rejected.
    package let reason: String?
    /// Why the last try to take it into a library came to nothing.
    package let failure: String?
    package let decidedBy: NamedPerson?
    package let decidedAt: Timestamp?
    package let library: Target?
    /// Where in the library it lies, or is to lie.
    package let path: LibraryPath?
    package let track: ID<Track>?
    package let createdAt: Timestamp
    /// When it was handed in last.
    package let submittedAt: Timestamp?
    package let changedAt: Timestamp
    /// What sounds like it, as far as its reader may know of that.
    package var alike: [SoundAlike] = []

    package init(
        id: ID<Submission>, giver: NamedPerson?, batch: String?, state: State, revision: Int, fileName: String,
        size: Int64,
        digest: [UInt8], audio: AudioProperties, form: SubmissionForm, cover: BlobKey?, isCoverGiven: Bool,
        note: String,
        wish: ID<Wish>?, reason: String?, failure: String?, decidedBy: NamedPerson?, decidedAt: Timestamp?,
        library: Target?, path: LibraryPath?, track: ID<Track>?, createdAt: Timestamp,
        submittedAt: Timestamp?, changedAt: Timestamp
    ) {
        self.id = id
        self.giver = giver
        self.batch = batch
        self.state = state
        self.revision = revision
        self.fileName = fileName
        self.size = size
        self.digest = digest
        self.audio = audio
        self.form = form
        self.cover = cover
        self.isCoverGiven = isCoverGiven
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

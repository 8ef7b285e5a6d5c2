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

/// The permissions on submissions, by their state. The service checks them within the transaction that follows.
extension Submission {
    /// Whether the caller sees it: their own in every state, and as a moderator those that were submitted.
    package func isSeen(by caller: Principal) -> Bool {
        submitter?.id == caller.user || caller.may(.moderate) && State.seen.contains(state)
    }

    /// Whether the caller may learn that another file sounds like a submission: their own, and as a moderator those
    /// that are not in a library yet. Once it is, they learn of its track instead.
    ///
    /// - Parameter state: nil for a state that only another version knows.
    package static func isMentioned(_ state: State?, of submitter: ID<Person>?, to caller: Principal) -> Bool {
        submitter == caller.user || caller.may(.moderate) && (state == .pending || state == .approving)
    }

    /// Pending submissions can be edited by everyone who sees them: moderators and their submitter. Drafts, rejected
    /// and withdrawn ones can be edited by their submitter only.
    func checkEdit(by caller: Principal) throws(DomainError) {
        switch state {
        case .pending: return
        case .draft, .rejected, .withdrawn:
            guard submitter?.id == caller.user else { throw .wrongState(state) }
        case .approving, .approved: throw .wrongState(state, by: decidedBy?.name)
        }
    }

    /// Checks that the caller may submit or remove it: their own, while it waits for nobody.
    func checkOwnership(by caller: Principal) throws(DomainError) {
        guard submitter?.id == caller.user else {
            throw DomainError(.forbidden, "Only its submitter may do this", reason: "not_your_submission")
        }
    }

    func checkDormant() throws(DomainError) {
        guard State.dormant.contains(state) else { throw .wrongState(state) }
    }

    /// Checks that it waits for a decision.
    func checkPending() throws(DomainError) {
        guard state == .pending else { throw .wrongState(state, by: decidedBy?.name) }
    }
}

/// The description of a submitted file. It begins with the file's own tags. Differences from them become a correction
/// in the catalog, because files are never written.
package struct SubmissionForm: Sendable, Equatable, Codable {
    package var title: String
    package var artists: [String] = []
    package var album: String?
    package var albumArtists: [String] = []
    package var genres: [String] = []
    package var year: Int?
    package var trackNumber: Int?
    package var discNumber: Int?
}

extension SubmissionForm {
    /// - Parameter grouping: the grouping of `tags`, at a path that ends with the submitter's file name.
    package init(tagsOf tags: TrackTags, _ grouping: TrackGrouping) {
        let file = TrackEdit(tagsOf: grouping)
        let names = file.artists ?? []
        self.init(
            title: grouping.title, artists: names == [Grouping.unknownArtist] ? [] : names,
            album: tags.album == nil ? nil : file.album, albumArtists: file.albumArtists ?? [],
            genres: file.genres ?? [], year: file.year, trackNumber: grouping.trackNumber,
            discNumber: grouping.discNumber)
    }

    /// The corrections that turn the file's own tags, `file`, into this form.
    package func corrections(to file: TrackEdit) -> TrackEdit {
        var edit = TrackEdit()
        if title != file.title { edit.title = title }
        if !artists.isEmpty, artists != file.artists { edit.artists = artists }
        if let album, album != file.album {
            edit.album = album
            edit.leavesRelease = true
        }
        if albumArtists != file.albumArtists ?? [] { edit.albumArtists = albumArtists }
        if genres != file.genres ?? [] { edit.genres = genres }
        if let year, year != file.year { edit.year = year }
        if let trackNumber, trackNumber != file.trackNumber { edit.trackNumber = trackNumber }
        if let discNumber, discNumber != file.discNumber { edit.discNumber = discNumber }
        return edit
    }

    /// The form with normalized white space. Throws `invalid` with the invalid field.
    func checked() throws(DomainError) -> SubmissionForm {
        var change = EditChange()
        change.title = .set(title)
        if !artists.isEmpty { change.artists = .set(artists) }
        if let album { change.album = .set(album) }
        change.albumArtists = .set(albumArtists)
        change.genres = .set(genres)
        if let year { change.year = .set(year) }
        if let trackNumber { change.trackNumber = .set(trackNumber) }
        if let discNumber { change.discNumber = .set(discNumber) }
        let edit = try change.checkedValues()
        return SubmissionForm(
            title: edit.title ?? title, artists: edit.artists ?? [], album: edit.album,
            albumArtists: edit.albumArtists ?? [], genres: edit.genres ?? [], year: edit.year,
            trackNumber: edit.trackNumber, discNumber: edit.discNumber)
    }

    /// The search words for moderators.
    package var words: String {
        SearchText.words(([title, album ?? ""] + artists + albumArtists).joined(separator: " "))
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

package import Catalog
package import Journal
package import Primitives
package import Shelf

/// Approves submissions: the first of three steps. A moderator's decision (`approve`) sends the file on its way.
/// `SubmissionPublisher` moves it into the library's folder and has that scanned. The scan's transaction publishes the
/// submission with the track (`ApprovedFile.publish`).
package struct ApprovalService: Sendable {
    private let store: any SubmissionStore
    private let walker: any LibraryWalker
    private let template: FileNameTemplate
    private let publisher: SubmissionPublisher
    private let clock: any WallClock

    /// - Parameter template: the names of files in a library.
    package init(
        store: any SubmissionStore, walker: any LibraryWalker, template: FileNameTemplate,
        publisher: SubmissionPublisher, clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.walker = walker
        self.template = template
        self.publisher = publisher
        self.clock = clock
    }

    /// The libraries that the caller may approve into.
    package func libraries(as caller: Principal) async throws -> [Library] {
        try caller.require(.moderate)
        return try await store.libraries(for: caller)
    }

    /// Approves a submission for a library. The file is still on its way when this returns.
    ///
    /// - Parameter revision: the revision that the caller has seen; nil for any.
    package func approve(
        _ id: ID<Submission>, revision: Int?, into library: ID<Library>, as caller: Principal, from origin: String
    ) async throws -> Submission {
        try caller.require(.moderate)
        guard let library = try await store.libraries(for: caller).first(where: { $0.id == library }) else {
            throw DomainError.noSuchLibrary
        }
        let submission = try await store.submission(id, for: caller)
        try submission.checkPending()
        let root = try await root(of: library)
        guard let ending = FileExtension.of(submission.audio) else {
            throw DomainError(.conflict, "No library can contain files of this kind", reason: "unsupported")
        }
        let instant = clock.now()
        let entry = JournalEntry(
            at: instant, by: .init(user: caller.user, origin: origin), "submission.approve",
            .init(kind: "submission", id: id.rawValue),
            details: ["library": library.id.rawValue, "title": submission.form.title])
        for number in 1..<1000 {
            let path = try template.path(for: submission.form, extension: ending, number: number)
            guard try await isFree(path, in: root) else { continue }
            let isApproved = try await store.edit { submissions in
                let stored = try submissions.submission(id, for: caller)
                try stored.checkPending()
                guard stored.revision == revision ?? submission.revision else { throw DomainError.editedSubmission }
                // The library may have been removed since it was looked up.
                guard try submissions.hasLibrary(library.id) else { throw DomainError.noSuchLibrary }
                guard try !submissions.isTaken(path, of: library.id) else { return (nil, false) }
                var changes = Changes<SubmissionWrite>(
                    at: instant, .approve(id, into: library.id, path, by: caller.user, at: instant))
                changes.journal = [entry]
                changes.events = SubmissionEvents.events(stored, becoming: .approving)
                changes.notifications = try SubmissionNotifications.arrivalEnded(stored, submissions)
                return (changes, true)
            }
            guard isApproved else { continue }
            publisher.wake()
            return try await store.submission(id, for: caller)
        }
        throw DomainError(.conflict, "There are too many files of this name. Change the title", reason: "name_taken")
    }

    private func root(of library: Library) async throws -> LibraryRoot {
        do {
            return try await walker.root(library.path)
        } catch let problem as FileProblem {
            throw DomainError(
                .conflict, "The library's folder cannot be read: \(problem.detail)", reason: "library_unreadable")
        }
    }

    private func isFree(_ path: LibraryPath, in root: LibraryRoot) async throws -> Bool {
        do {
            return try await walker.facts(of: path, in: root) == nil
        } catch is FileProblem {
            return false
        }
    }
}

/// An approved file at its place in a library, when a scan writes its track.
package struct ApprovedFile: Sendable {
    package let id: ID<Submission>
    /// The submitter; nil if the account was deleted. So is `moderator`.
    package let submitter: ID<Person>?
    package let moderator: ID<Person>?
    package let form: SubmissionForm
    /// The cover that a user set; nil for the file's own.
    package let cover: BlobKey?
    package let wish: ID<Wish>?

    package init(
        id: ID<Submission>, submitter: ID<Person>?, moderator: ID<Person>?, form: SubmissionForm, cover: BlobKey?,
        wish: ID<Wish>?
    ) {
        self.id = id
        self.submitter = submitter
        self.moderator = moderator
        self.form = form
        self.cover = cover
        self.wish = wish
    }

    /// The corrections that give the track the submitted values.
    ///
    /// - Parameter file: the file's own tags.
    package func corrections(to file: TrackEdit) -> TrackEdit {
        var edit = form.corrections(to: file)
        edit.cover = cover
        return edit
    }

    /// Finishes the submission in the transaction that has written its track: the corrections, the state, the
    /// submitter's notification, and the wish that the track fulfills.
    package func publish(
        as read: ScanBatch.TrackWrite, in library: String, at instant: Timestamp, _ submissions: any SubmissionState
    ) throws -> Changes<SubmissionWrite> {
        let track = read.id
        var changes = Changes<SubmissionWrite>(at: instant)
        let file = TrackEdit(tagsOf: read.grouping)
        let (before, after) = (try submissions.corrections(of: track), corrections(to: file))
        if after != before {
            changes.writes.append(
                .correct(
                    EditRecord(
                        id: .make(at: instant), track: track, at: instant, editor: moderator, editorName: nil,
                        before: before, after: after, file: file, undoes: nil)))
        }
        changes.writes.append(.publish(id, as: track, at: instant))
        changes.journal.append(
            JournalEntry(
                at: instant, by: .init(user: moderator, origin: "gateway"), "submission.publish",
                .init(kind: "submission", id: id.rawValue),
                details: ["track": track.rawValue, "library": library, "path": read.path.display]))
        changes.events = SubmissionEvents.events(id, .approved, of: submitter, forModerators: true)
        if let submitter {
            let notice = NotificationDraft(
                to: submitter, .submissionApproved, by: moderator, about: NotificationSubject(.track, track),
                title: form.title, library: try submissions.part(of: track) ?? library, topic: "approved:\(id)")
            changes.notifications = [.deliver(notice)]
        }
        if let fulfilled = try fulfillment(by: track, at: instant, submissions.wishes) {
            changes.append(fulfilled) { .wish($0) }
        }
        return changes
    }

    /// Closes the wish that the track fulfills, if it is still open.
    private func fulfillment(
        by track: ID<Track>, at instant: Timestamp, _ wishes: any WishState
    ) throws -> Changes<WishWrite>? {
        guard let wish, try wishes.exists(wish) else { return nil }
        let viewer = Principal(user: submitter ?? ID(""), role: .contributor)
        var changes = try WishDecisions.close(
            wishes.wish(wish, for: viewer), fulfilledBy: .track(track), by: submitter, at: instant, wishes)
        changes.journal = [
            JournalEntry(
                at: instant, by: .init(user: submitter, origin: "gateway"), "wish.fulfil",
                .init(kind: "wish", id: wish.rawValue), details: ["track": track.rawValue])
        ]
        return changes
    }
}

package import Catalog
package import Journal
package import Primitives
package import Shelf

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
    package func finish(
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
        changes.writes.append(.finish(id, as: track, at: instant))
        changes.journal.append(
            JournalEntry(
                at: instant, by: .init(user: moderator, origin: "gateway"), "submission.publish",
                .init("submission", id),
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
                .init("wish", wish), details: ["track": track.rawValue])
        ]
        return changes
    }
}

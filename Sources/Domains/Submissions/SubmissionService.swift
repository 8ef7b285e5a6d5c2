package import Accounts
package import Primitives
package import Catalog
package import Journal
package import Shelf

/// Users' submissions of music: users describe and hand in files, and moderators listen and decide.
package struct SubmissionService: Sendable {
    package static let mostAtOnce = 200
    package static let longestReason = 1000

    let store: any SubmissionStore
    private let quarantine: any Quarantine
    private let pictures: PictureUploads
    let walker: any LibraryWalker
    let template: FileNameTemplate
    let clock: any WallClock
    let approved: @Sendable () -> Void

    /// - Parameter approved: called when a file is to be added to a library.
    package init(
        store: any SubmissionStore, quarantine: any Quarantine, pictures: PictureUploads, walker: any LibraryWalker,
        template: FileNameTemplate, clock: any WallClock = SystemWallClock(), approved: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.quarantine = quarantine
        self.pictures = pictures
        self.walker = walker
        self.template = template
        self.clock = clock
        self.approved = approved
    }

    package func own(
        _ query: SubmissionQuery, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<Submission> {
        try caller.require(.submit)
        return try await store.own(query, for: caller, page)
    }

    package func queue(
        _ query: SubmissionQuery, _ page: PageRequest, as caller: Principal
    ) async throws -> (page: Page<Submission>, pending: Int) {
        try caller.require(.moderate)
        return (try await store.queue(query, for: caller, page), try await store.pendingCount())
    }

    package func submission(_ id: ID<Submission>, as caller: Principal) async throws -> Submission {
        try caller.require(.submit)
        return try await store.submission(id, for: caller)
    }

    /// The submitted file, for its submitter and for moderators. Once it is in a library, its track is played instead.
    package func audio(of id: ID<Submission>, as caller: Principal) async throws -> (Submission, any ReadableFile) {
        let submission = try await submission(id, as: caller)
        guard submission.state != .approved, let file = try await quarantine.open(id.rawValue) else {
            throw DomainError.noSubmission
        }
        return (submission, file)
    }

    /// Changes a submission's form, note or wish.
    package func edit(
        _ id: ID<Submission>, _ change: SubmissionChange, as caller: Principal, from origin: String
    ) async throws -> Submission {
        try caller.require(.submit)
        guard !change.isEmpty else { throw Self.noChange }
        let instant = clock.now()
        let entry = entry("submission.edit", id, caller, origin, at: instant)
        try await store.edit { submissions in
            var changes = try Self.edit(
                id, revision: change.revision, change, cover: nil, as: caller, at: instant, submissions)
            changes.journal = [entry]
            return (changes, ())
        }
        return try await submission(id, as: caller)
    }

    /// Changes the common fields of an album's files, of all or of none. Throws what `edit` throws for any of them, and
    /// `invalid` when the cover is that of a submission without one.
    package func editAll(
        _ versions: [(id: ID<Submission>, revision: Int?)], _ change: SubmissionChange, cover: SharedCover?,
        as caller: Principal, from origin: String
    ) async throws -> [Submission] {
        try caller.require(.submit)
        guard !change.isEmpty || cover != nil else { throw Self.noChange }
        let instant = clock.now()
        try await store.edit { submissions in
            let picture = try cover.map { try Self.picture($0, as: caller, submissions) }
            var all = Changes<SubmissionWrite>(at: instant)
            for (id, revision) in versions {
                let changes = try Self.edit(
                    id, revision: revision, change, cover: picture, as: caller, at: instant, submissions)
                all.append(changes) { $0 }
                all.journal.append(
                    entry(
                        "submission.edit", id, caller, origin, at: instant, ["together": String(versions.count)]))
            }
            return (all, ())
        }
        var changed: [Submission] = []
        for version in versions { changed.append(try await submission(version.id, as: caller)) }
        return changed
    }

    /// - Parameter cover: the cover to set, `.some(nil)` for the file's own; nil leaves it.
    private static func edit(
        _ id: ID<Submission>, revision: Int?, _ change: SubmissionChange, cover: BlobKey??, as caller: Principal,
        at instant: Timestamp, _ submissions: any SubmissionState
    ) throws -> Changes<SubmissionWrite> {
        let submission = try submissions.submission(id, for: caller)
        try submission.checkEdit(by: caller)
        if let revision, revision != submission.revision { throw DomainError.editedSubmission }
        var values = try SubmissionValues(submission, changedBy: change)
        if let cover { values.cover = cover }
        if let wish = values.wish, wish != submission.wish {
            guard try submissions.wishes.exists(wish) else { throw DomainError.noSuchWish }
        }
        var changes = Changes<SubmissionWrite>(at: instant, .edit(id, values, at: instant))
        changes.events = SubmissionEvents.events(submission, becoming: submission.state)
        return changes
    }

    private static func picture(
        _ cover: SharedCover, as caller: Principal, _ submissions: any SubmissionState
    ) throws -> BlobKey? {
        switch cover {
        case .own: return nil
        case .of(let source):
            guard let cover = try submissions.submission(source, for: caller).cover else {
                throw DomainError.invalid("That one has no cover", field: "coverFrom")
            }
            return cover
        }
    }

    /// Sets the cover. `bytes` is a complete JPEG, PNG or WebP file, whatever its declared type; a square version of it
    /// is stored. Nil restores the file's own cover.
    package func setCover(
        _ bytes: [UInt8]?, of id: ID<Submission>, as caller: Principal, from origin: String
    ) async throws -> Submission {
        // Checked before the picture is stored, so that nobody fills the disk with pictures that they may not set.
        _ = try await submission(id, as: caller)
        var cover: BlobKey?
        if let bytes { cover = try await pictures.keep(bytes, as: caller) }
        let (stored, instant) = (cover, clock.now())
        let entry = entry("submission.edit", id, caller, origin, at: instant, ["fields": "cover"])
        try await store.edit { submissions in
            let submission = try submissions.submission(id, for: caller)
            try submission.checkEdit(by: caller)
            var changes = Changes<SubmissionWrite>(at: instant, .setCover(stored, of: id, at: instant))
            changes.journal = [entry]
            changes.events = SubmissionEvents.events(submission, becoming: submission.state)
            return (changes, ())
        }
        return try await submission(id, as: caller)
    }

    /// Submits the caller's own draft, or again what was rejected or withdrawn, and notifies the moderators.
    package func submit(_ id: ID<Submission>, as caller: Principal, from origin: String) async throws -> Submission {
        try caller.require(.submit)
        let instant = clock.now()
        let entry = entry("submission.submit", id, caller, origin, at: instant)
        try await store.edit { submissions in
            let submission = try submissions.submission(id, for: caller)
            try submission.checkOwnership(by: caller)
            try submission.checkDormant()
            var changes = try Self.submit(
                id, submission.form, batch: submission.batch, of: caller.user, at: instant, submissions)
            changes.journal = [entry]
            changes.notifications.insert(
                contentsOf: try SubmissionNotifications.arrivalEnded(submission, submissions)
                    + [.retract(about: id.rawValue, kind: .submissionRejected)], at: 0)
            return (changes, ())
        }
        return try await submission(id, as: caller)
    }

    /// The changes that submit a submission. An upload may be submitted as soon as it is accepted.
    package static func submit(
        _ id: ID<Submission>, _ form: SubmissionForm, batch: String?, of submitter: ID<Person>, at instant: Timestamp,
        _ submissions: any SubmissionState
    ) throws -> Changes<SubmissionWrite> {
        var changes = Changes<SubmissionWrite>(at: instant, .submit(id, at: instant))
        changes.events = SubmissionEvents.events(id, .pending, of: submitter, forModerators: true)
        changes.notifications = SubmissionNotifications.arrived(
            id, form, batch: batch, of: submitter, to: try submissions.moderators())
        return changes
    }

    package func withdraw(_ id: ID<Submission>, as caller: Principal, from origin: String) async throws -> Submission {
        try caller.require(.submit)
        let instant = clock.now()
        let entry = entry("submission.withdraw", id, caller, origin, at: instant)
        try await store.edit { submissions in
            let submission = try submissions.submission(id, for: caller)
            try submission.checkOwnership(by: caller)
            guard submission.state == .pending else { throw DomainError.wrongState(submission.state) }
            var changes = Changes<SubmissionWrite>(at: instant, .withdraw(id, at: instant))
            changes.journal = [entry]
            changes.events = SubmissionEvents.events(submission, becoming: .withdrawn)
            changes.notifications = try SubmissionNotifications.arrivalEnded(submission, submissions)
            return (changes, ())
        }
        return try await submission(id, as: caller)
    }

    /// Removes the caller's own draft, rejected or withdrawn submission, with its file.
    package func remove(_ id: ID<Submission>, as caller: Principal, from origin: String) async throws {
        try caller.require(.submit)
        let instant = clock.now()
        let entry = entry("submission.delete", id, caller, origin, at: instant)
        try await store.edit { submissions in
            let submission = try submissions.submission(id, for: caller)
            try submission.checkOwnership(by: caller)
            try submission.checkDormant()
            var changes = Changes<SubmissionWrite>(at: instant, .remove(id))
            changes.journal = [entry]
            changes.events = SubmissionEvents.events(
                id, nil, of: caller.user, forModerators: submission.state == .rejected)
            changes.notifications = try SubmissionNotifications.removed(submission, by: caller, submissions)
            return (changes, ())
        }
        await quarantine.remove(id.rawValue)
    }

    /// Rejects a pending submission, and notifies its submitter of the reason.
    package func reject(
        _ id: ID<Submission>, because reason: String, as caller: Principal, from origin: String
    ) async throws -> Submission {
        try caller.require(.moderate)
        let reason = reason.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard (1...Self.longestReason).contains(reason.count) else {
            throw DomainError.invalid(
                "A reason has 1 to \(Self.longestReason) characters", field: "reason", reason: "reason_missing")
        }
        let instant = clock.now()
        let entry = entry("submission.reject", id, caller, origin, at: instant, ["reason": reason])
        try await store.edit { submissions in
            let submission = try submissions.submission(id, for: caller)
            try submission.checkPending()
            var changes = Changes<SubmissionWrite>(
                at: instant, .reject(id, reason: reason, by: caller.user, at: instant))
            changes.journal = [entry]
            changes.events = SubmissionEvents.events(submission, becoming: .rejected)
            changes.notifications =
                try SubmissionNotifications.arrivalEnded(submission, submissions)
                + SubmissionNotifications.rejected(submission, because: reason, by: caller.user)
            return (changes, ())
        }
        return try await submission(id, as: caller)
    }

    package func libraries(as caller: Principal) async throws -> [Library] {
        try caller.require(.moderate)
        return try await store.libraries(for: caller)
    }

    private static var noChange: DomainError { DomainError(.invalid, "Nothing is said about it", reason: "no_change") }

    func entry(
        _ action: String, _ id: ID<Submission>, _ caller: Principal, _ origin: String, at instant: Timestamp,
        _ details: [String: String] = [:]
    ) -> JournalEntry {
        JournalEntry(
            at: instant, by: .init(user: caller.user, origin: origin), action,
            .init(kind: "submission", id: id.rawValue), details: details)
    }
}

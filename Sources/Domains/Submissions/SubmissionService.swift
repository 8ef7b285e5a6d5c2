package import Analysis
package import Accounts
package import Primitives
import Journal

/// Users' submissions of music: users describe and hand in files, and moderators listen, edit and reject.
/// `ApprovalService` approves.
package struct SubmissionService: Sendable {
    package static let mostAtOnce = 200
    package static let longestReason = 1000

    let store: any SubmissionStore
    private let quarantine: any Quarantine
    let pictures: PictureUploads
    let clock: any WallClock

    package init(
        store: any SubmissionStore, quarantine: any Quarantine, pictures: PictureUploads,
        clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.quarantine = quarantine
        self.pictures = pictures
        self.clock = clock
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

    /// The analysis of the submitted file, for its submitter and for moderators.
    package func sound(of id: ID<Submission>, as caller: Principal) async throws -> AnalyzedSound {
        let submission = try await submission(id, as: caller)
        guard let sound = try await store.analysis(of: submission.id) else {
            throw DomainError(.notFound, "This file has not been analyzed", reason: "analysis_pending")
        }
        return sound
    }

    /// Submits the caller's own draft, or again what was rejected or withdrawn, and notifies the moderators.
    package func submit(_ id: ID<Submission>, as caller: Principal, from origin: String) async throws -> Submission {
        try caller.require(.submit)
        try await change(id, "submission.submit", as: caller, from: origin) { submission, submissions, instant in
            try submission.checkOwnership(by: caller)
            try submission.checkDormant()
            var changes = try Self.submit(
                id, submission.form, batch: submission.batch, of: caller.user, at: instant, submissions)
            changes.notifications.insert(
                contentsOf: try SubmissionNotifications.arrivalEnded(submission, submissions)
                    + [.retract(about: id.rawValue, kind: .submissionRejected)], at: 0)
            return changes
        }
        return try await submission(id, as: caller)
    }

    /// The changes that submit a submission. An upload may be submitted as soon as it is accepted.
    static func submit(
        _ id: ID<Submission>, _ form: SubmissionForm, batch: String?, of submitter: ID<Person>, at instant: Timestamp,
        _ submissions: any SubmissionState
    ) throws -> Changes<SubmissionWrite> {
        Changes(
            at: instant, .submit(id, at: instant),
            events: SubmissionEvents.events(id, .pending, of: submitter, forModerators: true),
            notifications: SubmissionNotifications.arrived(
                id, form, batch: batch, of: submitter, to: try submissions.moderators()))
    }

    package func withdraw(_ id: ID<Submission>, as caller: Principal, from origin: String) async throws -> Submission {
        try caller.require(.submit)
        try await change(id, "submission.withdraw", as: caller, from: origin) { submission, submissions, instant in
            try submission.checkOwnership(by: caller)
            guard submission.state == .pending else { throw DomainError.wrongState(submission.state) }
            return Changes(
                at: instant, .withdraw(id, at: instant),
                events: SubmissionEvents.events(submission, becoming: .withdrawn),
                notifications: try SubmissionNotifications.withdrawn(submission, by: caller, submissions))
        }
        return try await submission(id, as: caller)
    }

    /// Removes the caller's own draft, rejected or withdrawn submission, with its file.
    package func remove(_ id: ID<Submission>, as caller: Principal, from origin: String) async throws {
        try caller.require(.submit)
        try await change(id, "submission.delete", as: caller, from: origin) { submission, submissions, instant in
            try submission.checkOwnership(by: caller)
            try submission.checkDormant()
            return Changes(
                at: instant, .remove(id),
                events: SubmissionEvents.events(
                    id, nil, of: caller.user, forModerators: submission.state == .rejected),
                notifications: try SubmissionNotifications.removed(submission, by: caller, submissions))
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
        try await change(id, "submission.reject", ["reason": reason], as: caller, from: origin) {
            submission, submissions, instant in
            try submission.checkPending()
            return Changes(
                at: instant, .reject(id, reason: reason, by: caller.user, at: instant),
                events: SubmissionEvents.events(submission, becoming: .rejected),
                notifications: try SubmissionNotifications.arrivalEnded(submission, submissions)
                    + SubmissionNotifications.rejected(submission, because: reason, by: caller.user))
        }
        return try await submission(id, as: caller)
    }

    /// Changes a submission as `decide` says, and journals the action. Throws `notFound` for one that the caller may not
    /// see.
    func change(
        _ id: ID<Submission>, _ action: String, _ details: [String: String] = [:], as caller: Principal,
        from origin: String,
        _ decide: @escaping @Sendable (Submission, any SubmissionState, Timestamp) throws -> Changes<SubmissionWrite>
    ) async throws {
        let instant = clock.now()
        let entry = JournalEntry(
            at: instant, by: caller, from: origin, action, .init("submission", id), details: details)
        try await store.edit { submissions in
            var changes = try decide(submissions.submission(id, for: caller), submissions, instant)
            changes.journal = [entry]
            return changes
        }
    }
}

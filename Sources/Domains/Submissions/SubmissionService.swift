package import Accounts
package import Primitives
package import Catalog
import Journal
package import Shelf

/// Users' submissions of music: users describe and hand in files, and moderators listen and decide.
package struct SubmissionService: Sendable {
    package static let mostAtOnce = 200
    package static let longestReason = 1000

    private let store: any SubmissionStore
    private let quarantine: any Quarantine
    private let pictures: PictureUploads
    private let walker: any LibraryWalker
    private let template: FileNameTemplate
    private let clock: any WallClock
    private let approved: @Sendable () -> Void

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

    package func edit(
        _ id: ID<Submission>, _ change: SubmissionChange, as caller: Principal, from origin: String
    ) async throws -> Submission {
        try caller.require(.submit)
        guard !change.isEmpty else { throw Self.noChange }
        let instant = clock.now()
        try await store.edit(
            id, change, for: caller, at: instant, journal: entry("submission.edit", id, caller, origin, at: instant))
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
        try await store.editAll(versions, change, cover: cover, for: caller, at: instant) { id in
            entry("submission.edit", id, caller, origin, at: instant, ["together": String(versions.count)])
        }
        var changed: [Submission] = []
        for version in versions { changed.append(try await submission(version.id, as: caller)) }
        return changed
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
        let instant = clock.now()
        try await store.setCover(
            cover, of: id, for: caller, at: instant,
            journal: entry("submission.edit", id, caller, origin, at: instant, ["fields": "cover"]))
        return try await submission(id, as: caller)
    }

    package func submit(_ id: ID<Submission>, as caller: Principal, from origin: String) async throws -> Submission {
        try caller.require(.submit)
        let instant = clock.now()
        try await store.submit(
            id, for: caller, at: instant, journal: entry("submission.submit", id, caller, origin, at: instant))
        return try await submission(id, as: caller)
    }

    package func withdraw(_ id: ID<Submission>, as caller: Principal, from origin: String) async throws -> Submission {
        try caller.require(.submit)
        let instant = clock.now()
        try await store.withdraw(
            id, for: caller, at: instant, journal: entry("submission.withdraw", id, caller, origin, at: instant))
        return try await submission(id, as: caller)
    }

    package func remove(_ id: ID<Submission>, as caller: Principal, from origin: String) async throws {
        try caller.require(.submit)
        try await store.remove(
            id, for: caller, journal: entry("submission.delete", id, caller, origin, at: clock.now()))
        await quarantine.remove(id.rawValue)
    }

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
        try await store.reject(
            id, reason: reason, for: caller, at: instant,
            journal: entry("submission.reject", id, caller, origin, at: instant, ["reason": reason]))
        return try await submission(id, as: caller)
    }

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
        let submission = try await submission(id, as: caller)
        guard submission.state == .pending else {
            throw DomainError.wrongState(submission.state, by: submission.decidedBy?.name)
        }
        let root: LibraryRoot
        do {
            root = try await walker.root(library.path)
        } catch let problem as FileProblem {
            throw DomainError(
                .conflict, "The library's folder cannot be read: \(problem.detail)", reason: "library_unreadable")
        }
        guard let ending = FileExtension.of(submission.audio) else {
            throw DomainError(.conflict, "No library holds files of this kind", reason: "unsupported")
        }
        let instant = clock.now()
        for number in 1..<1000 {
            let path = try template.path(for: submission.form, extension: ending, number: number)
            let isFree: Bool
            do {
                isFree = try await walker.facts(of: path, in: root) == nil
            } catch is FileProblem {
                isFree = false
            }
            guard isFree else { continue }
            let isClaimed = try await store.claim(
                id, revision: revision ?? submission.revision, to: library.id, path, for: caller, at: instant,
                journal: entry(
                    "submission.approve", id, caller, origin, at: instant,
                    ["library": library.id.rawValue, "title": submission.form.title]))
            guard isClaimed else { continue }
            approved()
            return try await self.submission(id, as: caller)
        }
        throw DomainError(.conflict, "There are too many files of that name", reason: "name_taken")
    }

    private static var noChange: DomainError { DomainError(.invalid, "Nothing is said about it", reason: "no_change") }

    private func entry(
        _ action: String, _ id: ID<Submission>, _ caller: Principal, _ origin: String, at instant: Timestamp,
        _ details: [String: String] = [:]
    ) -> JournalEntry {
        JournalEntry(
            at: instant, by: .init(user: caller.user, origin: origin), action,
            .init(kind: "submission", id: id.rawValue), details: details)
    }
}

package import Catalog
package import Journal
package import Primitives
package import Shelf

/// Approves submissions: the first of three steps. A moderator's decision (`approve`) sends the file on its way.
/// `ApprovedFileMover` moves it into the library's folder and has that scanned. The scan's transaction ends the
/// approval with the track (`ApprovedFile.finish`).
package struct ApprovalService: Sendable {
    private let store: any SubmissionStore
    private let walker: any LibraryWalker
    private let template: FileNameTemplate
    private let mover: ApprovedFileMover
    private let clock: any WallClock

    /// - Parameter template: the names of files in a library.
    package init(
        store: any SubmissionStore, walker: any LibraryWalker, template: FileNameTemplate,
        mover: ApprovedFileMover, clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.walker = walker
        self.template = template
        self.mover = mover
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
            at: instant, by: caller, from: origin, "submission.approve", .init("submission", id),
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
                let changes = Changes<SubmissionWrite>(
                    at: instant, .approve(id, into: library.id, path, by: caller.user, at: instant), journal: [entry],
                    events: SubmissionEvents.events(stored, becoming: .approving),
                    notifications: try SubmissionNotifications.arrivalEnded(stored, submissions))
                return (changes, true)
            }
            guard isApproved else { continue }
            mover.wake()
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

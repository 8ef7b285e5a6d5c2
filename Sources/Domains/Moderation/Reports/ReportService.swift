import Journal
package import Primitives

/// People report what they think should not be here, and moderators decide about it.
package struct ReportService: Sendable {
    package static let mostPerDay = 20
    package static let day = Duration.seconds(86_400)

    private let store: any ReportStore
    private let clock: any WallClock

    package init(store: any ReportStore, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Throws `notFound` for a thing that the caller does not see, so that nothing can be probed by reporting it.
    package func report(_ draft: ReportDraft, as caller: Principal, from origin: String) async throws -> ID<Report> {
        try caller.require(.takePart)
        let now = clock.now()
        let id = ID<Report>.make(at: now)
        try await store.add(
            draft, id, by: caller, at: now,
            journal: JournalEntry(
                at: now, by: .init(user: caller.user, origin: origin), "report.create",
                .init(kind: "report", id: id.rawValue), details: [draft.kind.rawValue: draft.subject]))
        return id
    }

    /// Newest first, with how many are open at all.
    package func reports(
        isOpen: Bool, _ page: PageRequest, as caller: Principal
    ) async throws -> (page: Page<Report>, open: Int) {
        try caller.require(.moderate)
        return try await store.reports(isOpen: isOpen, in: caller.libraries, page)
    }

    /// Decides about the report and all others that are open about the same thing; each reporter is told.
    ///
    /// - Parameter answer: what the reporters read; may be empty.
    package func close(
        _ id: ID<Report>, as outcome: Report.State, answer: String, as caller: Principal, from origin: String
    ) async throws -> Report {
        try caller.require(.moderate)
        guard outcome != .open else {
            throw DomainError.invalid("A report is closed as acted or dismissed", field: "outcome")
        }
        let answer = answer.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard answer.count <= ModerationReason.longest else {
            throw DomainError.invalid(
                "An answer has at most \(ModerationReason.longest) characters", field: "answer")
        }
        return try await store.close(
            id, as: outcome, answer: answer, by: caller, at: clock.now(), .init(user: caller.user, origin: origin))
    }

    /// Removes somebody's profile picture; they are told why.
    package func removePicture(
        of person: ID<Person>, because reason: String, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.moderate)
        let reason = try ModerationReason(reason)
        try await store.removePicture(
            of: person, because: reason, by: caller,
            journal: JournalEntry(
                at: clock.now(), by: .init(user: caller.user, origin: origin), "picture.takeDown",
                .init(kind: "user", id: person.rawValue), details: ["reason": reason.text]))
    }
}

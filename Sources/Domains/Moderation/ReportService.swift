package import Journal
package import Primitives

/// Users report things that should not be here, and moderators decide.
package struct ReportService: Sendable {
    package static let mostPerDay = 20
    package static let day = Duration.seconds(86_400)

    private let store: any ReportStore
    private let clock: any WallClock

    package init(store: any ReportStore, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Reports a thing. Throws `notFound` for a thing that the caller does not see, so that reports cannot be used to
    /// probe for hidden things.
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

    /// The reports, newest first, with the number of all open ones.
    package func reports(
        isOpen: Bool, _ page: PageRequest, as caller: Principal
    ) async throws -> (page: Page<Report>, open: Int) {
        try caller.require(.moderate)
        return try await store.reports(isOpen: isOpen, in: caller.libraries, page)
    }

    /// Closes the report and all other open reports about the same thing, and notifies each reporter.
    ///
    /// - Parameter answer: the text for the reporters; may be empty.
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

    /// Removes a user's profile picture, and notifies them of the reason.
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

/// Stores reports. Every method is one transaction.
package protocol ReportStore: Sendable {
    /// Adds a report. Throws `notFound` for a thing that the caller does not see, `conflict` for the caller's own thing
    /// and for one that they have an open report about, and `rateLimited` beyond `ReportService.mostPerDay`.
    func add(
        _ draft: ReportDraft, _ id: ID<Report>, by caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws
    /// The reports, newest first, without those about music of libraries out of scope.
    func reports(
        isOpen: Bool, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> (page: Page<Report>, open: Int)
    /// Closes the report and all other open reports about the same thing, and notifies the reporters.
    func close(
        _ id: ID<Report>, as outcome: Report.State, answer: String, by caller: Principal, at instant: Timestamp,
        _ actor: JournalEntry.Actor
    ) async throws -> Report
    /// Throws `notFound` for a user without a picture.
    func removePicture(
        of person: ID<Person>, because reason: ModerationReason, by caller: Principal, journal entry: JournalEntry
    ) async throws
}

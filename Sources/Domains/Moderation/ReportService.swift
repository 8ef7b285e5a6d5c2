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
        try await store.edit(.reports) { reports in
            try ReportDecisions.add(id, draft, by: .init(caller, from: origin), as: caller, at: now, reports)
        }
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
        let now = clock.now()
        try await store.edit(.reports) { reports in
            let report = try reports.report(id, in: caller.libraries)
            guard report.state == .open else { throw DomainError.reportClosed }
            return try ReportDecisions.close(
                about: report.kind, report.subject, as: outcome, answer: answer,
                by: .init(caller, from: origin), at: now, reports)
        }
        return try await store.report(id, in: caller.libraries)
    }

    /// Removes a user's profile picture, and notifies them of the reason.
    package func removePicture(
        of person: ID<Person>, because reason: String, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.moderate)
        let reason = try ModerationReason(reason)
        let now = clock.now()
        try await store.edit(.accounts) { reports in
            try ReportDecisions.removePicture(
                of: person, because: reason, by: .init(caller, from: origin), at: now, reports)
        }
    }
}

/// Stores reports. Every method is one transaction.
package protocol ReportStore: Sendable {
    /// Throws `notFound` for a report about music out of scope.
    func report(_ id: ID<Report>, in scope: LibraryScope) async throws -> Report
    /// The reports, newest first, without those about music of libraries out of scope.
    func reports(
        isOpen: Bool, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> (page: Page<Report>, open: Int)
    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit(
        _ subject: ReportEditSubject,
        _ decide: @escaping @Sendable (any ReportState) throws -> Changes<ReportWrite>
    ) async throws
}

/// The data that an edit changes; caches of it are dropped.
package enum ReportEditSubject: Sendable {
    case reports, accounts
}

package import Journal
package import Primitives

/// What reports need from storage. Every method is one transaction.
package protocol ReportStore: Sendable {
    /// Throws `notFound` for a thing that the caller does not see, `conflict` for their own and for one that they have an open report
    /// about, and `rateLimited` beyond `ReportService.mostPerDay`.
    func add(
        _ draft: ReportDraft, _ id: ID<Report>, by caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws
    /// Newest first; without those about music of libraries out of scope.
    func reports(
        isOpen: Bool, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> (page: Page<Report>, open: Int)
    /// Closes it and all open ones about the same thing, and tells the reporters.
    func close(
        _ id: ID<Report>, as outcome: Report.State, answer: String, by caller: Principal, at instant: Timestamp,
        _ actor: JournalEntry.Actor
    ) async throws -> Report
    /// Throws `notFound` for somebody who has no picture.
    func removePicture(
        of person: ID<Person>, because reason: ModerationReason, by caller: Principal, journal entry: JournalEntry
    ) async throws
}

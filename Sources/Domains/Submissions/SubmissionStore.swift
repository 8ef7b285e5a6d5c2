package import Analysis
package import Catalog
package import Journal
package import Primitives

/// Stores submissions. Every method is one transaction.
package protocol SubmissionStore: Sendable {
    /// Throws `notFound` for an unknown submission, and for one that is neither the caller's own nor visible to them as
    /// a moderator.
    func submission(_ id: ID<Submission>, for caller: Principal) async throws -> Submission
    /// The caller's own submissions, in every state.
    func own(_ query: SubmissionQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<Submission>
    /// The submissions of all users that were handed in.
    func queue(_ query: SubmissionQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<Submission>
    /// The analysis of a submitted file; nil where it was made before there were any.
    func analysis(of id: ID<Submission>) async throws -> AnalyzedSound?
    /// The number of pending submissions.
    func pendingCount() async throws -> Int

    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any SubmissionState) throws -> (Changes<SubmissionWrite>?, Outcome)
    ) async throws -> Outcome

    /// The libraries that the caller may approve into.
    func libraries(for caller: Principal) async throws -> [Library]

    /// The files on their way into a library, oldest first.
    func publications() async throws -> [Publication]
    /// The submissions that are in a library and whose submitted file is still stored.
    func published() async throws -> [ID<Submission>]
    func forgetFile(of id: ID<Submission>) async throws

    /// The submissions that are old (`StoredSubmission.isOld`), with the number of all submissions.
    func old(untouchedSince instant: Timestamp) async throws -> AbandonedSubmissions
    /// The ids whose file an upload or a submission still needs.
    func needed(_ ids: [ID<Submission>]) async throws -> Set<ID<Submission>>
}

/// The filter and the order of a list of submissions.
package struct SubmissionQuery: Sendable, Equatable {
    package static let mostWords = 8

    /// Nil for every state that the reader may see.
    package let state: Submission.State?
    package let submitter: ID<Person>?
    /// Search words that each submission must contain; more than `mostWords` are ignored.
    package let text: String?
    package let batch: String?
    package let isDescending: Bool

    package init(
        state: Submission.State? = nil, submitter: ID<Person>? = nil, text: String? = nil, batch: String? = nil,
        isDescending: Bool = true
    ) {
        self.state = state
        self.submitter = submitter
        self.text = text
        self.batch = batch
        self.isDescending = isDescending
    }
}

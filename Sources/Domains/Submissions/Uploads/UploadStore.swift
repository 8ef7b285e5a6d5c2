package import Journal
package import Primitives

/// Stores uploads. Every method is one transaction.
package protocol UploadStore: Sendable {
    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any UploadState) throws -> (Changes<UploadWrite>?, Outcome)
    ) async throws -> Outcome

    /// The caller's own upload. Throws `notFound`.
    func upload(_ id: ID<Submission>, for caller: Principal) async throws -> Upload
    /// The caller's own uploads, oldest first; there are never many.
    func uploads(for caller: Principal) async throws -> [Upload]
    /// The caller's bytes that are announced or submitted and not in a library yet.
    func used(by caller: Principal) async throws -> Int64
    /// The bytes that all users have announced and not sent yet.
    func outstanding() async throws -> Int64

    /// The number of uploads that wait for inspection or are being inspected.
    func waitingCount() async throws -> Int
    /// The upload that has waited longest for inspection.
    func nextToCheck(after: ID<Submission>?) async throws -> Upload?

    /// The uploads that are abandoned (`Upload.isAbandoned`), with the number of all uploads.
    func abandoned(untouchedSince instant: Timestamp) async throws -> AbandonedSubmissions
}

package import Journal
package import Primitives

/// What uploads need from storage. Every method is one transaction.
package protocol UploadStore: Sendable {
    /// Throws `tooLarge` with reason `quota_exceeded`, or `storageFull` with `quarantine_full`, where it passes the bounds,
    /// and `conflict` with reason `too_many_uploads` beyond `UploadRules.mostOpen`.
    func create(
        _ draft: UploadDraft, _ id: ID<Submission>, for caller: Principal, within bounds: UploadBounds, at: Timestamp
    ) async throws -> Upload
    /// The caller's own. Throws `notFound`.
    func upload(_ id: ID<Submission>, for caller: Principal) async throws -> Upload
    /// The caller's own, oldest first; there are never many.
    func uploads(for caller: Principal) async throws -> [Upload]
    /// Notes that so many bytes are on the disk for good; when they are all, it is to be checked. Nil when it is gone.
    func record(_ received: Int64, of id: ID<Submission>, at: Timestamp) async throws -> Upload?
    /// Whether it was there and the caller's.
    func remove(_ id: ID<Submission>, for caller: Principal) async throws -> Bool
    /// How many bytes the caller has announced or given that are in no library yet.
    func used(by caller: Principal) async throws -> Int64
    /// Bytes that were announced and have not come yet, of everybody.
    func outstanding() async throws -> Int64

    /// How many wait to be checked, or are being checked.
    func waitingCount() async throws -> Int
    /// The upload that has waited longest to be checked.
    func nextToCheck(after: ID<Submission>?) async throws -> Upload?
    /// Makes a submission of an upload that was looked through. Nil when it is gone by now.
    func accept(_ upload: Upload, _ finding: UploadFinding, at: Timestamp, journal entry: JournalEntry) async throws
        -> Bool
    func refuse(_ upload: Upload, reason: String, detail: String, at: Timestamp) async throws

    /// What nobody went on with since `instant`, or was refused before it; and how many uploads there are.
    func abandoned(untouchedSince instant: Timestamp) async throws -> AbandonedSubmissions
    /// Takes away those of `ids` that are still abandoned; gives these.
    func remove(_ ids: [ID<Submission>], untouchedSince instant: Timestamp) async throws -> [ID<Submission>]
}

/// Bounds that are no matter of taste.
package enum UploadRules {
    package static let mostOpen = 1000
    /// Shorter than it says by more than this, a file is refused as cut off.
    package static let missingMilliseconds: Int64 = 3000
    /// No recording is longer.
    package static let longestMilliseconds: Int64 = 24 * 3600 * 1000
}

package import Journal
package import Primitives
package import Shelf

/// Stores uploads. Every method is one transaction.
package protocol UploadStore: ChangeStore where State == any UploadState, Write == UploadWrite {
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

/// The uploads as they are within a transaction, for decisions that must hold when they are written.
package protocol UploadState {
    func upload(_ id: ID<Submission>) throws -> Upload?
    /// Those of `ids` that exist, in no order.
    func uploads(_ ids: [ID<Submission>]) throws -> [Upload]
    /// The number of the user's uploads that were not refused.
    func openCount(of person: ID<Person>) throws -> Int
    /// The bytes that the user takes: announced, downloading, or submitted and not in a library yet.
    func used(by person: ID<Person>) throws -> Int64
    /// The bytes that all users take.
    func usedByAll() throws -> Int64
    /// The title and artist of a wish; nil if there is no such wish.
    func wished(_ id: ID<Wish>) throws -> (title: String, artist: String)?

    var submissions: any SubmissionState { get }
}

/// A write to the stored uploads, and to the submissions that they become.
package enum UploadWrite: Sendable {
    case add(Upload)
    /// Records the number of bytes that are safely on disk.
    case record(Int64, of: ID<Submission>, becoming: Upload.State, at: Timestamp)
    case refuse(ID<Submission>, reason: String, detail: String, at: Timestamp)
    case remove([ID<Submission>])
    /// Stores an inspected upload as a draft, with its fingerprint.
    case addDraft(InspectedUpload)
    case submission(SubmissionWrite)
}

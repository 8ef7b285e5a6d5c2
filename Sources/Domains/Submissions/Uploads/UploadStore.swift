package import Catalog
package import Journal
package import Primitives

/// Stores uploads. Every method is one transaction.
package protocol UploadStore: Sendable {
    /// Throws `tooLarge` with reason `quota_exceeded`, or `storageFull` with reason `quarantine_full`, beyond the
    /// limits, and `conflict` with reason `too_many_uploads` beyond `UploadRules.mostOpen`.
    func create(
        _ draft: UploadDraft, _ id: ID<Submission>, for caller: Principal, within bounds: UploadBounds, at: Timestamp
    ) async throws -> Upload
    /// The caller's own upload. Throws `notFound`.
    func upload(_ id: ID<Submission>, for caller: Principal) async throws -> Upload
    /// The caller's own uploads, oldest first; there are never many.
    func uploads(for caller: Principal) async throws -> [Upload]
    /// Records the number of bytes that are safely on disk. A complete upload then waits for inspection. Nil when the
    /// upload was removed.
    func record(_ received: Int64, of id: ID<Submission>, at: Timestamp) async throws -> Upload?
    /// Removes an upload; false where it is not the caller's or does not exist.
    func remove(_ id: ID<Submission>, for caller: Principal) async throws -> Bool
    /// The caller's bytes that are announced or submitted and not in a library yet.
    func used(by caller: Principal) async throws -> Int64
    /// The bytes that all users have announced and not sent yet.
    func outstanding() async throws -> Int64

    /// The number of uploads that wait for inspection or are being inspected.
    func waitingCount() async throws -> Int
    /// The upload that has waited longest for inspection.
    func nextToCheck(after: ID<Submission>?) async throws -> Upload?
    /// Turns an inspected upload into a submission. False when the upload was removed meanwhile.
    func accept(_ upload: Upload, _ finding: UploadFinding, at: Timestamp, journal entry: JournalEntry) async throws
        -> Bool
    func refuse(_ upload: Upload, reason: String, detail: String, at: Timestamp) async throws

    /// The uploads that received nothing since `instant` or were refused before it, with the number of all uploads.
    func abandoned(untouchedSince instant: Timestamp) async throws -> AbandonedSubmissions
    /// Removes those of `ids` that are still abandoned, and returns their ids.
    func remove(_ ids: [ID<Submission>], untouchedSince instant: Timestamp) async throws -> [ID<Submission>]
}

/// Fixed limits of uploads.
package enum UploadRules {
    package static let mostOpen = 1000
    /// The most milliseconds by which a file may be shorter than it declares; beyond that it is refused as truncated.
    package static let missingMilliseconds: Int64 = 3000
    /// The longest recording.
    package static let longestMilliseconds: Int64 = 24 * 3600 * 1000
}

/// The result of inspecting an upload.
package struct UploadFinding: Sendable, Equatable {
    package let form: SubmissionForm
    /// Whether the title is only the file's name.
    package let isUntitled: Bool
    package let audio: AudioProperties
    package let cover: BlobKey?
    /// The SHA-256 of the file.
    package let digest: [UInt8]
    /// Nil where the sound is not distinctive enough, or no fingerprint could be made.
    package let sound: SubmissionSound?

    package init(
        form: SubmissionForm, isUntitled: Bool, audio: AudioProperties, cover: BlobKey?, digest: [UInt8],
        sound: SubmissionSound? = nil
    ) {
        self.form = form
        self.isUntitled = isUntitled
        self.audio = audio
        self.cover = cover
        self.digest = digest
        self.sound = sound
    }

    /// The form, with the wish's title and artist where the file has no such tags.
    package func form(wished title: String, by artist: String) -> SubmissionForm {
        var form = form
        if isUntitled { form.title = title }
        if form.artists.isEmpty, !artist.isEmpty { form.artists = [artist] }
        return form
    }
}

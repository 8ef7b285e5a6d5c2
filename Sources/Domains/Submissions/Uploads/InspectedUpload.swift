package import Analysis
package import Catalog
import Journal
package import Primitives
package import Shelf

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
    package let analysis: AnalyzedSound?
    /// The signature of the file, as a scan makes it.
    package let signature: [UInt8]

    /// The form, with the wish's title and artist where the file has no such tags.
    package func form(wished title: String, by artist: String) -> SubmissionForm {
        var form = form
        if isUntitled { form.title = title }
        if form.artists.isEmpty, !artist.isEmpty { form.artists = [artist] }
        return form
    }
}

/// An upload that was inspected and becomes a submission of the same id.
package struct InspectedUpload: Sendable {
    package let upload: Upload
    package let finding: UploadFinding
    package let form: SubmissionForm
    /// Nil also where the wish was removed meanwhile.
    package let wish: ID<Wish>?
    package let instant: Timestamp

    init(
        _ upload: Upload, _ finding: UploadFinding, wished: (title: String, artist: String)?, at instant: Timestamp
    ) {
        self.upload = upload
        self.finding = finding
        form = wished.map { finding.form(wished: $0.title, by: $0.artist) } ?? finding.form
        wish = wished == nil ? nil : upload.wish
        self.instant = instant
    }

    /// The changes that turn the upload into a draft, and submit it if its submitter wanted that.
    ///
    /// - Parameter entry: the entry for the journal.
    func accept(_ submissions: any SubmissionState, journal entry: JournalEntry) throws -> Changes<UploadWrite> {
        var changes = Changes<UploadWrite>(
            at: instant, .remove([upload.id]), .addDraft(self), journal: [entry],
            events: [SubmissionEvents.upload(upload.id, "received", of: upload.account)])
        if upload.isSubmitted {
            let submitted = try SubmissionService.submit(
                upload.id, form, batch: upload.batch, of: upload.account, at: instant, submissions)
            changes.append(submitted) { .submission($0) }
        } else {
            changes.events += SubmissionEvents.events(upload.id, .draft, of: upload.account, forModerators: false)
        }
        return changes
    }
}

package import Primitives
package import Catalog

/// What looking through an upload has found out.
package struct UploadFinding: Sendable, Equatable {
    package let form: SubmissionForm
    /// Whether the title is only what the file is called.
    package let isUntitled: Bool
    package let audio: AudioProperties
    package let cover: BlobKey?
    /// SHA-256 of the file.
    package let digest: [UInt8]
    /// Nil where it tells too little, or nobody could listen.
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

    /// The form, in which what the file does not say of itself is as somebody has wished for it.
    package func form(wished title: String, by artist: String) -> SubmissionForm {
        var form = form
        if isUntitled { form.title = title }
        if form.artists.isEmpty, !artist.isEmpty { form.artists = [artist] }
        return form
    }
}

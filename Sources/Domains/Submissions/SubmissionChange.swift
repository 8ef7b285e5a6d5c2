package import Primitives
package import Shelf

/// Whose cover several submissions get.
package enum SharedCover: Sendable, Equatable {
    /// Each the one in its own file.
    case own
    /// That of one which the caller sees.
    case of(ID<Submission>)
}

/// What somebody changes about a submission's form; nil leaves a field as it is.
package struct SubmissionChange: Sendable, Equatable {
    package static let longestNote = 1000

    package var title: String?
    package var artists: [String]?
    package var album: String??
    package var albumArtists: [String]?
    package var genres: [String]?
    package var year: Int??
    package var trackNumber: Int??
    package var discNumber: Int??
    package var note: String?
    package var wish: ID<Wish>??
    /// The revision that the caller has seen; nil changes whatever is there.
    package var revision: Int?

    package init() {}

    /// Whether it leaves all as it is.
    package var isEmpty: Bool {
        var other = SubmissionChange()
        other.revision = revision
        return self == other
    }

    /// The note without white space around it. Throws `invalid`.
    package func tidyNote() throws(DomainError) -> String? {
        guard let note else { return nil }
        let trimmed = note.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.joined(separator: "\n")
        guard trimmed.count <= Self.longestNote else {
            throw .invalid("A note has at most \(Self.longestNote) characters", field: "note")
        }
        return trimmed
    }

    package func applied(to form: SubmissionForm) throws(DomainError) -> SubmissionForm {
        var form = form
        if let title { form.title = title }
        if let artists { form.artists = artists }
        if let album { form.album = album }
        if let albumArtists { form.albumArtists = albumArtists }
        if let genres { form.genres = genres }
        if let year { form.year = year }
        if let trackNumber { form.trackNumber = trackNumber }
        if let discNumber { form.discNumber = discNumber }
        return try form.checked()
    }
}

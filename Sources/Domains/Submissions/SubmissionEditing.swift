import Accounts
import Journal
package import Primitives
package import Shelf

/// Editing submissions, one or a whole album at once.
extension SubmissionService {
    /// Changes a submission's form, note or wish.
    package func edit(
        _ id: ID<Submission>, _ change: SubmissionChange, as caller: Principal, from origin: String
    ) async throws -> Submission {
        try caller.require(.submit)
        guard !change.isEmpty else { throw Self.noChange }
        try await self.change(id, "submission.edit", as: caller, from: origin) { submission, submissions, instant in
            try Self.edit(
                submission, revision: change.revision, change, cover: nil, as: caller, at: instant, submissions)
        }
        return try await submission(id, as: caller)
    }

    /// Changes the common fields of an album's files, of all or of none. Throws what `edit` throws for any of them, and
    /// `invalid` when the cover is that of a submission without one.
    package func editAll(
        _ versions: [(id: ID<Submission>, revision: Int?)], _ change: SubmissionChange, cover: SharedCover?,
        as caller: Principal, from origin: String
    ) async throws -> [Submission] {
        try caller.require(.submit)
        guard !change.isEmpty || cover != nil else { throw Self.noChange }
        let instant = clock.now()
        try await store.edit { submissions in
            let picture = try cover.map { try Self.picture($0, as: caller, submissions) }
            var all = Changes<SubmissionWrite>(at: instant)
            for (id, revision) in versions {
                let changes = try Self.edit(
                    submissions.submission(id, for: caller), revision: revision, change, cover: picture, as: caller,
                    at: instant, submissions)
                all.append(changes) { $0 }
                all.journal.append(
                    JournalEntry(
                        at: instant, by: caller, from: origin, "submission.edit", .init("submission", id),
                        details: ["together": String(versions.count)]))
            }
            return all
        }
        var changed: [Submission] = []
        for version in versions { changed.append(try await submission(version.id, as: caller)) }
        return changed
    }

    /// - Parameter cover: the cover to set, `.some(nil)` for the file's own; nil leaves it.
    private static func edit(
        _ submission: Submission, revision: Int?, _ change: SubmissionChange, cover: BlobKey??,
        as caller: Principal, at instant: Timestamp, _ submissions: any SubmissionState
    ) throws -> Changes<SubmissionWrite> {
        try submission.checkEdit(by: caller)
        if let revision, revision != submission.revision { throw DomainError.editedSubmission }
        var values = try SubmissionValues(submission, changedBy: change)
        if let cover { values.cover = cover }
        if let wish = values.wish, wish != submission.wish {
            guard try submissions.wishes.exists(wish) else { throw DomainError.noSuchWish }
        }
        return Changes(
            at: instant, .edit(submission.id, values, at: instant),
            events: SubmissionEvents.events(submission, becoming: submission.state))
    }

    private static func picture(
        _ cover: SharedCover, as caller: Principal, _ submissions: any SubmissionState
    ) throws -> BlobKey? {
        switch cover {
        case .own: return nil
        case .of(let source):
            guard let cover = try submissions.submission(source, for: caller).cover else {
                throw DomainError.invalid("That submission has no cover", field: "coverFrom")
            }
            return cover
        }
    }

    /// Sets the cover. `bytes` is a complete JPEG, PNG or WebP file, whatever its declared type; a square version of it
    /// is stored. Nil restores the file's own cover.
    package func setCover(
        _ bytes: [UInt8]?, of id: ID<Submission>, as caller: Principal, from origin: String
    ) async throws -> Submission {
        // Checked before the picture is stored, so that nobody fills the disk with pictures that they may not set.
        _ = try await submission(id, as: caller)
        var cover: BlobKey?
        if let bytes { cover = try await pictures.store(bytes, as: caller) }
        try await change(id, "submission.edit", ["fields": "cover"], as: caller, from: origin) {
            [cover] submission, _, instant in
            try submission.checkEdit(by: caller)
            return Changes(
                at: instant, .setCover(cover, of: id, at: instant),
                events: SubmissionEvents.events(submission, becoming: submission.state))
        }
        return try await submission(id, as: caller)
    }

    private static var noChange: DomainError {
        DomainError(.invalid, "The request changes nothing. Send at least one field", reason: "no_change")
    }
}

/// The cover that several submissions get.
package enum SharedCover: Sendable, Equatable {
    /// The cover in each submission's own file.
    case own
    /// The cover of a submission that the caller sees.
    case of(ID<Submission>)
}

/// A change of a submission's form; nil leaves a field as it is.
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
    /// The revision that the caller has seen; nil applies the change to any revision.
    package var revision: Int?

    package init() {}

    /// Whether it changes nothing.
    package var isEmpty: Bool {
        var other = SubmissionChange()
        other.revision = revision
        return self == other
    }

    /// The note with normalized white space. Throws `invalid` where it is too long.
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

/// The values of a submission that its submitter and moderators edit.
package struct SubmissionValues: Sendable, Equatable {
    package let form: SubmissionForm
    package let note: String
    package let wish: ID<Wish>?
    /// Nil for the file's own cover.
    package var cover: BlobKey?

    /// Throws `invalid` where the change is not allowed.
    init(_ submission: Submission, changedBy change: SubmissionChange) throws(DomainError) {
        form = try change.applied(to: submission.form)
        note = try change.tidyNote() ?? submission.note
        wish = change.wish ?? submission.wish
        cover = submission.hasCustomCover ? submission.cover : nil
    }
}

package import Catalog
package import Primitives
package import Shelf

/// The description of a submitted file. It begins with the file's own tags. Differences from them become a correction
/// in the catalog, because files are never written.
package struct SubmissionForm: Sendable, Equatable, Codable {
    package var title: String
    package var artists: [String]
    package var album: String?
    package var albumArtists: [String]
    package var genres: [String]
    package var year: Int?
    package var trackNumber: Int?
    package var discNumber: Int?

    package init(
        title: String, artists: [String] = [], album: String? = nil, albumArtists: [String] = [],
        genres: [String] = [], year: Int? = nil, trackNumber: Int? = nil, discNumber: Int? = nil
    ) {
        self.title = title
        self.artists = artists
        self.album = album
        self.albumArtists = albumArtists
        self.genres = genres
        self.year = year
        self.trackNumber = trackNumber
        self.discNumber = discNumber
    }

    /// - Parameter grouping: the grouping of `tags`, at a path that ends with the submitter's file name.
    package init(tagsOf tags: TrackTags, _ grouping: TrackGrouping) {
        let file = TrackEdit(tagsOf: grouping)
        let names = file.artists ?? []
        self.init(
            title: grouping.title, artists: names == [Grouping.unknownArtist] ? [] : names,
            album: tags.album == nil ? nil : file.album, albumArtists: file.albumArtists ?? [],
            genres: file.genres ?? [], year: file.year, trackNumber: grouping.trackNumber,
            discNumber: grouping.discNumber)
    }

    /// The corrections that turn the file's own tags, `file`, into this form.
    package func corrections(to file: TrackEdit) -> TrackEdit {
        var edit = TrackEdit()
        if title != file.title { edit.title = title }
        if !artists.isEmpty, artists != file.artists { edit.artists = artists }
        if let album, album != file.album {
            edit.album = album
            edit.leavesRelease = true
        }
        if albumArtists != file.albumArtists ?? [] { edit.albumArtists = albumArtists }
        if genres != file.genres ?? [] { edit.genres = genres }
        if let year, year != file.year { edit.year = year }
        if let trackNumber, trackNumber != file.trackNumber { edit.trackNumber = trackNumber }
        if let discNumber, discNumber != file.discNumber { edit.discNumber = discNumber }
        return edit
    }

    /// The form with normalized white space. Throws `invalid` with the invalid field.
    func checked() throws(DomainError) -> SubmissionForm {
        var change = EditChange()
        change.title = .set(title)
        if !artists.isEmpty { change.artists = .set(artists) }
        if let album { change.album = .set(album) }
        change.albumArtists = .set(albumArtists)
        change.genres = .set(genres)
        if let year { change.year = .set(year) }
        if let trackNumber { change.trackNumber = .set(trackNumber) }
        if let discNumber { change.discNumber = .set(discNumber) }
        let edit = try change.checkedValues()
        return SubmissionForm(
            title: edit.title ?? title, artists: edit.artists ?? [], album: edit.album,
            albumArtists: edit.albumArtists ?? [], genres: edit.genres ?? [], year: edit.year,
            trackNumber: edit.trackNumber, discNumber: edit.discNumber)
    }

    /// The search words for moderators.
    package var words: String {
        SearchText.words(([title, album ?? ""] + artists + albumArtists).joined(separator: " "))
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

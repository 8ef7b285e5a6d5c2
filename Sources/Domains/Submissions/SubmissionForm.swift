package import Catalog
import Primitives

/// What people say a given file is. It begins as what the file says itself; where it differs in the end, it becomes a correction beside
/// the catalogue, for files are never written.
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

    /// - Parameter grouping: of `tags`, at a path that ends in what the giver calls the file.
    package init(saidBy tags: TrackTags, _ grouping: TrackGrouping) {
        let file = TrackEdit(saidBy: grouping)
        let names = file.artists ?? []
        self.init(
            title: grouping.title, artists: names == [Grouping.unknownArtist] ? [] : names,
            album: tags.album == nil ? nil : file.album, albumArtists: file.albumArtists ?? [],
            genres: file.genres ?? [], year: file.year, trackNumber: grouping.trackNumber,
            discNumber: grouping.discNumber)
    }

    /// What must be corrected so that a file that says `file` of itself is what this form says.
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

    /// With white space tidied. Throws `invalid` with the field at fault.
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

    /// The words by which moderators find it.
    package var words: String {
        SearchText.words(([title, album ?? ""] + artists + albumArtists).joined(separator: " "))
    }
}

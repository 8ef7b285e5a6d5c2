package import Primitives

/// What moderators have corrected about one track. A field that is nil is as the file says.
///
/// It is kept beside the catalogue and applied to the tags whenever the file is read; the file is never written. The same shape also
/// tells what a file itself says: `init(saidBy:)`.
package struct TrackEdit: Sendable, Equatable, Codable {
    package enum Field: String, Sendable, CaseIterable {
        case title, artists, album, albumArtists, genres, year, trackNumber, discNumber, cover
    }

    package enum Value: Sendable, Equatable {
        case text(String)
        case list([String])
        case number(Int)
        case image(BlobKey)
    }

    package var title: String?
    package var artists: [String]?
    package var album: String?
    /// Empty: the album has no artists of its own, and is by who performs on it.
    package var albumArtists: [String]?
    /// Empty: none.
    package var genres: [String]?
    package var year: Int?
    package var trackNumber: Int?
    package var discNumber: Int?
    /// Not part of the coded form: stores keep it where they can see what refers to an image.
    package var cover: BlobKey?
    /// Whether the corrected album is another than the MusicBrainz release in the file's tags. It is when one track is put on another
    /// album, and is not when an album is renamed as a whole.
    package var leavesRelease = false

    private enum CodingKeys: CodingKey {
        case title, artists, album, albumArtists, genres, year, trackNumber, discNumber, leavesRelease
    }

    package init() {}

    /// What the file says, as the catalogue understands it.
    package init(saidBy grouping: TrackGrouping) {
        title = grouping.title
        artists = grouping.credits.filter { $0.role == .performer }.map(\.name)
        album = grouping.albumName
        albumArtists = grouping.credits.filter { $0.role == .albumArtist }.map(\.name)
        genres = grouping.genres
        year = grouping.originalYear ?? grouping.year
        trackNumber = grouping.trackNumber
        discNumber = grouping.discNumber
    }

    package var isEmpty: Bool { fields.isEmpty }

    /// The corrected fields.
    package var fields: [Field] { Field.allCases.filter { self[$0] != nil } }

    package subscript(field: Field) -> Value? {
        switch field {
        case .title: title.map(Value.text)
        case .artists: artists.map(Value.list)
        case .album: album.map(Value.text)
        case .albumArtists: albumArtists.map(Value.list)
        case .genres: genres.map(Value.list)
        case .year: year.map(Value.number)
        case .trackNumber: trackNumber.map(Value.number)
        case .discNumber: discNumber.map(Value.number)
        case .cover: cover.map(Value.image)
        }
    }

    /// Makes `field` what it is in `other`.
    package mutating func take(_ field: Field, from other: TrackEdit) {
        switch field {
        case .title: title = other.title
        case .artists: artists = other.artists
        case .album: (album, leavesRelease) = (other.album, other.leavesRelease)
        case .albumArtists: albumArtists = other.albumArtists
        case .genres: genres = other.genres
        case .year: year = other.year
        case .trackNumber: trackNumber = other.trackNumber
        case .discNumber: discNumber = other.discNumber
        case .cover: cover = other.cover
        }
    }

    /// The tags as they would be had the file been corrected. What a tag says beside a corrected one (its sort name, its MusicBrainz
    /// id, a line of credits) goes with it, because it speaks of the old value. The year stands for both dates: it is the one that
    /// people see and sort by.
    package func applied(to tags: TrackTags) -> TrackTags {
        var tags = tags
        if let title { (tags.title, tags.titleSort) = (title, nil) }
        if let artists {
            (tags.artists, tags.artistCredit, tags.artistSorts) = (artists, nil, [])
            tags.musicBrainz.artists = []
        }
        if let album {
            (tags.album, tags.albumSort) = (album, nil)
            if leavesRelease {
                (tags.musicBrainz.release, tags.musicBrainz.releaseGroup) = (nil, nil)
                (tags.further.recordLabels, tags.further.releaseTypes) = ([], [])
                tags.further.albumVersion = nil
            }
        }
        if let albumArtists {
            (tags.albumArtists, tags.albumArtistSorts, tags.isCompilation) = (albumArtists, [], false)
            tags.musicBrainz.albumArtists = []
            tags.further.albumArtistCredit = nil
        }
        if let genres { tags.genres = genres }
        if let trackNumber { tags.trackNumber = trackNumber }
        if let discNumber { tags.discNumber = discNumber }
        if let year {
            if Grouping.year(tags.date) != year { tags.date = Self.date(year) }
            tags.originalDate = nil
            tags.further.releaseDate = nil
        }
        return tags
    }

    private static func date(_ year: Int) -> String {
        let digits = String(year)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension ScanBatch.TrackWrite {
    /// What to write for the file once `edit` holds for it.
    package func corrected(by edit: TrackEdit) -> Self {
        var media = media
        media.tags = edit.applied(to: media.tags)
        return Self(
            id: id, change: change, path: path, facts: facts, media: media,
            grouping: Grouping.group(media.tags, at: path), correctedCover: edit.cover)
    }
}

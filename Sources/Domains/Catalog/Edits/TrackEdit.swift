package import Primitives

/// The moderators' corrections of one track. A nil field has the file's value.
///
/// It is stored beside the catalog and applied to the tags whenever the file is read; the file is never written. The
/// same type also represents a file's own values: `init(tagsOf:)`.
package struct TrackEdit: Sendable, Equatable, Codable {
    package enum Field: String, Sendable, CaseIterable {
        case title, artists, album, albumArtists, genres, year, trackNumber, discNumber, visual, cover
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
    /// Empty: the album has no album artists, and is credited to its performers.
    package var albumArtists: [String]?
    /// Empty: no genres.
    package var genres: [String]?
    package var year: Int?
    package var trackNumber: Int?
    package var discNumber: Int?
    /// The visual that players draw to the track, for listeners who leave it to the track. No file has one.
    package var visual: Visual?
    /// Not part of the encoded form: stores keep it where they can find references to an image.
    package var cover: BlobKey?
    /// Whether the corrected album differs from the MusicBrainz release in the file's tags. True if a single track is
    /// moved to another album; false if an album is renamed as a whole.
    package var leavesRelease = false

    private enum CodingKeys: CodingKey {
        case title, artists, album, albumArtists, genres, year, trackNumber, discNumber, visual, leavesRelease
    }

    package init() {}

    /// The file's own values, as the catalog interprets them.
    package init(tagsOf grouping: TrackGrouping) {
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
        case .visual: visual.map { Value.text($0.rawValue) }
        case .cover: cover.map(Value.image)
        }
    }

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
        case .visual: visual = other.visual
        case .cover: cover = other.cover
        }
    }

    /// The tags as they would be if the file itself were corrected. Tags that describe a corrected value (its sort
    /// name, its MusicBrainz id, a credit line) are removed with it, because they describe the old value. The year
    /// replaces both dates: it is the one that users see and sort by.
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
                (tags.extendedTags.recordLabels, tags.extendedTags.releaseTypes) = ([], [])
                tags.extendedTags.albumVersion = nil
            }
        }
        if let albumArtists {
            (tags.albumArtists, tags.albumArtistSorts, tags.isCompilation) = (albumArtists, [], false)
            tags.musicBrainz.albumArtists = []
            tags.extendedTags.albumArtistCredit = nil
        }
        if let genres { tags.genres = genres }
        if let trackNumber { tags.trackNumber = trackNumber }
        if let discNumber { tags.discNumber = discNumber }
        if let year {
            if Grouping.year(tags.date) != year { tags.date = Self.date(year) }
            tags.originalDate = nil
            tags.extendedTags.releaseDate = nil
        }
        return tags
    }

    private static func date(_ year: Int) -> String {
        let digits = String(year)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension ScanBatch.TrackWrite {
    /// The write for the file with `edit` applied.
    package func corrected(by edit: TrackEdit) -> Self {
        var media = media
        media.tags = edit.applied(to: media.tags)
        return Self(
            id: id, change: change, path: path, facts: facts, media: media,
            grouping: Grouping.group(media.tags, at: path), correctedCover: edit.cover)
    }
}

/// The visuals that clients can draw to a track.
package enum Visual: String, Sendable, CaseIterable, Codable {
    case currents, aurora, swarm, kaleidoscope, ink, ridges, cells, rings, liquid, tunnel
}

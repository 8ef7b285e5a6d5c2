import Primitives
import Catalog
import Shelf
import HTTPSupport

/// An artist as other bodies refer to it.
struct ArtistReferenceBody: JSONWritable {
    let artist: ArtistReference

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", artist.id.rawValue)
            json.field("name", artist.name)
        }
    }

    static let schema = Schema.object(required: [("id", .text), ("name", .text)], optional: [])
}

/// An album in a list.
struct AlbumItemBody: JSONWritable {
    let item: AlbumItem
    let annotation: Annotation

    init(_ item: AlbumItem, _ annotations: Annotations) {
        self.item = item
        annotation = annotations[item.id]
    }

    func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    func writeMembers(to json: inout JSONWriter) {
        json.field("id", item.id.rawValue)
        json.field("name", item.name)
        json.field("albumArtists", item.artists.map(ArtistReferenceBody.init))
        json.field("year", item.year)
        json.field("originalYear", item.originalYear)
        json.field("trackCount", item.trackCount)
        json.field("durationMs", item.durationMilliseconds)
        json.field("cover", item.cover.map(ImagePath.text))
        CoverBody.writeMembers(item.coverFacts, to: &json)
        AnnotationFields.write(annotation, to: &json)
        json.field("compilation", item.isCompilation)
        json.field("addedAt", item.addedAt)
        if item.isExplicit { json.field("explicit", true) }
    }

    static let required: [(String, Schema)] =
        [
            ("id", .text), ("name", .text), ("albumArtists", .array(.named("ArtistReference"))),
            ("trackCount", .integer),
            ("durationMs", .integer), ("compilation", .flag), ("addedAt", .instant),
        ] + AnnotationFields.required
    static let optional: [(String, Schema)] =
        [("year", .integer), ("originalYear", .integer), ("cover", .text), ("explicit", .flag)] + CoverBody.optional
        + AnnotationFields.optional
    static let schema = Schema.object(required: required, optional: optional)
}

/// An album with its tracks.
struct AlbumBody: JSONWritable {
    let album: AlbumDetails
    let annotations: Annotations

    func write(to json: inout JSONWriter) {
        json.object { json in
            AlbumItemBody(album.item, annotations).writeMembers(to: &json)
            json.field("date", album.date)
            json.field("originalDate", album.originalDate)
            json.field("releaseDate", album.facts.releaseDate)
            json.field("genres", album.genres)
            json.field("discTotal", album.discTotal)
            writeRelease(to: &json)
            if album.musicBrainzRelease != nil || album.musicBrainzReleaseGroup != nil {
                json.key("musicBrainz")
                json.object { json in
                    json.field("releaseId", album.musicBrainzRelease)
                    json.field("releaseGroupId", album.musicBrainzReleaseGroup)
                }
            }
            json.field("tracks", album.tracks.map { TrackItemBody($0, annotations) })
        }
    }

    private func writeRelease(to json: inout JSONWriter) {
        let release = album.facts.release
        json.field("sortName", release.sortName)
        json.field("artistCredit", release.artistCredit)
        json.field("recordLabels", release.recordLabels)
        json.field("releaseTypes", release.types)
        json.field("version", release.version)
        json.field("moods", release.moods)
        json.field("advisory", release.advisory?.rawValue)
        json.key("discTitles")
        json.array(release.discTitles) { json, title in
            json.object { json in
                json.field("disc", title.disc)
                json.field("title", title.title)
            }
        }
    }

    static let schema = Schema.object(
        required: AlbumItemBody.required + [
            ("genres", .array(.text)), ("discTotal", .integer), ("recordLabels", .array(.text)),
            ("releaseTypes", .array(.text)), ("moods", .array(.text)),
            ("discTitles", .array(.object(required: [("disc", .integer), ("title", .text)], optional: []))),
            ("tracks", .array(.named("TrackItem"))),
        ],
        optional: AlbumItemBody.optional + [
            ("date", .text), ("originalDate", .text), ("releaseDate", .text), ("sortName", .text),
            ("artistCredit", .text), ("version", .text), ExtendedTagsBody.advisory, ("musicBrainz", .anything),
        ])
}

/// An artist in a list.
struct ArtistItemBody: JSONWritable {
    let item: ArtistItem
    let annotation: Annotation

    init(_ item: ArtistItem, _ annotations: Annotations) {
        self.item = item
        annotation = annotations[item.id]
    }

    func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    func writeMembers(to json: inout JSONWriter) {
        json.field("id", item.id.rawValue)
        json.field("name", item.name)
        json.field("albumCount", item.albumCount)
        json.field("trackCount", item.trackCount)
        json.field("cover", item.cover.map(ImagePath.text))
        json.field("image", item.image.map(ImagePath.text))
        AnnotationFields.write(annotation, to: &json)
    }

    static let required: [(String, Schema)] =
        [
            ("id", .text), ("name", .text), ("albumCount", .integer), ("trackCount", .integer),
        ] + AnnotationFields.required
    static let optional: [(String, Schema)] =
        [("cover", .text), ("image", .text)] + AnnotationFields.optional
    static let schema = Schema.object(required: required, optional: optional)
}

/// An artist with their music.
struct ArtistBody: JSONWritable {
    let artist: ArtistDetails
    /// The artist's tracks that all users play most.
    let topTracks: [TrackItem]
    let annotations: Annotations

    func write(to json: inout JSONWriter) {
        json.object { json in
            ArtistItemBody(artist.item, annotations).writeMembers(to: &json)
            json.field("sortName", artist.sortName)
            json.field("musicBrainzId", artist.musicBrainzID)
            json.field("roles", artist.roles.map(\.rawValue))
            json.field("totalListenings", artist.listenings)
            json.field("albums", artist.albums.map { AlbumItemBody($0, annotations) })
            json.field("appearsOn", artist.appearsOn.map { AlbumItemBody($0, annotations) })
            json.field("topTracks", topTracks.map { TrackItemBody($0, annotations) })
        }
    }

    static let schema = Schema.object(
        required: ArtistItemBody.required + [
            ("roles", .array(.text)), ("totalListenings", .integer), ("albums", .array(.named("AlbumItem"))),
            ("appearsOn", .array(.named("AlbumItem"))),
            ("topTracks", .array(.named("TrackItem"))),
        ], optional: ArtistItemBody.optional + [("sortName", .text), ("musicBrainzId", .text)])
}

struct GenreBody: JSONWritable {
    let genre: GenreItem

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", genre.id.rawValue)
            json.field("name", genre.name)
            json.field("albumCount", genre.albumCount)
            json.field("trackCount", genre.trackCount)
            json.field("cover", genre.cover.map(ImagePath.text))
        }
    }

    static let schema = Schema.object(
        required: [("id", .text), ("name", .text), ("albumCount", .integer), ("trackCount", .integer)],
        optional: [("cover", .text)])
}

struct SearchBody: JSONWritable {
    let query: String
    let results: SearchResults
    let annotations: Annotations

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("query", query)
            json.field("artists", results.artists.map { ArtistItemBody($0, annotations) })
            json.field("albums", results.albums.map { AlbumItemBody($0, annotations) })
            json.field("tracks", results.tracks.map { TrackItemBody($0, annotations) })
            json.field("genres", results.genres.map(GenreBody.init))
        }
    }

    static let schema = Schema.object(
        required: [
            ("query", .text), ("artists", .array(.named("ArtistItem"))), ("albums", .array(.named("AlbumItem"))),
            ("tracks", .array(.named("TrackItem"))), ("genres", .array(.named("Genre"))),
        ], optional: [])
}

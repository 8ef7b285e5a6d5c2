import Primitives
package import Catalog
import Shelf
import HTTPSupport

/// An artist as other bodies refer to it.
extension ArtistReference: ObjectBody {
    package static let component: String? = "ArtistReference"
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("name") { $0.name }
    }
}

/// An album in a list.
struct AlbumItemBody: ObjectBody {
    static let component: String? = "AlbumItem"
    static let fields = Fields<Self> {
        Field("id") { $0.item.id.rawValue }
        Field("name") { $0.item.name }
        Field("albumArtists") { $0.item.artists }
        Field("year") { $0.item.year }
        Field("originalYear") { $0.item.originalYear }
        Field("trackCount") { $0.item.trackCount }
        Field("durationMs") { $0.item.durationMilliseconds }
        Field("cover") { $0.item.cover.map(ImagePath.text) }
        Field(allOf: ImageFacts.self) { $0.item.coverFacts }
        Field(allOf: Annotation.self) { $0.annotation }
        Field("compilation") { $0.item.isCompilation }
        Field("addedAt") { $0.item.addedAt }
        Field("explicit") { $0.item.isExplicit ? true : nil }
    }

    let item: AlbumItem
    let annotation: Annotation

    init(_ item: AlbumItem, _ annotations: Annotations) {
        self.item = item
        annotation = annotations[item.id]
    }
}

/// An album with its tracks.
struct AlbumBody: ObjectBody {
    static let component: String? = "Album"
    static let fields = Fields<Self> {
        Field(allOf: AlbumItemBody.self) { AlbumItemBody($0.album.item, $0.annotations) }
        Field("date") { $0.album.facts.date }
        Field("originalDate") { $0.album.facts.originalDate }
        Field("releaseDate") { $0.album.facts.releaseDate }
        Field("genres") { $0.album.facts.genres }
        Field("discTotal") { $0.album.facts.discTotal }
        Field("sortName") { $0.album.facts.release.sortName }
        Field("artistCredit") { $0.album.facts.release.artistCredit }
        Field("recordLabels") { $0.album.facts.release.recordLabels }
        Field("releaseTypes") { $0.album.facts.release.types }
        Field("version") { $0.album.facts.release.version }
        Field("moods") { $0.album.facts.release.moods }
        Field("advisory") { $0.album.facts.release.advisory }
        Field("discTitles", each: { $0.album.facts.release.discTitles }) {
            Field("disc") { $0.disc }
            Field("title") { $0.title }
        }
        Field("musicBrainz", ifPresent: { $0.isInMusicBrainz ? $0.album.facts : nil }) {
            Field("releaseId") { $0.musicBrainzRelease }
            Field("releaseGroupId") { $0.musicBrainzReleaseGroup }
        }
        Field("tracks") { body in body.album.tracks.map { TrackItemBody($0, body.annotations) } }
    }

    let album: AlbumDetails
    let annotations: Annotations

    private var isInMusicBrainz: Bool {
        album.facts.musicBrainzRelease != nil || album.facts.musicBrainzReleaseGroup != nil
    }

    /// An album as `caller` sees it.
    init(of id: ID<Album>, _ catalog: CatalogService, _ lookup: AnnotationLookup, as caller: Principal) async throws {
        album = try await catalog.album(id, as: caller)
        annotations = try await lookup.of(tracks: album.tracks, albums: [album.item], as: caller)
    }
}

/// An artist in a list.
struct ArtistItemBody: ObjectBody {
    static let component: String? = "ArtistItem"
    static let fields = Fields<Self> {
        Field("id") { $0.item.id.rawValue }
        Field("name") { $0.item.name }
        Field("albumCount") { $0.item.albumCount }
        Field("trackCount") { $0.item.trackCount }
        Field("cover") { $0.item.cover.map(ImagePath.text) }
        Field("image") { $0.item.image.map(ImagePath.text) }
        Field("color") { $0.item.color?.hex }
        Field(allOf: Annotation.self) { $0.annotation }
    }

    let item: ArtistItem
    let annotation: Annotation

    init(_ item: ArtistItem, _ annotations: Annotations) {
        self.item = item
        annotation = annotations[item.id]
    }
}

/// An artist with their music.
struct ArtistBody: ObjectBody {
    static let component: String? = "Artist"
    static let fields = Fields<Self> {
        Field(allOf: ArtistItemBody.self) { ArtistItemBody($0.artist.item, $0.annotations) }
        Field("sortName") { $0.artist.facts.sortName }
        Field("musicBrainzId") { $0.artist.facts.musicBrainzID }
        Field("roles") { $0.artist.facts.roles.map(\.rawValue) }
        Field("totalListenings") { $0.artist.listenings }
        Field("albums") { body in body.artist.albums.map { AlbumItemBody($0, body.annotations) } }
        Field("appearsOn") { body in body.artist.appearsOn.map { AlbumItemBody($0, body.annotations) } }
        Field("topTracks") { body in body.topTracks.map { TrackItemBody($0, body.annotations) } }
    }

    let artist: ArtistDetails
    /// The artist's tracks that all users play most.
    let topTracks: [TrackItem]
    let annotations: Annotations
}

extension GenreItem: ObjectBody {
    package static let component: String? = "Genre"
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("name") { $0.name }
        Field("albumCount") { $0.albumCount }
        Field("trackCount") { $0.trackCount }
        Field("cover") { $0.cover.map(ImagePath.text) }
        Field("color") { $0.color?.hex }
    }
}

struct SearchBody: ObjectBody {
    static let component: String? = "SearchResults"
    static let fields = Fields<Self> {
        Field("query") { $0.query }
        Field("artists") { body in body.results.artists.map { ArtistItemBody($0, body.annotations) } }
        Field("albums") { body in body.results.albums.map { AlbumItemBody($0, body.annotations) } }
        Field("tracks") { body in body.results.tracks.map { TrackItemBody($0, body.annotations) } }
        Field("genres") { $0.results.genres }
    }

    let query: String
    let results: SearchResults
    let annotations: Annotations
}

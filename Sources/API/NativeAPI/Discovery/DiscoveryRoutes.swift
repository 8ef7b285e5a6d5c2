import Catalog
package import HTTPSupport
import Hummingbird
package import Discovery
import Primitives
import Shelf

/// Information about artists and albums, and similar music.
package struct DiscoveryRoutes: Sendable {
    private let discovery: DiscoveryService
    private let annotations: AnnotationLookup

    package init(discovery: DiscoveryService, annotations: AnnotationLookup) {
        self.discovery = discovery
        self.annotations = annotations
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/artists/{id}/info", .requires(.browse), tag: "catalogue",
            "Information about an artist, and similar artists", parameters: [Self.limit(100, 20)],
            reply: ArtistInfoBody.self, capacity: 16 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let info = try await discovery.info(
                of: context.id("id"), similar: request.number("limit", in: 1...100) ?? 20, as: caller)
            let annotations = try await annotations.of(artists: info.similar, as: caller)
            return ArtistInfoBody(info: info, annotations: annotations)
        }
        Endpoint(
            .get, "/api/v1/albums/{id}/info", .requires(.browse), tag: "catalogue", "Information about an album",
            reply: AlbumInfo.self, compressed: true
        ) { _, context in try await discovery.info(of: context.id("id"), as: context.principal()) }
        Endpoint(
            .get, "/api/v1/artists/{id}/top-tracks", .requires(.browse), tag: "catalogue",
            "An artist's tracks, the most played first", parameters: [Self.limit(500, 20)],
            reply: ListBody<TrackItemBody>.self, capacity: 32 * 1024, compressed: true
        ) { request, context in
            let tracks = try await discovery.topTracks(
                of: context.id("id"), limit: request.number("limit", in: 1...500) ?? 20, as: context.principal())
            return try await list(tracks, context)
        }
        similar("artists", "Tracks of an artist and of similar artists") { .artist(try $0.id("id")) }
        similar("albums", "Tracks similar to those of an album") { .album(try $0.id("id")) }
        similar("tracks", "Tracks similar to a track") { .track(try $0.id("id")) }
    }

    private func similar(
        _ kind: String, _ summary: String,
        _ target: @escaping @Sendable (GatewayContext) throws -> DiscoveryTarget
    ) -> Endpoint {
        Endpoint(
            .get, "/api/v1/\(kind)/{id}/similar-tracks", .requires(.browse), tag: "catalogue", summary,
            parameters: [
                Self.limit(500, 20),
                Endpoint.Parameter(
                    "seed", .integer, "Chooses the mix: the same seed gives the same one; random by default"),
            ], reply: ListBody<TrackItemBody>.self, capacity: 32 * 1024, compressed: true
        ) { request, context in
            let seed = try request.number("seed", in: 0...Int.max).map { UInt64($0) } ?? .random(in: 0 ... .max)
            let caller = try context.principal()
            let tracks = try await discovery.similarTracks(
                to: target(context), limit: request.number("limit", in: 1...500) ?? 20, seed: seed, as: caller)
            return try await list(tracks, context)
        }
    }

    private func list(_ tracks: [TrackItem], _ context: GatewayContext) async throws -> ListBody<TrackItemBody> {
        let annotations = try await annotations.of(tracks: tracks, as: context.principal())
        return ListBody(tracks.map { TrackItemBody($0, annotations) })
    }

    private static func limit(_ most: Int, _ usual: Int) -> Endpoint.Parameter {
        Endpoint.Parameter("limit", .integer, "1 to \(most); \(usual) by default")
    }
}

/// Information about an artist.
struct ArtistInfoBody: ObjectBody {
    static let component: String? = "ArtistInfo"
    static let fields = Fields<Self> {
        Field("id") { $0.info.artist.id.rawValue }
        Field("name") { $0.info.artist.name }
        Field("image") { $0.info.artist.picture.map(ImagePath.text) }
        Field("imageCredit") { $0.info.pictureCredit }
        Field("biography") { $0.info.biography }
        Field("biographyCredit") { $0.info.biographyCredit }
        Field("musicBrainzId") { $0.info.musicBrainzID }
        Field("similar") { body in body.info.similar.map { ArtistItemBody($0, body.annotations) } }
    }

    let info: ArtistInfo
    let annotations: Annotations
}

/// Information about an album.
extension AlbumInfo: ObjectBody {
    package static let component: String? = "AlbumInfo"
    package static let fields = Fields<Self> {
        Field("id") { $0.album.id.rawValue }
        Field("name") { $0.album.name }
        Field("cover") { $0.album.cover.map(ImagePath.text) }
        Field("coverCredit") { $0.coverCredit }
        Field("originalDateCredit") { $0.originalDateCredit }
        Field("notes") { $0.notes }
        Field("musicBrainzId") { $0.musicBrainzRelease }
    }
}

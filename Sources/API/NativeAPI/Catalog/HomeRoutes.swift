package import Catalog
import Shelf
package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Listening
import Primitives

/// The home screen: new music, and the caller's recent listening.
package struct HomeRoutes: Sendable {
    private let catalog: CatalogService
    private let listening: ListeningService
    private let annotations: AnnotationLookup

    package init(catalog: CatalogService, listening: ListeningService, annotations: AnnotationLookup) {
        self.catalog = catalog
        self.listening = listening
        self.annotations = annotations
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/home", .requires(.browse), tag: "catalogue",
                "Recently added, recently played, most played",
                reply: .json(.ok, HomeBody.schema), compressed: true, handler: show)
        ]
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        async let added = catalog.recentlyAdded(as: caller)
        async let recent = listening.recentlyPlayedAlbums(as: caller)
        async let most = listening.mostPlayedTracks(as: caller)
        let (newest, latest, favorites) = try await (added, recent, most)
        let annotations = try await annotations.of(
            tracks: favorites.map(\.track), albums: newest + latest, as: caller)
        return .json(
            HomeBody(recentlyAdded: newest, recentlyPlayed: latest, mostPlayed: favorites, annotations: annotations),
            capacity: 32 * 1024)
    }
}

private struct HomeBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("recentlyAdded") { body in body.recentlyAdded.map { AlbumItemBody($0, body.annotations) } }
        Field("recentlyPlayed") { body in body.recentlyPlayed.map { AlbumItemBody($0, body.annotations) } }
        Field("mostPlayed") { body in
            body.mostPlayed.map { PlayedTrackBody(track: TrackItemBody($0.track, body.annotations), plays: $0.plays) }
        }
    }

    let recentlyAdded: [AlbumItem]
    let recentlyPlayed: [AlbumItem]
    let mostPlayed: [MostPlayedItem]
    let annotations: Annotations
}

private struct PlayedTrackBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("track") { $0.track }
        Field("plays") { $0.plays }
    }

    let track: TrackItemBody
    let plays: Int
}

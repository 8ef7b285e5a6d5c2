package import Shelf
package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives

/// A user's likes, and their visibility.
package struct LikeRoutes: Sendable {
    private let annotations: AnnotationService
    private let lookup: AnnotationLookup

    package init(annotations: AnnotationService) {
        self.annotations = annotations
        lookup = AnnotationLookup(annotations)
    }

    package var endpoints: [Endpoint] {
        let parameters =
            [
                Endpoint.Parameter(
                    "kind", .choice(AnnotationSubject.Kind.allCases.map(\.rawValue)), "track by default")
            ] + .paging
        let items = Endpoint.Reply.json(.ok, .page(of: .anything))
        return [
            Endpoint(
                .get, "/api/v1/me/likes", .requires(.listen), tag: "shelf",
                "The tracks, albums or artists that the caller likes and that are present, the latest like first",
                parameters: parameters, reply: items, compressed: true, handler: own),
            Endpoint(
                .get, "/api/v1/people/{id}/likes", .requires(.browse), tag: "shelf",
                "The likes of a user who shares them, the latest first", parameters: parameters, reply: items,
                compressed: true, handler: others),
            Endpoint(
                .get, "/api/v1/me/sharing", .requires(.manageOwnAccount), tag: "me",
                "The users who see the caller's likes and reviews: none or all",
                reply: .json(.ok, SharingBody.schema), handler: sharing),
            Endpoint(
                .put, "/api/v1/me/sharing", .requires(.manageOwnAccount), tag: "me",
                "Choose the users who see the caller's likes and reviews", body: SharingChoiceBody().schema,
                reply: .json(.ok, SharingBody.schema), handler: share),
        ]
    }

    @Sendable private func own(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await likes(of: context.principal().user, request, context)
    }

    @Sendable private func others(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await likes(of: context.id("id"), request, context)
    }

    private func likes(
        of person: ID<Person>, _ request: Request, _ context: GatewayContext
    ) async throws -> Response {
        let caller = try context.principal()
        let page = try request.pageRequest()
        switch try request.choice("kind", of: AnnotationSubject.Kind.self) ?? .track {
        case .track:
            let tracks = try await annotations.likedTracks(of: person, page, as: caller)
            let annotations = try await lookup.of(tracks: tracks.items, as: caller)
            return .json(PageBody(tracks.map { TrackItemBody($0, annotations) }), capacity: tracks.items.count * 560)
        case .album:
            let albums = try await annotations.likedAlbums(of: person, page, as: caller)
            let annotations = try await lookup.of(albums: albums.items, as: caller)
            return .json(PageBody(albums.map { AlbumItemBody($0, annotations) }), capacity: albums.items.count * 432)
        case .artist:
            let artists = try await annotations.likedArtists(of: person, page, as: caller)
            let annotations = try await lookup.of(artists: artists.items, as: caller)
            return .json(PageBody(artists.map { ArtistItemBody($0, annotations) }), capacity: artists.items.count * 240)
        }
    }

    @Sendable private func sharing(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(SharingBody(sharing: try await annotations.sharing(as: context.principal())))
    }

    @Sendable private func share(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(SharingChoiceBody())
        let sharing = try fields.read(\.sharing)
        try fields.end()
        try await annotations.setSharing(sharing, as: context.principal(), from: context.remoteAddress)
        return .json(SharingBody(sharing: sharing))
    }
}

/// The visibility of the caller's likes and reviews.
private struct SharingChoiceBody: InputBody {
    let sharing = Input<AnnotationSharing>("opinions", .choice())
}

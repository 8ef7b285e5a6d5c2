package import Shelf
package import HTTPSupport
import Hummingbird
import Primitives

/// A user's likes, and their visibility.
package struct LikeRoutes: Sendable {
    /// The visibility of the caller's likes and reviews.
    private static let sharing = Input<AnnotationSharing>("opinions", .choice())

    private let annotations: AnnotationService
    private let lookup: AnnotationLookup

    package init(annotations: AnnotationService) {
        self.annotations = annotations
        lookup = AnnotationLookup(annotations)
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let parameters =
            [
                Endpoint.Parameter(
                    "kind", .choice(of: AnnotationSubject.Kind.self), "track by default")
            ] + .paging
        let items = Endpoint.Reply.json(.ok, .page(of: .anything))
        Endpoint(
            .get, "/api/v1/me/likes", .requires(.listen), tag: "shelf",
            "The tracks, albums or artists that the caller likes and that are present, the latest like first",
            parameters: parameters, reply: items, compressed: true
        ) { request, context in try await likes(of: context.principal().user, request, context) }
        Endpoint(
            .get, "/api/v1/people/{id}/likes", .requires(.browse), tag: "shelf",
            "The likes of a user who shares them, the latest first", parameters: parameters, reply: items,
            compressed: true
        ) { request, context in try await likes(of: context.id("id"), request, context) }
        Endpoint(
            .get, "/api/v1/me/sharing", .requires(.manageOwnAccount), tag: "me",
            "The users who see the caller's likes and reviews: none or all", reply: SharingBody.self
        ) { _, context in SharingBody(sharing: try await annotations.sharing(as: context.principal())) }
        Endpoint(
            .put, "/api/v1/me/sharing", .requires(.manageOwnAccount), tag: "me",
            "Choose the users who see the caller's likes and reviews", body: Self.sharing.schema,
            reply: SharingBody.self
        ) { request, context in
            let sharing = try await request.read(Self.sharing)
            try await annotations.setSharing(sharing, as: context.principal(), from: context.remoteAddress)
            return SharingBody(sharing: sharing)
        }
    }

    private func likes(of person: ID<Person>, _ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let page = try request.pageRequest()
        switch try request.choice("kind", of: AnnotationSubject.Kind.self) ?? .track {
        case .track:
            let tracks = try await annotations.likedTracks(of: person, page, as: caller)
            let annotations = try await lookup.of(tracks: tracks.items, as: caller)
            return .json(tracks.map { TrackItemBody($0, annotations) }, capacity: tracks.items.count * 560)
        case .album:
            let albums = try await annotations.likedAlbums(of: person, page, as: caller)
            let annotations = try await lookup.of(albums: albums.items, as: caller)
            return .json(albums.map { AlbumItemBody($0, annotations) }, capacity: albums.items.count * 432)
        case .artist:
            let artists = try await annotations.likedArtists(of: person, page, as: caller)
            let annotations = try await lookup.of(artists: artists.items, as: caller)
            return .json(artists.map { ArtistItemBody($0, annotations) }, capacity: artists.items.count * 240)
        }
    }
}

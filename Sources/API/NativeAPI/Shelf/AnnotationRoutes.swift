package import Catalog
package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Primitives
package import Shelf

/// Likes, ratings and reviews of tracks, albums and artists.
package struct AnnotationRoutes: Sendable {
    private let annotations: AnnotationService

    package init(annotations: AnnotationService) {
        self.annotations = annotations
    }

    package var endpoints: [Endpoint] {
        rows(.track, "tracks", "a track") + rows(.album, "albums", "an album") + rows(.artist, "artists", "an artist")
    }

    private func rows(_ kind: AnnotationSubject.Kind, _ name: String, _ what: String) -> [Endpoint] {
        let path = "/api/v1/\(name)/{id}"
        let reply = Endpoint.Reply.json(.ok, .named("Opinion"))
        return [
            Endpoint(
                .put, path + "/like", .requires(.listen), tag: "shelf",
                "Like \(what); an existing like keeps its time",
                parameters: [
                    Endpoint.Parameter("at", .instant, "The time of a like from while the server was out of reach")
                ], reply: reply
            ) { try await like(kind, $0, $1) },
            Endpoint(
                .delete, path + "/like", .requires(.listen), tag: "shelf", "Unlike \(what)", reply: reply
            ) { try await unlike(kind, $0, $1) },
            Endpoint(
                .get, path + "/rating", .requires(.browse), tag: "shelf",
                "The caller's like, rating and review of \(what), and all users' average rating", reply: reply,
                compressed: true
            ) { try await show(kind, $0, $1) },
            Endpoint(
                .put, path + "/rating", .requires(.listen), tag: "shelf",
                "Rate \(what), 1 to 5 in half steps; an absent review stays, null or empty text removes it",
                body: RatingBody().schema, reply: reply
            ) { try await rate(kind, $0, $1) },
            Endpoint(
                .delete, path + "/rating", .requires(.listen), tag: "shelf",
                "Remove the caller's rating of \(what), and the review with it", reply: reply
            ) { try await unrate(kind, $0, $1) },
            Endpoint(
                .get, path + "/reviews", .requires(.browse), tag: "shelf",
                "Reviews of \(what), newest first: the caller's own and those that their authors share",
                parameters: .paging, reply: .json(.ok, .page(of: .named("Review"))), compressed: true
            ) { try await reviews(kind, $0, $1) },
        ]
    }

    private func like(
        _ kind: AnnotationSubject.Kind, _ request: Request, _ context: GatewayContext
    ) async throws -> Response {
        let subject = try subject(kind, context)
        try await annotations.like(
            [subject], at: request.instant("at"), as: context.principal(), from: context.remoteAddress)
        return try await reply(subject, context)
    }

    private func unlike(
        _ kind: AnnotationSubject.Kind, _ request: Request, _ context: GatewayContext
    ) async throws -> Response {
        let subject = try subject(kind, context)
        try await annotations.unlike([subject], as: context.principal(), from: context.remoteAddress)
        return try await reply(subject, context)
    }

    private func show(
        _ kind: AnnotationSubject.Kind, _ request: Request, _ context: GatewayContext
    ) async throws -> Response {
        try await reply(subject(kind, context), context)
    }

    private func rate(
        _ kind: AnnotationSubject.Kind, _ request: Request, _ context: GatewayContext
    ) async throws -> Response {
        let subject = try subject(kind, context)
        let change = try await RatingBody().read(request)
        try await annotations.rate(subject, change, as: context.principal(), from: context.remoteAddress)
        return try await reply(subject, context)
    }

    private func unrate(
        _ kind: AnnotationSubject.Kind, _ request: Request, _ context: GatewayContext
    ) async throws -> Response {
        let subject = try subject(kind, context)
        try await annotations.unrate(subject, as: context.principal(), from: context.remoteAddress)
        return try await reply(subject, context)
    }

    private func reviews(
        _ kind: AnnotationSubject.Kind, _ request: Request, _ context: GatewayContext
    ) async throws -> Response {
        let page = try await annotations.reviews(
            of: subject(kind, context), request.pageRequest(), as: context.principal())
        return .json(PageBody(page.map(ReviewBody.init)), capacity: 8192)
    }

    private func subject(_ kind: AnnotationSubject.Kind, _ context: GatewayContext) throws -> AnnotationSubject {
        AnnotationSubject(kind, try context.id("id", of: AnnotationSubject.self).rawValue)
    }

    private func reply(_ subject: AnnotationSubject, _ context: GatewayContext) async throws -> Response {
        let (annotation, review) = try await annotations.annotation(of: subject, as: context.principal())
        return .json(AnnotationBody(annotation: annotation, review: review))
    }
}

/// Looks up the caller's annotations of all items of a page at once.
package struct AnnotationLookup: Sendable {
    private let annotations: AnnotationService

    package init(_ annotations: AnnotationService) {
        self.annotations = annotations
    }

    package func of(
        tracks: some Sequence<TrackItem> = [], albums: some Sequence<AlbumItem> = [],
        artists: some Sequence<ArtistItem> = [], as caller: Principal
    ) async throws -> Annotations {
        try await annotations.annotations(
            of: tracks.map { .track($0.id) } + albums.map { .album($0.id) } + artists.map { .artist($0.id) },
            as: caller)
    }

    func of(_ album: AlbumDetails, as caller: Principal) async throws -> Annotations {
        try await of(tracks: album.tracks, albums: [album.item], as: caller)
    }

    func annotation(
        of subject: AnnotationSubject, as caller: Principal
    ) async throws -> (annotation: Annotation, review: String?) {
        try await annotations.annotation(of: subject, as: caller)
    }
}

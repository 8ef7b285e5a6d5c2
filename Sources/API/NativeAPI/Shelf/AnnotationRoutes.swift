package import Catalog
package import HTTPSupport
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

    @TableBuilder<Endpoint>
    private func rows(_ kind: AnnotationSubject.Kind, _ name: String, _ what: String) -> [Endpoint] {
        let path = "/api/v1/\(name)/{id}"
        Endpoint(
            .put, path + "/like", .requires(.listen), tag: "shelf", "Like \(what); an existing like keeps its time",
            parameters: [
                Endpoint.Parameter("at", .instant, "The time of a like from while the server was out of reach")
            ], reply: AnnotationBody.self
        ) { request, context in
            let subject = try subject(kind, context)
            try await annotations.like(
                [subject], at: request.instant("at"), as: context.principal(), from: context.remoteAddress)
            return try await body(of: subject, context)
        }
        Endpoint(
            .delete, path + "/like", .requires(.listen), tag: "shelf", "Unlike \(what)", reply: AnnotationBody.self
        ) { _, context in
            let subject = try subject(kind, context)
            try await annotations.unlike([subject], as: context.principal(), from: context.remoteAddress)
            return try await body(of: subject, context)
        }
        Endpoint(
            .get, path + "/rating", .requires(.browse), tag: "shelf",
            "The caller's like, rating and review of \(what), and all users' average rating",
            reply: AnnotationBody.self, compressed: true
        ) { _, context in try await body(of: subject(kind, context), context) }
        Endpoint(
            .put, path + "/rating", .requires(.listen), tag: "shelf",
            "Rate \(what), 1 to 5 in half steps; an absent review stays, null or empty text removes it",
            body: RatingBody().schema, reply: AnnotationBody.self
        ) { request, context in
            let subject = try subject(kind, context)
            let change = try await RatingBody().read(request)
            try await annotations.rate(subject, change, as: context.principal(), from: context.remoteAddress)
            return try await body(of: subject, context)
        }
        Endpoint(
            .delete, path + "/rating", .requires(.listen), tag: "shelf",
            "Remove the caller's rating of \(what), and the review with it", reply: AnnotationBody.self
        ) { _, context in
            let subject = try subject(kind, context)
            try await annotations.unrate(subject, as: context.principal(), from: context.remoteAddress)
            return try await body(of: subject, context)
        }
        Endpoint(
            .get, path + "/reviews", .requires(.browse), tag: "shelf",
            "Reviews of \(what), newest first: the caller's own and those that their authors share",
            parameters: .paging, reply: Page<Review>.self, capacity: 8192, compressed: true
        ) { request, context in
            try await annotations.reviews(of: subject(kind, context), request.pageRequest(), as: context.principal())
        }
    }

    private func subject(_ kind: AnnotationSubject.Kind, _ context: GatewayContext) throws -> AnnotationSubject {
        AnnotationSubject(kind, try context.id("id", of: AnnotationSubject.self).rawValue)
    }

    private func body(of subject: AnnotationSubject, _ context: GatewayContext) async throws -> AnnotationBody {
        let (annotation, review) = try await annotations.annotation(of: subject, as: context.principal())
        return AnnotationBody(annotation: annotation, review: review)
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
}

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
                "Like \(what); one that is liked already stays so, since when it was", reply: reply
            ) { try await like(kind, $0, $1) },
            Endpoint(
                .delete, path + "/like", .requires(.listen), tag: "shelf", "Like \(what) no more", reply: reply
            ) { try await unlike(kind, $0, $1) },
            Endpoint(
                .get, path + "/rating", .requires(.browse), tag: "shelf",
                "What the caller and everybody make of \(what), with the caller's review", reply: reply,
                compressed: true
            ) { try await show(kind, $0, $1) },
            Endpoint(
                .put, path + "/rating", .requires(.listen), tag: "shelf",
                "Rate \(what), 1 to 5 in half steps; a review that is not sent stays, null or empty text removes it",
                body: RatingBody.schema, reply: reply
            ) { try await rate(kind, $0, $1) },
            Endpoint(
                .delete, path + "/rating", .requires(.listen), tag: "shelf",
                "Take the own rating of \(what) back, and the review with it", reply: reply
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
        try await annotations.like([subject], as: context.principal(), from: context.remoteAddress)
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
        let body = try RatingBody(await request.jsonFields(upTo: RatingBody.longest))
        try await annotations.rate(subject, body.change, as: context.principal(), from: context.remoteAddress)
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

/// The caller's annotation of one item.
struct AnnotationBody: ObjectBody {
    static let component: String? = "Opinion"
    static let fields = Fields<Self> {
        Field(allOf: AnnotationFields.self) { AnnotationFields(annotation: $0.annotation) }
        Field("ratedAt") { $0.annotation.ratedAt }
        Field("review") { $0.review }
    }

    let annotation: Annotation
    let review: String?
}

/// A rating as clients send it.
struct RatingBody {
    /// The largest body in bytes: four for each character, and some overhead.
    static let longest = 20 * 1024
    static let schema = Schema.object(required: [("rating", .number)], optional: [("review", .nullable(.text))])

    let change: RatingChange

    init(_ fields: consuming JSONFields) throws(DomainError) {
        var fields = fields
        guard let stars = try fields.optionalNumber("rating") else {
            throw .invalid("rating is missing", field: "rating")
        }
        guard let rating = Rating(stars: stars) else {
            throw .invalid("rating must be between 1 and 5 in half steps", field: "rating")
        }
        let review: RatingChange.Review
        switch fields.presence(of: "review") {
        case .absent: review = .keep
        case .null: review = .remove
        case .value:
            let text = try fields.text("review", upTo: 4 * ReviewText.longest)
            review = try ReviewText(text, field: "review").map { .write($0) } ?? .remove
        }
        try fields.end()
        change = RatingChange(rating, review: review)
    }
}

struct ReviewBody: ObjectBody {
    static let component: String? = "Review"
    static let fields = Fields<Self> {
        Field("author") { NamedPersonBody($0.review.author) }
        Field("rating") { $0.review.rating.stars }
        Field("review") { $0.review.text }
        Field("at") { $0.review.at }
    }

    let review: Review
}

/// The visibility of the caller's likes and reviews.
struct SharingBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("opinions") { $0.sharing }
    }

    let sharing: AnnotationSharing
}

/// The caller's annotation of an item and that of all users together, as members of its body.
struct AnnotationFields: ObjectBody {
    static let fields = Fields<Self> {
        Field("liked") { $0.annotation.likedAt != nil }
        Field("likedAt") { $0.annotation.likedAt }
        Field("rating") { $0.annotation.rating?.stars }
        Field("averageRating") { $0.annotation.everybody.average }
        Field("ratingCount") { $0.annotation.everybody.count }
    }

    let annotation: Annotation
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

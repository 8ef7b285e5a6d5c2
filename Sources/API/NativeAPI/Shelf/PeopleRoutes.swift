import Catalog
package import HTTPSupport
import Hummingbird
package import Primitives
package import Shelf

/// Other users who share their likes and reviews.
package enum PeopleRoutes {
    @TableBuilder<Endpoint> package static func endpoints(annotations: AnnotationService) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/people", .requires(.browse), tag: "shelf", "Users who share their likes, by name",
            parameters: [
                Endpoint.Parameter("q", .text, "Only those with these words in their name, at most 200 characters")
            ], reply: ListBody<NamedPerson>.self, compressed: true
        ) { request, context in
            let people = try await annotations.people(
                named: request.text("q", upTo: 800) ?? "", as: context.principal())
            return ListBody(people)
        }
        Endpoint(
            .get, "/api/v1/people/{id}", .requires(.browse), tag: "shelf",
            "A user who shares their likes, or the caller", reply: NamedPerson.self, compressed: true
        ) { _, context in try await annotations.person(context.id("id"), as: context.principal()) }
        Endpoint(
            .get, "/api/v1/people/{id}/reviews", .requires(.browse), tag: "shelf",
            "The reviews of a user who shares them, the latest first",
            parameters: [
                Endpoint.Parameter(
                    "kind", .choice(of: AnnotationSubject.Kind.self), "track by default")
            ] + .paging, reply: Page<WrittenReview>.self, capacity: 32 * 1024, compressed: true
        ) { request, context in
            let kind = try request.choice("kind", of: AnnotationSubject.Kind.self) ?? .track
            return try await annotations.reviews(
                by: context.id("id"), about: kind, request.pageRequest(), as: context.principal())
        }
    }
}

extension WrittenReview: ObjectBody {
    package static let fields = Fields<Self> {
        Field("kind") { $0.subject.kind }
        Field("id") { $0.subject.id }
        Field("name") { $0.name }
        Field("cover") { $0.cover.map(ImagePath.text) }
        Field("rating") { $0.rating.stars }
        Field("review") { $0.text }
        Field("at") { $0.at }
    }
}

/// A user as others see them.
extension NamedPerson: ObjectBody {
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("name") { $0.name }
        Field("picture") { $0.picture.map(ImagePath.text) }
    }
}

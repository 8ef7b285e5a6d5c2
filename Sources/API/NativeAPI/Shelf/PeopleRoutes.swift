import Catalog
package import HTTPSupport
import Hummingbird
import Primitives
package import Shelf

/// Other users who share their likes and reviews.
package struct PeopleRoutes: Sendable {
    private let annotations: AnnotationService

    package init(annotations: AnnotationService) {
        self.annotations = annotations
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/people", .requires(.browse), tag: "shelf", "Users who share their likes, by name",
            parameters: [
                Endpoint.Parameter("q", .text, "Only those with these words in their name, at most 200 characters")
            ], reply: ListBody<NamedPersonBody>.self, compressed: true
        ) { request, context in
            let people = try await annotations.people(
                named: request.text("q", upTo: 800) ?? "", as: context.principal())
            return ListBody(people.map(NamedPersonBody.init))
        }
        Endpoint(
            .get, "/api/v1/people/{id}", .requires(.browse), tag: "shelf",
            "A user who shares their likes, or the caller", reply: NamedPersonBody.self, compressed: true
        ) { _, context in
            NamedPersonBody(person: try await annotations.person(context.id("id"), as: context.principal()))
        }
        Endpoint(
            .get, "/api/v1/people/{id}/reviews", .requires(.browse), tag: "shelf",
            "The reviews of a user who shares them, the latest first",
            parameters: [
                Endpoint.Parameter(
                    "kind", .choice(of: AnnotationSubject.Kind.self), "track by default")
            ] + .paging, reply: PageBody<WrittenReviewBody>.self, capacity: 32 * 1024, compressed: true
        ) { request, context in
            let kind = try request.choice("kind", of: AnnotationSubject.Kind.self) ?? .track
            let page = try await annotations.reviews(
                by: context.id("id"), about: kind, request.pageRequest(), as: context.principal())
            return PageBody(page.map(WrittenReviewBody.init))
        }
    }
}

struct WrittenReviewBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("kind") { $0.review.subject.kind }
        Field("id") { $0.review.subject.id }
        Field("name") { $0.review.name }
        Field("cover") { $0.review.cover.map(ImagePath.text) }
        Field("rating") { $0.review.rating.stars }
        Field("review") { $0.review.text }
        Field("at") { $0.review.at }
    }

    let review: WrittenReview
}

/// A user as others see them.
struct NamedPersonBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("id") { $0.person.id.rawValue }
        Field("name") { $0.person.name }
        Field("picture") { $0.person.picture.map(ImagePath.text) }
    }

    let person: NamedPerson
}

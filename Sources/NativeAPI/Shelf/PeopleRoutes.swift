package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives
package import Shelf

/// Other people, as far as they let themselves be seen.
package struct PeopleRoutes: Sendable {
    private let opinions: OpinionService

    package init(opinions: OpinionService) {
        self.opinions = opinions
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/people/{id}", .requires(.browse), tag: "shelf",
                "Somebody who shares what they like, or the caller", reply: .json(.ok, NamedPersonBody.schema),
                handler: person),
            Endpoint(
                .get, "/api/v1/people/{id}/reviews", .requires(.browse), tag: "shelf",
                "What somebody wrote who shares it, the latest first",
                parameters: [
                    Endpoint.Parameter(
                        "kind", .choice(OpinionSubject.Kind.allCases.map(\.rawValue)), "track unless said")
                ] + .paging, reply: .json(.ok, .page(of: WrittenReviewBody.schema)), handler: reviews),
        ]
    }

    @Sendable private func person(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(NamedPersonBody(try await opinions.person(context.id("id"), as: context.principal())))
    }

    @Sendable private func reviews(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let kind = try request.choice("kind", of: OpinionSubject.Kind.self) ?? .track
        let page = try await opinions.reviews(
            by: context.id("id"), about: kind, request.pageRequest(), as: context.principal())
        return .json(PageBody(page.map(WrittenReviewBody.init)), capacity: page.items.count * 512)
    }
}

package import Administration
package import HTTPSupport
import Hummingbird
import Primitives

/// Feature requests: users ask, admins answer.
package struct FeatureRequestRoutes: Sendable {
    /// The words of a new feature request.
    private static let text = Input<String>("text", .text(upTo: 16 * 1024))

    private let requests: FeatureRequestService

    package init(requests: FeatureRequestService) {
        self.requests = requests
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let states = Schema.choice(of: FeatureRequest.State.self)
        Endpoint(
            .get, "/api/v1/me/feature-requests", .requires(.manageOwnAccount), tag: "me",
            "The caller's requests, newest first, with the answers", parameters: .paging,
            reply: PageBody<FeatureRequestBody>.self
        ) { request, context in
            let page = try await requests.own(request.pageRequest(), as: context.caller())
            return PageBody(page.map(FeatureRequestBody.init))
        }
        Endpoint(
            .post, "/api/v1/me/feature-requests", .requires(.manageOwnAccount), tag: "me",
            "Ask for a feature, in at most 2000 characters", body: Self.text.schema, reply: FeatureRequestBody.self,
            status: .created
        ) { request, context in
            let text = try await request.read(Self.text, upTo: 32 * 1024)
            return FeatureRequestBody(request: try await requests.send(text, as: context.caller()))
        }
        Endpoint(
            .delete, "/api/v1/me/feature-requests/{id}", .requires(.manageOwnAccount), tag: "me",
            "Withdraw a request that is not answered yet"
        ) { _, context in try await requests.withdraw(context.id("id"), as: context.caller()) }
        Endpoint(
            .get, "/api/v1/feature-requests", .requires(.administer), tag: "administration",
            "All users' requests, newest first",
            parameters: [Endpoint.Parameter("state", states, "Only in this state")] + .paging,
            reply: PageBody<FeatureRequestBody>.self
        ) { request, context in
            let page = try await requests.list(
                in: request.choice("state", of: FeatureRequest.State.self), request.pageRequest(), as: context.caller())
            return PageBody(page.map(FeatureRequestBody.init))
        }
        Endpoint(
            .put, "/api/v1/feature-requests/{id}/answer", .requiresConfirmed(.administer), tag: "administration",
            "Answer a request, and notify its author", body: FeatureRequestAnswerBody().schema,
            reply: FeatureRequestBody.self, handler: answer)
    }

    private func answer(_ request: Request, _ context: GatewayContext) async throws -> FeatureRequestBody {
        let (state, answer) = try await request.read(\.state, \.answer, of: FeatureRequestAnswerBody(), upTo: 32 * 1024)
        return FeatureRequestBody(
            request: try await requests.answer(context.id("id"), answer ?? "", state, as: context.caller()))
    }
}

/// An admin's answer to a feature request.
private struct FeatureRequestAnswerBody: InputBody {
    let state = Input<FeatureRequest.State>("state", .choice())
    let answer = Input<String?>("answer", .text(upTo: 16 * 1024))
}

/// A user's feature request, and the answer.
package struct FeatureRequestBody: ObjectBody {
    package static let component: String? = "FeatureRequest"
    package static let fields = Fields<Self> {
        Field("id") { $0.request.id.rawValue }
        Field("personId") { $0.request.person.rawValue }
        Field("person") { $0.request.personName }
        Field("text") { $0.request.text }
        Field("at") { $0.request.at }
        Field("state") { $0.request.state }
        Field("answer") { $0.request.answer }
        Field("answeredBy") { $0.request.answeredBy }
        Field("answeredAt") { $0.request.answeredAt }
    }

    private let request: FeatureRequest

    package init(request: FeatureRequest) {
        self.request = request
    }
}

package import Administration
package import HTTPSupport
import Hummingbird
import Primitives

/// Feature requests: users ask, admins answer.
package enum FeatureRequestRoutes {
    /// The words of a new feature request.
    private static let text = Input<String>("text", .text(upTo: 16 * 1024))

    @TableBuilder<Endpoint> package static func endpoints(requests: FeatureRequestService) -> [Endpoint] {
        let states = Schema.choice(of: FeatureRequest.State.self)
        Endpoint(
            .get, "/api/v1/me/feature-requests", .requires(.manageOwnAccount), tag: "me",
            "The caller's requests, newest first, with the answers", parameters: .paging,
            reply: Page<FeatureRequest>.self
        ) { request, context in try await requests.own(request.pageRequest(), as: context.caller()) }
        Endpoint(
            .post, "/api/v1/me/feature-requests", .requires(.manageOwnAccount), tag: "me",
            "Ask for a feature, in at most 2000 characters", body: Self.text.schema, reply: FeatureRequest.self,
            status: .created
        ) { request, context in
            let text = try await request.read(Self.text, upTo: 32 * 1024)
            return try await requests.send(text, as: context.caller())
        }
        Endpoint(
            .delete, "/api/v1/me/feature-requests/{id}", .requires(.manageOwnAccount), tag: "me",
            "Withdraw a request that is not answered yet"
        ) { _, context in try await requests.withdraw(context.id("id"), as: context.caller()) }
        Endpoint(
            .get, "/api/v1/feature-requests", .requires(.administer), tag: "administration",
            "All users' requests, newest first",
            parameters: [Endpoint.Parameter("state", states, "Only in this state")] + .paging,
            reply: Page<FeatureRequest>.self
        ) { request, context in
            try await requests.list(
                in: request.choice("state", of: FeatureRequest.State.self), request.pageRequest(), as: context.caller())
        }
        Endpoint(
            .put, "/api/v1/feature-requests/{id}/answer", .requiresConfirmed(.administer), tag: "administration",
            "Answer a request, and notify its author", body: FeatureRequestAnswerBody().schema,
            reply: FeatureRequest.self
        ) { request, context in
            let (state, answer) = try await request.read(
                \.state, \.answer, of: FeatureRequestAnswerBody(), upTo: 32 * 1024)
            return try await requests.answer(context.id("id"), answer ?? "", state, as: context.caller())
        }
    }
}

/// An admin's answer to a feature request.
private struct FeatureRequestAnswerBody: InputBody {
    let state = Input<FeatureRequest.State>("state", .choice())
    let answer = Input<String?>("answer", .text(upTo: 16 * 1024))
}

/// A user's feature request, and the answer.
extension FeatureRequest: ObjectBody {
    package static let component: String? = "FeatureRequest"
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("personId") { $0.person.rawValue }
        Field("person") { $0.personName }
        Field("text") { $0.text }
        Field("at") { $0.at }
        Field("state") { $0.state }
        Field("answer") { $0.answer }
        Field("answeredBy") { $0.answeredBy }
        Field("answeredAt") { $0.answeredAt }
    }
}

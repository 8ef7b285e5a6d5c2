import Accounts
package import Catalog
package import HTTPSupport
import Hummingbird
import Primitives

/// The sources outside that describe artists and albums, for admins. A key is taken and never shown.
package struct DescriptionRoutes: Sendable {
    private let descriptions: DescriptionService

    package init(descriptions: DescriptionService) {
        self.descriptions = descriptions
    }

    package var endpoints: [Endpoint] {
        let (all, one) = ("/api/v1/descriptions", "/api/v1/descriptions/sources/{source}")
        return [
            Endpoint(
                .get, all, .requires(.administer), tag: "administration",
                "The sources outside that describe artists and albums, and how far the lookups have come",
                reply: .json(.ok, DescriptionStateBody.schema), handler: show),
            Endpoint(
                .delete, all, .requiresConfirmed(.administer), tag: "administration",
                "Remove every description and picture that came from outside. 409 descriptions_on while a source is on",
                reply: .empty(.noContent), handler: remove),
            Endpoint(
                .patch, one, .requiresConfirmed(.administer), tag: "administration",
                "Change a source. url: null for the service's own address. With a new address its key is given again, or removed by null",
                body: DescriptionSourceChangeBody().schema, reply: .json(.ok, DescriptionStateBody.schema),
                handler: edit),
            Endpoint(
                .post, one + "/test", .requiresConfirmed(.administer), tag: "administration",
                "Send one request to a source, whether it is switched on or not",
                reply: .json(.ok, ServiceTestBody.schema), handler: test),
        ]
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(DescriptionStateBody(state: try await descriptions.state(as: context.principal())))
    }

    @Sendable private func remove(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await descriptions.removeAll(as: context.principal(), by: context.caller().actor)
        return .empty()
    }

    @Sendable private func edit(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(DescriptionSourceChangeBody())
        let change = DescriptionSourceChange(
            base: try fields.read(\.url).nested, key: try fields.read(\.key).nested, isOn: try fields.read(\.isOn))
        try fields.end()
        try await descriptions.edit(
            source(context), change, as: context.principal(), by: context.caller().actor)
        return try await show(request, context)
    }

    @Sendable private func test(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ServiceTestBody(failure: try await descriptions.test(source(context), as: context.principal())))
    }

    private func source(_ context: GatewayContext) throws -> DescriptionSource {
        guard let source = context.parameters.get("source").flatMap({ DescriptionSource(rawValue: String($0)) }) else {
            throw DomainError.notFound("There is no such source")
        }
        return source
    }
}

private struct DescriptionSourceChangeBody: InputBody {
    let url = Input<Patch<String>>("url", .text())
    let key = Input<Patch<String>>("key", .text(upTo: 400))
    let isOn = Input<Bool?>("on", .flag)
}

private struct DescriptionStateBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("sources") { $0.state.sources.map(DescriptionSourceBody.init) }
        Field("total") { $0.state.progress.total }
        Field("done") { $0.state.progress.done }
        Field("found") { $0.state.progress.found }
    }

    let state: DescriptionState
}

/// A source without its key.
private struct DescriptionSourceBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("source") { $0.source.setup.source }
        Field("url") { $0.source.setup.base }
        Field("isOwnAddress") { $0.source.setup.base == $0.source.setup.source.standardBase }
        Field("needsKey") { $0.source.setup.source.needsKey }
        Field("hasKey") { $0.source.setup.sealedKey != nil }
        Field("on") { $0.source.setup.isOn }
        Field("failure") { $0.source.trouble?.failure }
        Field("failedAt") { $0.source.trouble?.at }
        Field("restsUntil") { $0.source.trouble?.until }
    }

    let source: DescriptionState.Source
}

/// Where a text or a picture comes from.
struct DescriptionCreditBody: ObjectBody {
    static let component: String? = "Credit"
    static let fields = Fields<Self> {
        Field("origin") { $0.credit.origin }
        Field("name") { $0.credit.origin.name }
        Field("page") { $0.credit.page }
        Field("license") { $0.credit.origin.license }
        Field("licensePage") { $0.credit.origin.licensePage }
    }

    let credit: DescriptionCredit
}

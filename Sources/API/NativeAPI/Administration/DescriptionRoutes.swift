import Accounts
package import Catalog
package import HTTPSupport
import Hummingbird
import Primitives

/// The sources outside that describe artists and albums, for admins. A key is taken and never shown.
package enum DescriptionRoutes {
    @TableBuilder<Endpoint> package static func endpoints(descriptions: DescriptionService) -> [Endpoint] {
        let (all, one) = ("/api/v1/descriptions", "/api/v1/descriptions/sources/{source}")
        Endpoint(
            .get, all, .requires(.administer), tag: "administration",
            "The sources outside that describe artists and albums, and how far the lookups have come",
            reply: DescriptionState.self
        ) { _, context in try await descriptions.state(as: context.principal()) }
        Endpoint(
            .delete, all, .requiresConfirmed(.administer), tag: "administration",
            "Remove every description and picture that came from outside. 409 descriptions_on while a source is on"
        ) { _, context in try await descriptions.removeAll(as: context.principal(), by: context.caller().actor) }
        Endpoint(
            .patch, one, .requiresConfirmed(.administer), tag: "administration",
            "Change a source. url: null for the service's own address. With a new address its key is given again, or removed by null",
            body: DescriptionSourceChangeBody().schema, reply: DescriptionState.self
        ) { request, context in
            let change = try await request.read(DescriptionSourceChangeBody()) { fields in
                try DescriptionSourceChange(
                    base: fields.read(\.url).nested, key: fields.read(\.key).nested, isOn: fields.read(\.isOn))
            }
            try await descriptions.edit(
                Self.source(context), change, as: context.principal(), by: context.caller().actor)
            return try await descriptions.state(as: context.principal())
        }
        Endpoint(
            .post, one + "/test", .requiresConfirmed(.administer), tag: "administration",
            "Send one request to a source, whether it is switched on or not", reply: ServiceTestBody.self
        ) { _, context in
            ServiceTestBody(failure: try await descriptions.test(Self.source(context), as: context.principal()))
        }
    }

    private static func source(_ context: GatewayContext) throws -> DescriptionSource {
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

extension DescriptionState: ObjectBody {
    package static let fields = Fields<Self> {
        Field("sources", each: { $0.sources }) {
            Field("source") { $0.setup.source }
            Field("url") { $0.setup.base }
            Field("isOwnAddress") { $0.setup.base == $0.setup.source.standardBase }
            Field("needsKey") { $0.setup.source.needsKey }
            Field("hasKey") { $0.setup.sealedKey != nil }
            Field("on") { $0.setup.isOn }
            Field("failure") { $0.trouble?.failure }
            Field("failedAt") { $0.trouble?.at }
            Field("restsUntil") { $0.trouble?.until }
        }
        Field("total") { $0.progress.total }
        Field("done") { $0.progress.done }
        Field("found") { $0.progress.found }
    }
}

/// Where a text or a picture comes from.
extension DescriptionCredit: ObjectBody {
    package static let component: String? = "Credit"
    package static let fields = Fields<Self> {
        Field("origin") { $0.origin }
        Field("name") { $0.origin.name }
        Field("page") { $0.page }
        Field("license") { $0.origin.license }
        Field("licensePage") { $0.origin.licensePage }
    }
}

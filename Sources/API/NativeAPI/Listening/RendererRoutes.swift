import Accounts
package import HTTPSupport
import Hummingbird
package import Listening
import Primitives

/// The renderers of the local network, for admins. Those that are allowed are steered as devices (`DeviceRoutes`).
package enum RendererRoutes {
    private static let isAllowed = Input<Bool>("allowed", .flag)

    @TableBuilder<Endpoint> package static func endpoints(renderers: RendererService) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/renderers", .requires(.administer), tag: "administration",
            "The renderers of the local network (UPnP AV, DLNA): whether the operator has named an interface, whether they are switched on (the setting renderers), and all that were found or are allowed",
            reply: RendererReport.self
        ) { _, context in try await renderers.report(as: context.principal()) }
        Endpoint(
            .patch, "/api/v1/renderers/{id}", .requiresConfirmed(.administer), tag: "administration",
            "Allow a renderer, which makes it a speaker for those whose role has the permission, or forbid it. An allowed one fetches songs from this server without encryption",
            body: Self.isAllowed.schema, reply: RendererReport.self
        ) { request, context in
            let isAllowed = try await request.read(Self.isAllowed)
            guard let id = try? DeviceID(context.parameters.get("id") ?? "") else {
                throw DomainError.notFound("There is no such renderer")
            }
            try await renderers.set(id, isAllowed: isAllowed, as: context.principal(), by: context.caller().actor)
            return try await renderers.report(as: context.principal())
        }
    }
}

extension RendererReport: ObjectBody {
    package static let fields = Fields<Self> {
        Field("interfaceNamed") { $0.hasNetwork }
        Field("on") { $0.isOn }
        Field("items", each: { $0.items }) {
            Field("id") { $0.id.text }
            Field("name") { $0.name }
            Field("model") { $0.model }
            Field("address") { $0.address }
            Field("allowed") { $0.isAllowed }
            Field("reachable") { $0.isReachable }
            Field("playing") { $0.isPlaying }
            Field("queueLength") { $0.songs }
            Field("problem") { $0.problem }
        }
    }
}

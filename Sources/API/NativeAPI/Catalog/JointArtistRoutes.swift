import Accounts
package import Catalog
package import HTTPSupport
import Hummingbird
import Primitives

/// Names in tags that stand for several artists, for admins.
package struct JointArtistRoutes: Sendable {
    private let service: JointArtistService

    package init(service: JointArtistService) {
        self.service = service
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/joint-artists", .requires(.administer), tag: "administration",
                "Names in tags that stand for several artists, and those that are kept as one",
                reply: .json(.ok, .list(of: JointArtistBody.schema)), handler: list),
            Endpoint(
                .put, "/api/v1/joint-artists", .requiresConfirmed(.administer), tag: "administration",
                "Keep a name as one artist, or leave it to the rules again; tracks follow within seconds",
                body: .object(required: [("name", .text), ("kept", .flag)], optional: []), reply: .empty(.noContent),
                handler: keep),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ListBody(try await service.list(as: context.principal()).map(JointArtistBody.init)), capacity: 8192)
    }

    @Sendable private func keep(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let name = try fields.text("name", upTo: JointArtist.nameLimit)
        let isKept = try fields.optionalFlag("kept") ?? true
        try fields.end()
        try await service.keep(name, isKept, as: context.principal(), by: context.caller().actor)
        return .empty()
    }
}

private struct JointArtistBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("name") { $0.artist.name }
        Field("artists") { $0.artist.parts }
        Field("kept") { $0.artist.isKept }
    }

    let artist: JointArtist
}

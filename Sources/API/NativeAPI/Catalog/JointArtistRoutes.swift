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
                "Names in tags that stand for several artists, and those that count as one artist",
                reply: .json(.ok, .list(of: JointArtistBody.schema)), handler: list),
            Endpoint(
                .put, "/api/v1/joint-artists", .requiresConfirmed(.administer), tag: "administration",
                "Let a name count as one artist, or apply the rules to it again; tracks follow within seconds",
                body: JointArtistChoiceBody().schema, reply: .empty(.noContent), handler: keep),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ListBody(try await service.list(as: context.principal()).map(JointArtistBody.init)), capacity: 8192)
    }

    @Sendable private func keep(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(JointArtistChoiceBody())
        let name = try fields.read(\.name)
        let isKept = try fields.read(\.isKept) ?? true
        try fields.end()
        try await service.keep(name, isKept, as: context.principal(), by: context.caller().actor)
        return .empty()
    }
}

/// A name, and whether it stands for one artist; by default it does.
private struct JointArtistChoiceBody: InputBody {
    let name = Input<String>("name", .text(upTo: JointArtist.nameLimit))
    let isKept = Input<Bool?>("kept", .flag)
}

private struct JointArtistBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("name") { $0.artist.name }
        Field("artists") { $0.artist.parts }
        Field("kept") { $0.artist.isKept }
    }

    let artist: JointArtist
}

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

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/joint-artists", .requires(.administer), tag: "administration",
            "Names in tags that stand for several artists, and those that count as one artist",
            reply: ListBody<JointArtistBody>.self, capacity: 8192
        ) { _, context in ListBody(try await service.list(as: context.principal()).map(JointArtistBody.init)) }
        Endpoint(
            .put, "/api/v1/joint-artists", .requiresConfirmed(.administer), tag: "administration",
            "Let a name count as one artist, or apply the rules to it again; tracks follow within seconds",
            body: JointArtistChoiceBody().schema
        ) { request, context in
            let (name, isKept) = try await request.read(\.name, \.isKept, of: JointArtistChoiceBody())
            try await service.keep(name, isKept ?? true, as: context.principal(), by: context.caller().actor)
        }
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

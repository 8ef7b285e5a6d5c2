import Accounts
package import Catalog
package import HTTPSupport
import Hummingbird
import Primitives

/// Names in tags that stand for several artists, for admins.
package enum JointArtistRoutes {
    @TableBuilder<Endpoint> package static func endpoints(service: JointArtistService) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/joint-artists", .requires(.administer), tag: "administration",
            "Names in tags that stand for several artists, and those that count as one artist",
            reply: ListBody<JointArtist>.self, capacity: 8192
        ) { _, context in ListBody(try await service.list(as: context.principal())) }
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

extension JointArtist: ObjectBody {
    package static let fields = Fields<Self> {
        Field("name") { $0.name }
        Field("artists") { $0.parts }
        Field("kept") { $0.isKept }
    }
}

import Accounts
package import Catalog
package import HTTPSupport
import Hummingbird
import Primitives

/// Marks songs and albums as explicit, for admins.
package struct ExplicitRoutes: Sendable {
    private let service: ExplicitService

    package init(service: ExplicitService) {
        self.service = service
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let body = ExplicitMarkBody().schema
        let what = "null restores the files' own value; scans do not change the mark"
        Endpoint(
            .put, "/api/v1/tracks/{id}/explicit", .requires(.administer), tag: "edits",
            "Mark a track as explicit or not: \(what)", body: body
        ) { request, context in
            let mark = try await ExplicitMarkBody().read(request)
            let id: ID<Track> = try context.id("id")
            try await service.mark(id, mark, as: context.principal(), by: context.caller().actor)
        }
        Endpoint(
            .put, "/api/v1/albums/{id}/explicit", .requires(.administer), tag: "edits",
            "Mark all tracks of an album as explicit or not: \(what)", body: body
        ) { request, context in
            let mark = try await ExplicitMarkBody().read(request)
            let id: ID<Album> = try context.id("id")
            try await service.mark(id, mark, as: context.principal(), by: context.caller().actor)
        }
    }
}

/// Whether something is explicit; null leaves it to the files.
private struct ExplicitMarkBody: InputBody {
    let mark = Input<Bool?>(nullable: "explicit", .flag, missing: "explicit is missing: true, false or null")

    func read(_ request: Request) async throws -> Bool? {
        try await request.read(\.mark, of: self)
    }
}

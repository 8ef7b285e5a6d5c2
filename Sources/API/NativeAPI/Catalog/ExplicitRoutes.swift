import Accounts
package import Catalog
package import HTTPSupport
import Hummingbird
import Primitives

/// Marks songs and albums as explicit, for admins.
package enum ExplicitRoutes {
    /// Whether something is explicit; null leaves it to the files.
    private static let mark = Input<Bool?>(
        nullable: "explicit", .flag, missing: "explicit is missing: true, false or null")

    @TableBuilder<Endpoint> package static func endpoints(service: ExplicitService) -> [Endpoint] {
        let body = Self.mark.schema
        let what = "null restores the files' own value; scans do not change the mark"
        Endpoint(
            .put, "/api/v1/tracks/{id}/explicit", .requires(.administer), tag: "edits",
            "Mark a track as explicit or not: \(what)", body: body
        ) { request, context in
            let mark = try await request.read(Self.mark)
            let id: ID<Track> = try context.id("id")
            try await service.mark(id, mark, as: context.principal(), by: context.caller().actor)
        }
        Endpoint(
            .put, "/api/v1/albums/{id}/explicit", .requires(.administer), tag: "edits",
            "Mark all tracks of an album as explicit or not: \(what)", body: body
        ) { request, context in
            let mark = try await request.read(Self.mark)
            let id: ID<Album> = try context.id("id")
            try await service.mark(id, mark, as: context.principal(), by: context.caller().actor)
        }
    }
}

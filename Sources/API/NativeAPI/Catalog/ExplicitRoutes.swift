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

    package var endpoints: [Endpoint] {
        let body = Schema.object(required: [("explicit", .nullable(.flag))], optional: [])
        let what = "null goes back to what the files say; the mark stays through scans"
        return [
            Endpoint(
                .put, "/api/v1/tracks/{id}/explicit", .requires(.administer), tag: "edits",
                "Mark a track as explicit or not: \(what)", body: body, reply: .empty(.noContent), handler: track),
            Endpoint(
                .put, "/api/v1/albums/{id}/explicit", .requires(.administer), tag: "edits",
                "Mark all tracks of an album as explicit or not: \(what)", body: body, reply: .empty(.noContent),
                handler: album),
        ]
    }

    @Sendable private func track(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let mark = try await Self.mark(request)
        let id: ID<Track> = try context.id("id")
        try await service.mark(id, mark, as: context.principal(), by: context.caller().actor)
        return .empty()
    }

    @Sendable private func album(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let mark = try await Self.mark(request)
        let id: ID<Album> = try context.id("id")
        try await service.mark(id, mark, as: context.principal(), by: context.caller().actor)
        return .empty()
    }

    private static func mark(_ request: Request) async throws -> Bool? {
        var fields = try await request.jsonFields()
        switch fields.presence(of: "explicit") {
        case .absent: throw DomainError.invalid("explicit is missing: true, false or null", field: "explicit")
        case .null, .value: break
        }
        let mark = try fields.optionalFlag("explicit")
        try fields.end()
        return mark
    }
}

package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives
package import Shelf

/// Lists, creates, edits and deletes playlists.
package struct PlaylistRoutes: Sendable {
    private static let coverLimit = 5 * 1024 * 1024
    private let playlists: PlaylistService

    package init(playlists: PlaylistService) {
        self.playlists = playlists
    }

    package var endpoints: [Endpoint] {
        let one = Endpoint.Reply.json(.ok, .named("Playlist"))
        return [
            Endpoint(
                .get, "/api/v1/playlists", .requires(.listen), tag: "playlists",
                "Playlists that the caller may read, with the totals of what they see of each",
                parameters: [
                    Endpoint.Parameter(
                        "sort", .choice(PlaylistQuery.Sort.allCases.map(\.rawValue)), "name by default"),
                    Endpoint.Parameter(
                        "order", .choice(["asc", "desc"]), "asc; desc where the sort is created or changed"),
                    Endpoint.Parameter(
                        "whose", .choice(PlaylistQuery.Ownership.allCases.map(\.rawValue)), "all by default"),
                    Endpoint.Parameter(
                        "folder", .text,
                        "Only in this folder of the caller's (its id), in `any` of them, or in `none`"),
                ] + .paging, reply: .json(.ok, .page(of: .named("Playlist"))), compressed: true, handler: list),
            Endpoint(
                .post, "/api/v1/playlists", .requires(.listen), tag: "playlists", "Make a playlist",
                body: PlaylistDraftBody().schema, reply: .json(.created, .named("Playlist")), handler: create),
            Endpoint(
                .get, "/api/v1/playlists/{id}", .requires(.listen), tag: "playlists", "A playlist without its entries",
                reply: one, compressed: true, handler: show),
            Endpoint(
                .patch, "/api/v1/playlists/{id}", .requires(.listen), tag: "playlists",
                "Change the caller's playlist: name, description, visibility, and the user names of its editors",
                body: PlaylistChangeDraftBody().schema, reply: one, handler: edit),
            Endpoint(
                .delete, "/api/v1/playlists/{id}", .requires(.listen), tag: "playlists", "Delete the caller's playlist",
                reply: .empty(.noContent), handler: delete),
            Endpoint(
                .post, "/api/v1/playlists/{id}/duplicate", .requires(.listen), tag: "playlists",
                "Make a private copy of what the caller sees of a playlist",
                body: PlaylistCopyBody().schema, reply: .json(.created, .named("Playlist")), handler: duplicate),
            Endpoint(
                .put, "/api/v1/playlists/{id}/cover", .requires(.listen), tag: "playlists",
                "Set the cover of the caller's playlist: the bytes of a JPEG, PNG or WebP file of at most 5 MiB",
                upload: Endpoint.pictures, reply: one,
                handler: setCover),
            Endpoint(
                .delete, "/api/v1/playlists/{id}/cover", .requires(.listen), tag: "playlists",
                "Remove the cover, and show those of the tracks again", reply: one, handler: removeCover),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let sort = try request.choice("sort", of: PlaylistQuery.Sort.self) ?? .name
        let order = try request.choice("order", of: Order.self) ?? (sort == .name ? .asc : .desc)
        let query = PlaylistQuery(
            sort: sort, isDescending: order == .desc, ownership: try request.choice("whose") ?? .all,
            place: try place(in: request))
        let page = try await playlists.playlists(query, request.pageRequest(), as: context.principal())
        return .json(PageBody(page.map { PlaylistBody(playlist: $0) }), capacity: page.items.count * 640)
    }

    private enum Order: String, CaseIterable {
        case asc, desc
    }

    private func place(in request: Request) throws -> PlaylistQuery.Place {
        switch try request.text("folder", upTo: 64) {
        case nil: .anywhere
        case "none": .unfiled
        case "any": .filed
        case let id?: .folder(ID(id))
        }
    }

    @Sendable private func create(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let draft = try await PlaylistDraftBody().read(request)
        let id = try await playlists.create(draft, as: context.principal(), from: context.remoteAddress)
        return try await reply(id, context, status: .created)
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await reply(context.id("id"), context)
    }

    @Sendable private func edit(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<Playlist> = try context.id("id")
        let edit = try await PlaylistChangeDraftBody().read(request)
        _ = try await playlists.edit(id, edit, as: context.principal(), from: context.remoteAddress)
        return try await reply(id, context)
    }

    @Sendable private func delete(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await playlists.delete(context.id("id"), as: context.principal(), from: context.remoteAddress)
        return .empty()
    }

    @Sendable private func duplicate(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(PlaylistCopyBody())
        let name = try fields.read(\.name)
        try fields.end()
        let id = try await playlists.duplicate(
            context.id("id"), name: name, as: context.principal(), from: context.remoteAddress)
        return try await reply(id, context, status: .created)
    }

    @Sendable private func setCover(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<Playlist> = try context.id("id")
        let bytes = try await request.bytes(upTo: Self.coverLimit)
        _ = try await playlists.setCover(
            Array(bytes.readableBytesView), of: id, as: context.principal(), from: context.remoteAddress)
        return try await reply(id, context)
    }

    @Sendable private func removeCover(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<Playlist> = try context.id("id")
        var edit = PlaylistEdit()
        edit.cover = .some(nil)
        _ = try await playlists.edit(id, edit, as: context.principal(), from: context.remoteAddress)
        return try await reply(id, context)
    }

    private func reply(
        _ id: ID<Playlist>, _ context: GatewayContext, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let caller = try context.principal()
        let playlist = try await playlists.playlist(id, as: caller)
        let editors = try await playlists.editors(of: id, as: caller)
        return .json(PlaylistBody(playlist: playlist, editors: editors), status: status)
    }
}

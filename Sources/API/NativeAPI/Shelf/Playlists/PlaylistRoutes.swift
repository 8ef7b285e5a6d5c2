import Catalog
package import HTTPSupport
import Hummingbird
import Primitives
package import Shelf

/// Lists, creates, edits and deletes playlists.
package struct PlaylistRoutes: Sendable {
    /// The name of a copy.
    private static let name = Input<String?>("name", .text(upTo: 4096))
    private let playlists: PlaylistService

    package init(playlists: PlaylistService) {
        self.playlists = playlists
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/playlists", .requires(.listen), tag: "playlists",
            "Playlists that the caller may read, with the totals of what they see of each",
            parameters: [
                Endpoint.Parameter(
                    "sort", .choice(of: PlaylistQuery.Sort.self), "name by default"),
                Endpoint.Parameter(
                    "order", .choice(of: ListOrder.self), "asc; desc where the sort is created or changed"),
                Endpoint.Parameter(
                    "whose", .choice(of: PlaylistQuery.Ownership.self), "all by default"),
                Endpoint.Parameter(
                    "folder", .text,
                    "Only in this folder of the caller's (its id), in `any` of them, or in `none`"),
            ] + .paging, reply: Page<PlaylistBody>.self, capacity: 32 * 1024, compressed: true
        ) { request, context in
            let sort = try request.choice("sort", of: PlaylistQuery.Sort.self) ?? .name
            let order = try request.choice("order", of: ListOrder.self) ?? (sort == .name ? .ascending : .descending)
            let query = PlaylistQuery(
                sort: sort, isDescending: order == .descending, ownership: try request.choice("whose") ?? .all,
                place: try place(in: request))
            let page = try await playlists.playlists(query, request.pageRequest(), as: context.principal())
            return page.map { PlaylistBody(playlist: $0) }
        }
        Endpoint(
            .post, "/api/v1/playlists", .requires(.listen), tag: "playlists", "Make a playlist",
            body: PlaylistDraftBody().schema, reply: PlaylistBody.self, status: .created
        ) { request, context in
            let draft = try await PlaylistDraftBody().read(request)
            let id = try await playlists.create(draft, as: context.principal(), from: context.remoteAddress)
            return try await reply(id, context)
        }
        Endpoint(
            .get, "/api/v1/playlists/{id}", .requires(.listen), tag: "playlists", "A playlist without its entries",
            reply: PlaylistBody.self, compressed: true
        ) { _, context in try await reply(context.id("id"), context) }
        Endpoint(
            .patch, "/api/v1/playlists/{id}", .requires(.listen), tag: "playlists",
            "Change the caller's playlist: name, description, visibility, and the user names of its editors",
            body: PlaylistChangeDraftBody().schema, reply: PlaylistBody.self
        ) { request, context in
            let id: ID<Playlist> = try context.id("id")
            let edit = try await PlaylistChangeDraftBody().read(request)
            _ = try await playlists.edit(id, edit, as: context.principal(), from: context.remoteAddress)
            return try await reply(id, context)
        }
        Endpoint(
            .delete, "/api/v1/playlists/{id}", .requires(.listen), tag: "playlists", "Delete the caller's playlist"
        ) { _, context in
            try await playlists.delete(context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .post, "/api/v1/playlists/{id}/duplicate", .requires(.listen), tag: "playlists",
            "Make a private copy of what the caller sees of a playlist", body: Self.name.schema,
            reply: PlaylistBody.self, status: .created
        ) { request, context in
            let name = try await request.read(Self.name)
            let id = try await playlists.duplicate(
                context.id("id"), name: name, as: context.principal(), from: context.remoteAddress)
            return try await reply(id, context)
        }
        Endpoint(
            .put, "/api/v1/playlists/{id}/cover", .requires(.listen), tag: "playlists",
            "Set the cover of the caller's playlist: the bytes of a JPEG, PNG or WebP file of at most 5 MiB",
            upload: Endpoint.pictures, reply: PlaylistBody.self
        ) { request, context in
            let id: ID<Playlist> = try context.id("id")
            _ = try await playlists.setCover(
                request.picture(), of: id, as: context.principal(), from: context.remoteAddress)
            return try await reply(id, context)
        }
        Endpoint(
            .delete, "/api/v1/playlists/{id}/cover", .requires(.listen), tag: "playlists",
            "Remove the cover, and show those of the tracks again", reply: PlaylistBody.self
        ) { _, context in
            let id: ID<Playlist> = try context.id("id")
            var edit = PlaylistEdit()
            edit.cover = .some(nil)
            _ = try await playlists.edit(id, edit, as: context.principal(), from: context.remoteAddress)
            return try await reply(id, context)
        }
    }

    private func place(in request: Request) throws -> PlaylistQuery.Place {
        switch try request.text("folder", upTo: 64) {
        case nil: .anywhere
        case "none": .unfiled
        case "any": .filed
        case let id?: .folder(ID(id))
        }
    }

    private func reply(_ id: ID<Playlist>, _ context: GatewayContext) async throws -> PlaylistBody {
        let caller = try context.principal()
        let playlist = try await playlists.playlist(id, as: caller)
        let editors = try await playlists.editors(of: id, as: caller)
        return PlaylistBody(playlist: playlist, editors: editors)
    }
}

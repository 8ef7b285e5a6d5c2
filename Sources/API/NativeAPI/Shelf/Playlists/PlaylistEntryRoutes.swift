import Catalog
package import HTTPSupport
import Hummingbird
import Primitives
package import Shelf

/// The entries of a playlist. Changes name entries by their ids, so that two users can edit at the same time. A client
/// that sends the revision it has seen is refused when the playlist has another one by now.
package struct PlaylistEntryRoutes: Sendable {
    private let playlists: PlaylistService
    private let annotations: AnnotationLookup

    package init(playlists: PlaylistService, annotations: AnnotationLookup) {
        self.playlists = playlists
        self.annotations = annotations
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/playlists/{id}/entries"
        Endpoint(
            .get, path, .requires(.listen), tag: "playlists",
            "Entries in their order, missing ones flagged; those of libraries that the caller does not see are left out",
            parameters: .paging, reply: PlaylistPageBody.self, capacity: 64 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let (items, revision) = try await playlists.items(of: context.id("id"), request.pageRequest(), as: caller)
            let annotations = try await annotations.of(tracks: items.items.map(\.track), as: caller)
            return PlaylistPageBody(items: items, revision: revision, annotations: annotations)
        }
        Endpoint(
            .get, "/api/v1/playlists/{id}/outline", .requires(.listen), tag: "playlists",
            "The length of a playlist, and where its pages begin", parameters: [.step], reply: ListOutline.self,
            capacity: 8192, compressed: true
        ) { request, context in
            try await playlists.outline(of: context.id("id"), step: request.step(), as: context.principal())
        }
        Endpoint(
            .post, path, .requires(.listen), tag: "playlists",
            "Add tracks: at the end, first (after is null), or after an entry",
            body: PlaylistAdditionBody().schema, reply: PlaylistChange.self
        ) { try await change($0, $1, PlaylistAdditionBody().read) }
        Endpoint(
            .put, path, .requires(.listen), tag: "playlists",
            "Replace all entries that the caller sees by these tracks",
            body: PlaylistReplacementBody().schema, reply: PlaylistChange.self
        ) { try await change($0, $1, PlaylistReplacementBody().read) }
        Endpoint(
            .post, path + "/remove", .requires(.listen), tag: "playlists",
            "Remove entries by their ids, or by places, from 0, in the revision that is sent",
            body: PlaylistRemovalBody().schema, reply: PlaylistChange.self
        ) { try await change($0, $1, PlaylistRemovalBody().read) }
        Endpoint(
            .post, path + "/move", .requires(.listen), tag: "playlists",
            "Move entries, in their present order, after another or first (after is null)",
            body: PlaylistMoveBody().schema, reply: PlaylistChange.self
        ) { try await change($0, $1, PlaylistMoveBody().read) }
    }

    private func change(
        _ request: Request, _ context: GatewayContext, _ read: (Request) async throws -> PlaylistEdit
    ) async throws -> PlaylistChange {
        let id: ID<Playlist> = try context.id("id")
        let edit = try await read(request)
        return try await playlists.edit(id, edit, as: context.principal(), from: context.remoteAddress)
    }
}

package import HTTPSupport
import HTTPTypes
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

    package var endpoints: [Endpoint] {
        let path = "/api/v1/playlists/{id}/entries"
        let changed = Endpoint.Reply.json(.ok, PlaylistChangeBody.schema)
        return [
            Endpoint(
                .get, path, .requires(.listen), tag: "playlists",
                "Entries in their order, missing ones flagged; those of libraries that the caller was not given are left out",
                parameters: .paging, reply: .json(.ok, PlaylistPageBody.schema), compressed: true, handler: list),
            Endpoint(
                .get, "/api/v1/playlists/{id}/outline", .requires(.listen), tag: "playlists",
                "How long a playlist is, and where its pages begin", parameters: [.step],
                reply: .json(.ok, .named("Outline")), compressed: true, handler: outline),
            Endpoint(
                .post, path, .requires(.listen), tag: "playlists",
                "Add tracks: at the end, first (after is null), or after an entry",
                body: .object(
                    required: [("trackIds", .array(.text))],
                    optional: [("after", .nullable(.text)), ("revision", .integer)]), reply: changed
            ) { try await change($0, $1, PlaylistFields.addition) },
            Endpoint(
                .put, path, .requires(.listen), tag: "playlists",
                "Put these tracks in place of all entries that the caller sees",
                body: .object(required: [("trackIds", .array(.text)), ("revision", .integer)], optional: []),
                reply: changed
            ) { try await change($0, $1, PlaylistFields.replacement) },
            Endpoint(
                .post, path + "/remove", .requires(.listen), tag: "playlists",
                "Remove entries by their ids, or by places, from 0, of the revision that is sent along",
                body: .object(
                    required: [],
                    optional: [("entryIds", .array(.text)), ("indices", .array(.integer)), ("revision", .integer)]),
                reply: changed
            ) { try await change($0, $1, PlaylistFields.removal) },
            Endpoint(
                .post, path + "/move", .requires(.listen), tag: "playlists",
                "Move entries, in the order that they have, behind another or first (after is null)",
                body: .object(
                    required: [("entryIds", .array(.text)), ("after", .nullable(.text))],
                    optional: [("revision", .integer)]), reply: changed
            ) { try await change($0, $1, PlaylistFields.move) },
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let (items, revision) = try await playlists.items(of: context.id("id"), request.pageRequest(), as: caller)
        let annotations = try await annotations.of(tracks: items.items.map(\.track), as: caller)
        return .json(
            PlaylistPageBody(items: items, revision: revision, annotations: annotations),
            capacity: items.items.count * 680)
    }

    @Sendable private func outline(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let outline = try await playlists.outline(
            of: context.id("id"), step: request.step(), as: context.principal())
        return .json(OutlineBody(outline: outline), capacity: 8192)
    }

    private func change(
        _ request: Request, _ context: GatewayContext,
        _ read: (consuming JSONFields) throws(DomainError) -> PlaylistEdit
    ) async throws -> Response {
        let id: ID<Playlist> = try context.id("id")
        let edit = try read(try await request.jsonFields(upTo: PlaylistFields.longestBody))
        let change = try await playlists.edit(id, edit, as: context.principal(), from: context.remoteAddress)
        return .json(PlaylistChangeBody(change: change))
    }
}

package import HTTPSupport
import Hummingbird
package import Moderation
import Primitives
import Shelf

/// Moderators' decisions about other users' public playlists.
package struct PlaylistModerationRoutes: Sendable {
    private let playlists: PlaylistModerationService

    package init(playlists: PlaylistModerationService) {
        self.playlists = playlists
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/moderation/playlists"
        let reason = ReasonBody().schema
        Endpoint(
            .get, path, .requires(.moderate), tag: "moderation", "All public playlists, the last changed first",
            parameters: [
                Endpoint.Parameter("q", .text, "Part of the title or of its owner's name"),
                Endpoint.Parameter("hidden", .flag, "Only those that are hidden"),
            ] + .paging, reply: PageBody<ModeratedPlaylistBody>.self, capacity: 32 * 1024
        ) { request, context in
            let query = ModeratedPlaylistQuery(
                text: try request.text("q") ?? "", hiddenOnly: try request.text("hidden") == "true")
            let page = try await playlists.playlists(query, request.pageRequest(), as: context.principal())
            return PageBody(page.map(ModeratedPlaylistBody.init))
        }
        Endpoint(
            .put, path + "/{id}/hidden", .requires(.moderate), tag: "moderation",
            "Hide a public playlist with a reason that its owner sees", body: reason, reply: ModeratedPlaylistBody.self
        ) { request, context in
            let reason = try await ReasonBody().read(request)
            return try await setHidden(because: reason, context)
        }
        Endpoint(
            .delete, path + "/{id}/hidden", .requires(.moderate), tag: "moderation", "Show a hidden playlist again",
            reply: ModeratedPlaylistBody.self
        ) { _, context in try await setHidden(because: nil, context) }
        Endpoint(
            .post, path + "/{id}/deletion", .requires(.moderate), tag: "moderation",
            "Delete a public playlist permanently, with a reason that its owner sees", body: reason
        ) { request, context in
            let reason = try await ReasonBody().read(request)
            try await playlists.delete(
                context.id("id"), because: reason, as: context.principal(), from: context.remoteAddress)
        }
    }

    private func setHidden(because reason: String?, _ context: GatewayContext) async throws -> ModeratedPlaylistBody {
        let playlist = try await playlists.hide(
            context.id("id"), because: reason, as: context.principal(), from: context.remoteAddress)
        return ModeratedPlaylistBody(playlist: playlist)
    }
}

struct ModeratedPlaylistBody: ObjectBody {
    static let component: String? = "ModeratedPlaylist"
    static let fields = Fields<Self> {
        Field("id") { $0.playlist.id.rawValue }
        Field("name") { $0.playlist.name }
        Field("description") { $0.playlist.description }
        Field("owner") { NamedPersonBody(person: $0.playlist.owner) }
        Field("entryCount") { $0.playlist.entries }
        Field("cover") { $0.playlist.cover.map(ImagePath.text) }
        Field("changedAt") { $0.playlist.changedAt }
        Field("hidden") { $0.playlist.hiding.map(HidingBody.init) }
    }

    let playlist: ModeratedPlaylist
}

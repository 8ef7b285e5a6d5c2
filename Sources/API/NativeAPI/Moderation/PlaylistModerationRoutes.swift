package import HTTPSupport
import Hummingbird
package import Moderation
import Primitives
import Shelf

/// Moderators' decisions about other users' public playlists.
package enum PlaylistModerationRoutes {
    @TableBuilder<Endpoint> package static func endpoints(playlists: PlaylistModerationService) -> [Endpoint] {
        let path = "/api/v1/moderation/playlists"
        let reason = ReasonBody().schema
        Endpoint(
            .get, path, .requires(.moderate), tag: "moderation", "All public playlists, the last changed first",
            parameters: [
                Endpoint.Parameter("q", .text, "Part of the title or of its owner's name"),
                Endpoint.Parameter("hidden", .flag, "Only those that are hidden"),
            ] + .paging, reply: Page<ModeratedPlaylist>.self, capacity: 32 * 1024
        ) { request, context in
            let query = ModeratedPlaylistQuery(
                text: try request.text("q") ?? "", hiddenOnly: try request.text("hidden") == "true")
            return try await playlists.playlists(query, request.pageRequest(), as: context.principal())
        }
        Endpoint(
            .put, path + "/{id}/hidden", .requires(.moderate), tag: "moderation",
            "Hide a public playlist with a reason that its owner sees", body: reason, reply: ModeratedPlaylist.self
        ) { request, context in
            let reason = try await ReasonBody().read(request)
            return try await playlists.hide(
                context.id("id"), because: reason, as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .delete, path + "/{id}/hidden", .requires(.moderate), tag: "moderation", "Show a hidden playlist again",
            reply: ModeratedPlaylist.self
        ) { _, context in
            try await playlists.hide(
                context.id("id"), because: nil, as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .post, path + "/{id}/deletion", .requires(.moderate), tag: "moderation",
            "Delete a public playlist permanently, with a reason that its owner sees", body: reason
        ) { request, context in
            let reason = try await ReasonBody().read(request)
            try await playlists.delete(
                context.id("id"), because: reason, as: context.principal(), from: context.remoteAddress)
        }
    }
}

extension ModeratedPlaylist: ObjectBody {
    package static let component: String? = "ModeratedPlaylist"
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("name") { $0.name }
        Field("description") { $0.description }
        Field("owner") { $0.owner }
        Field("entryCount") { $0.entries }
        Field("cover") { $0.cover.map(ImagePath.text) }
        Field("changedAt") { $0.changedAt }
        Field("hidden") { $0.hiding }
    }
}

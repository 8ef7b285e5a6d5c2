package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives
package import Shelf

/// The caller's folders of playlists.
package struct PlaylistFolderRoutes: Sendable {
    private let folders: PlaylistFolderService

    package init(folders: PlaylistFolderService) {
        self.folders = folders
    }

    package var endpoints: [Endpoint] {
        let path = "/api/v1/playlist-folders"
        return [
            Endpoint(
                .get, path, .requires(.listen), tag: "playlists",
                "The caller's folders of playlists by name, with the ids of the playlists in them",
                reply: .json(.ok, PlaylistFoldersBody.schema), compressed: true, handler: list),
            Endpoint(
                .post, path, .requires(.listen), tag: "playlists",
                "Make a folder of playlists, which nobody else sees; folders are at most 3 deep",
                body: PlaylistFolderDraftBody().schema, reply: .json(.created, .named("PlaylistFolder")),
                handler: create),
            Endpoint(
                .patch, path + "/{id}", .requires(.listen), tag: "playlists",
                "Rename a folder of playlists, or put it into another one; parentId null puts it into none",
                body: PlaylistFolderChangeBody().schema, reply: .json(.ok, .named("PlaylistFolder")), handler: edit),
            Endpoint(
                .delete, path + "/{id}", .requires(.listen), tag: "playlists",
                "Delete a folder of playlists; what is in it goes to the folder that it is in",
                reply: .empty(.noContent), handler: delete),
            Endpoint(
                .put, "/api/v1/playlists/{id}/folder", .requires(.listen), tag: "playlists",
                "Put a playlist into a folder of the caller's, for the caller only; null takes it out",
                body: PlaylistFolderPlaceBody().schema, reply: .empty(.noContent), handler: put),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let all = try await folders.folders(as: context.principal())
        return .json(PlaylistFoldersBody(folders: all), capacity: all.count * 256)
    }

    @Sendable private func create(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let draft = try await PlaylistFolderDraftBody().read(request)
        let id = try await folders.create(draft, as: context.principal(), from: context.remoteAddress)
        return try await reply(id, context, status: .created)
    }

    @Sendable private func edit(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<PlaylistFolder> = try context.id("id")
        let change = try await PlaylistFolderChangeBody().read(request)
        try await folders.edit(id, change, as: context.principal(), from: context.remoteAddress)
        return try await reply(id, context)
    }

    @Sendable private func delete(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await folders.delete(context.id("id"), as: context.principal(), from: context.remoteAddress)
        return .empty()
    }

    @Sendable private func put(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<Playlist> = try context.id("id")
        var fields = try await request.input(PlaylistFolderPlaceBody())
        let folder = try fields.read(\.folder)
        try fields.end()
        try await folders.put(id, into: folder, as: context.principal(), from: context.remoteAddress)
        return .empty()
    }

    private func reply(
        _ id: ID<PlaylistFolder>, _ context: GatewayContext, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let folder = try await folders.folder(id, as: context.principal())
        return .json(PlaylistFolderBody(folder: folder), status: status)
    }
}

/// A new folder.
private struct PlaylistFolderDraftBody: InputBody {
    let name = Input<String>("name", .text(upTo: 4096))
    let parent = Input<ID<PlaylistFolder>?>("parentId", .id())

    func read(_ request: Request) async throws -> PlaylistFolderDraft {
        var fields = try await request.input(self)
        let name = try fields.read(\.name)
        let parent = try fields.read(\.parent)
        try fields.end()
        return try PlaylistFolderDraft(name: name, parent: parent)
    }
}

/// Another name or place for a folder.
private struct PlaylistFolderChangeBody: InputBody {
    let name = Input<String?>("name", .text(upTo: 4096))
    let parent = Input<Patch<ID<PlaylistFolder>>>("parentId", .id())

    func read(_ request: Request) async throws -> PlaylistFolderChange {
        var fields = try await request.input(self)
        let name = try fields.read(\.name)
        let parent = try fields.read(\.parent).nested
        try fields.end()
        return try PlaylistFolderChange(name: name, parent: parent)
    }
}

/// The folder of a playlist.
private struct PlaylistFolderPlaceBody: InputBody {
    let folder = Input<ID<PlaylistFolder>?>(
        nullable: "folderId", .id(), missing: "folderId is missing; null is for no folder")
}

struct PlaylistFolderBody: ObjectBody {
    static let component: String? = "PlaylistFolder"
    static let fields = Fields<Self> {
        Field("id") { $0.folder.id }
        Field("name") { $0.folder.name }
        Field("parentId") { $0.folder.parent }
        Field("playlistIds") { $0.folder.playlists }
        Field("createdAt") { $0.folder.createdAt }
        Field("changedAt") { $0.folder.changedAt }
    }

    let folder: PlaylistFolder
}

private struct PlaylistFoldersBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("items") { $0.folders.map(PlaylistFolderBody.init) }
    }

    let folders: [PlaylistFolder]
}

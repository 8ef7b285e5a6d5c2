package import HTTPSupport
import Hummingbird
import Primitives
package import Shelf

/// The caller's folders of playlists.
package enum PlaylistFolderRoutes {
    /// The folder of a playlist.
    private static let folder = Input<ID<PlaylistFolder>?>(
        nullable: "folderId", .id(), missing: "folderId is missing; null is for no folder")

    @TableBuilder<Endpoint> package static func endpoints(folders: PlaylistFolderService) -> [Endpoint] {
        let path = "/api/v1/playlist-folders"
        Endpoint(
            .get, path, .requires(.listen), tag: "playlists",
            "The caller's folders of playlists by name, with the ids of the playlists in them",
            reply: ListBody<PlaylistFolder>.self, capacity: 16 * 1024, compressed: true
        ) { _, context in ListBody(try await folders.folders(as: context.principal())) }
        Endpoint(
            .post, path, .requires(.listen), tag: "playlists",
            "Make a folder of playlists, which nobody else sees; folders are at most 3 deep",
            body: PlaylistFolderDraftBody().schema, reply: PlaylistFolder.self, status: .created
        ) { request, context in
            let draft = try await PlaylistFolderDraftBody().read(request)
            let id = try await folders.create(draft, as: context.principal(), from: context.remoteAddress)
            return try await folders.folder(id, as: context.principal())
        }
        Endpoint(
            .patch, path + "/{id}", .requires(.listen), tag: "playlists",
            "Rename a folder of playlists, or put it into another one; parentId null puts it into none",
            body: PlaylistFolderChangeBody().schema, reply: PlaylistFolder.self
        ) { request, context in
            let id: ID<PlaylistFolder> = try context.id("id")
            let change = try await PlaylistFolderChangeBody().read(request)
            try await folders.edit(id, change, as: context.principal(), from: context.remoteAddress)
            return try await folders.folder(id, as: context.principal())
        }
        Endpoint(
            .delete, path + "/{id}", .requires(.listen), tag: "playlists",
            "Delete a folder of playlists; what is in it goes to the folder that it is in"
        ) { _, context in
            try await folders.delete(context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .put, "/api/v1/playlists/{id}/folder", .requires(.listen), tag: "playlists",
            "Put a playlist into a folder of the caller's, for the caller only; null takes it out",
            body: Self.folder.schema
        ) { request, context in
            let id: ID<Playlist> = try context.id("id")
            let folder = try await request.read(Self.folder)
            try await folders.put(id, into: folder, as: context.principal(), from: context.remoteAddress)
        }
    }
}

/// A new folder.
private struct PlaylistFolderDraftBody: InputBody {
    let name = Input<String>("name", .text(upTo: 4096))
    let parent = Input<ID<PlaylistFolder>?>("parentId", .id())

    func read(_ request: Request) async throws -> PlaylistFolderDraft {
        let (name, parent) = try await request.read(\.name, \.parent, of: self)
        return try PlaylistFolderDraft(name: name, parent: parent)
    }
}

/// Another name or place for a folder.
private struct PlaylistFolderChangeBody: InputBody {
    let name = Input<String?>("name", .text(upTo: 4096))
    let parent = Input<Patch<ID<PlaylistFolder>>>("parentId", .id())

    func read(_ request: Request) async throws -> PlaylistFolderChange {
        let (name, parent) = try await request.read(\.name, \.parent, of: self)
        return try PlaylistFolderChange(name: name, parent: parent.nested)
    }
}

extension PlaylistFolder: ObjectBody {
    package static let component: String? = "PlaylistFolder"
    package static let fields = Fields<Self> {
        Field("id") { $0.id }
        Field("name") { $0.name }
        Field("parentId") { $0.parent }
        Field("playlistIds") { $0.playlists }
        Field("createdAt") { $0.createdAt }
        Field("changedAt") { $0.changedAt }
    }
}

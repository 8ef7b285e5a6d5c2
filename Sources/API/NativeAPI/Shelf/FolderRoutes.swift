package import HTTPSupport
import Hummingbird
import Primitives
package import Shelf

/// The folders of the caller's shelf.
package struct FolderRoutes: Sendable {
    /// The folders to delete.
    private static let ids = Input<[ID<ShelfFolder>]>("ids", .ids(upTo: ShelfRules.mostFolders))

    private let shelf: ShelfService

    package init(shelf: ShelfService) {
        self.shelf = shelf
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/shelf/folders"
        Endpoint(
            .get, path, .requires(.listen), tag: "shelf",
            "The caller's folders by name, and the totals of the whole shelf", parameters: .paging,
            reply: FolderPageBody.self, capacity: 16 * 1024, compressed: true
        ) { request, context in
            let (folders, count) = try await shelf.folders(request.pageRequest(), as: context.principal())
            return FolderPageBody(folders: folders, count: count)
        }
        Endpoint(
            .post, path, .requires(.listen), tag: "shelf", "Make a folder", body: FolderDraftBody().schema,
            reply: ShelfFolder.self, status: .created
        ) { request, context in
            let draft = try await FolderDraftBody().read(request)
            let id = try await shelf.create(draft, as: context.principal(), from: context.remoteAddress)
            return try await shelf.folder(id, as: context.principal())
        }
        Endpoint(
            .post, path + "/delete", .requires(.listen), tag: "shelf",
            "Delete folders in one step; their items stay on the shelf", body: Self.ids.schema,
            reply: DeletedFoldersBody.self
        ) { request, context in
            let ids = try await request.read(Self.ids, upTo: ShelfItemRoutes.longestBody)
            let count = try await shelf.delete(ids, as: context.principal(), from: context.remoteAddress)
            return DeletedFoldersBody(count: count)
        }
        Endpoint(
            .get, path + "/{id}", .requires(.listen), tag: "shelf", "One folder", reply: ShelfFolder.self,
            compressed: true
        ) { _, context in try await shelf.folder(context.id("id"), as: context.principal()) }
        Endpoint(
            .patch, path + "/{id}", .requires(.listen), tag: "shelf", "Change a folder's name or icon",
            body: FolderChangeBody().schema, reply: ShelfFolder.self
        ) { request, context in try await edit(FolderChangeBody().read(request), context) }
        Endpoint(
            .put, path + "/{id}/image", .requires(.listen), tag: "shelf",
            "Set a folder's picture: the bytes of a JPEG, PNG or WebP file of at most 5 MiB, cropped to a square",
            upload: Endpoint.pictures, reply: ShelfFolder.self
        ) { request, context in
            let id: ID<ShelfFolder> = try context.id("id")
            try await shelf.setImage(
                request.picture(), of: id, as: context.principal(), from: context.remoteAddress)
            return try await shelf.folder(id, as: context.principal())
        }
        Endpoint(
            .delete, path + "/{id}/image", .requires(.listen), tag: "shelf", "Remove a folder's picture",
            reply: ShelfFolder.self
        ) { _, context in try await edit(FolderChange(image: .some(nil)), context) }
    }

    private func edit(_ change: FolderChange, _ context: GatewayContext) async throws -> ShelfFolder {
        let id: ID<ShelfFolder> = try context.id("id")
        try await shelf.edit(id, change, as: context.principal(), from: context.remoteAddress)
        return try await shelf.folder(id, as: context.principal())
    }
}

/// A new folder.
private struct FolderDraftBody: InputBody {
    let name = Input<String>("name", .text(upTo: 4096))
    let icon = Input<FolderIcon?>("icon", .choice())

    func read(_ request: Request) async throws -> FolderDraft {
        let (name, icon) = try await request.read(\.name, \.icon, of: self)
        return try FolderDraft(name: name, icon: icon ?? .folder)
    }
}

/// Another name or icon for a folder.
private struct FolderChangeBody: InputBody {
    let name = Input<String?>("name", .text(upTo: 4096))
    let icon = Input<FolderIcon?>("icon", .choice())

    func read(_ request: Request) async throws -> FolderChange {
        let (name, icon) = try await request.read(\.name, \.icon, of: self)
        return try FolderChange(name: name, icon: icon)
    }
}

private struct DeletedFoldersBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("deleted") { $0.count }
    }

    let count: Int
}

extension ShelfFolder: ObjectBody {
    package static let component: String? = "Folder"
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("name") { $0.name }
        Field("icon") { $0.icon }
        Field("image") { $0.image.map(ImagePath.text) }
        Field("covers") { $0.covers.map(ImagePath.text) }
        Field("itemCount") { $0.itemCount }
        Field("createdAt") { $0.createdAt }
        Field("changedAt") { $0.changedAt }
    }
}

/// A page of folders, and the totals of the whole shelf.
struct FolderPageBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("items") { $0.folders.items }
        Field("nextCursor") { $0.folders.next?.text }
        Field("itemCount") { $0.count.items }
        Field("unfiledCount") { $0.count.unfiled }
    }

    let folders: Page<ShelfFolder>
    let count: ShelfCount
}

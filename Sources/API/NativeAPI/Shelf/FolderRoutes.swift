package import HTTPSupport
import Hummingbird
import Primitives
package import Shelf

/// The folders of the caller's shelf.
package struct FolderRoutes: Sendable {
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
            reply: FolderBody.self, status: .created
        ) { request, context in
            let draft = try await FolderDraftBody().read(request)
            let id = try await shelf.create(draft, as: context.principal(), from: context.remoteAddress)
            return try await reply(id, context)
        }
        Endpoint(
            .post, path + "/delete", .requires(.listen), tag: "shelf",
            "Delete folders in one step; their items stay on the shelf", body: FolderDeletionBody().schema,
            reply: DeletedFoldersBody.self
        ) { request, context in
            let ids = try await FolderDeletionBody().read(request)
            let count = try await shelf.delete(ids, as: context.principal(), from: context.remoteAddress)
            return DeletedFoldersBody(count: count)
        }
        Endpoint(
            .get, path + "/{id}", .requires(.listen), tag: "shelf", "One folder", reply: FolderBody.self,
            compressed: true
        ) { _, context in try await reply(context.id("id"), context) }
        Endpoint(
            .patch, path + "/{id}", .requires(.listen), tag: "shelf", "Change a folder's name or icon",
            body: FolderChangeBody().schema, reply: FolderBody.self
        ) { request, context in
            let change = try await FolderChangeBody().read(request)
            return try await edit(change, context)
        }
        Endpoint(
            .put, path + "/{id}/image", .requires(.listen), tag: "shelf",
            "Set a folder's picture: the bytes of a JPEG, PNG or WebP file of at most 5 MiB, cropped to a square",
            upload: Endpoint.pictures, reply: FolderBody.self
        ) { request, context in
            let id: ID<ShelfFolder> = try context.id("id")
            try await shelf.setImage(
                request.picture(), of: id, as: context.principal(), from: context.remoteAddress)
            return try await reply(id, context)
        }
        Endpoint(
            .delete, path + "/{id}/image", .requires(.listen), tag: "shelf", "Remove a folder's picture",
            reply: FolderBody.self
        ) { _, context in try await edit(FolderChange(image: .some(nil)), context) }
    }

    private func edit(_ change: FolderChange, _ context: GatewayContext) async throws -> FolderBody {
        let id: ID<ShelfFolder> = try context.id("id")
        try await shelf.edit(id, change, as: context.principal(), from: context.remoteAddress)
        return try await reply(id, context)
    }

    private func reply(_ id: ID<ShelfFolder>, _ context: GatewayContext) async throws -> FolderBody {
        FolderBody(folder: try await shelf.folder(id, as: context.principal()))
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

/// The folders to delete.
private struct FolderDeletionBody: InputBody {
    let ids = Input<[ID<ShelfFolder>]>("ids", .ids(upTo: ShelfRules.mostFolders))

    func read(_ request: Request) async throws -> [ID<ShelfFolder>] {
        try await request.read(\.ids, of: self, upTo: ShelfItemRoutes.longestBody)
    }
}

private struct DeletedFoldersBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("deleted") { $0.count }
    }

    let count: Int
}

struct FolderBody: ObjectBody {
    static let component: String? = "Folder"
    static let fields = Fields<Self> {
        Field("id") { $0.folder.id.rawValue }
        Field("name") { $0.folder.name }
        Field("icon") { $0.folder.icon }
        Field("image") { $0.folder.image.map(ImagePath.text) }
        Field("covers") { $0.folder.covers.map(ImagePath.text) }
        Field("itemCount") { $0.folder.itemCount }
        Field("createdAt") { $0.folder.createdAt }
        Field("changedAt") { $0.folder.changedAt }
    }

    let folder: ShelfFolder
}

/// A page of folders, and the totals of the whole shelf.
struct FolderPageBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("items") { $0.folders.items.map(FolderBody.init) }
        Field("nextCursor") { $0.folders.next?.text }
        Field("itemCount") { $0.count.items }
        Field("unfiledCount") { $0.count.unfiled }
    }

    let folders: Page<ShelfFolder>
    let count: ShelfCount
}

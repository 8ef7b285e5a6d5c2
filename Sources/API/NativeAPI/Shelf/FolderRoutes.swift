package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives
package import Shelf

/// The folders of the caller's shelf.
package struct FolderRoutes: Sendable {
    static let pictureLimit = 5 * 1024 * 1024
    private let shelf: ShelfService

    package init(shelf: ShelfService) {
        self.shelf = shelf
    }

    package var endpoints: [Endpoint] {
        let path = "/api/v1/shelf/folders"
        let one = Endpoint.Reply.json(.ok, .named("Folder"))
        return [
            Endpoint(
                .get, path, .requires(.listen), tag: "shelf",
                "The caller's folders by name, and the totals of the whole shelf", parameters: .paging,
                reply: .json(.ok, FolderPageBody.schema), compressed: true, handler: list),
            Endpoint(
                .post, path, .requires(.listen), tag: "shelf", "Make a folder",
                body: FolderDraftBody().schema, reply: .json(.created, .named("Folder")), handler: create),
            Endpoint(
                .post, path + "/delete", .requires(.listen), tag: "shelf",
                "Delete folders in one step; their items stay on the shelf",
                body: FolderDeletionBody().schema, reply: .json(.ok, DeletedFoldersBody.schema), handler: delete),
            Endpoint(
                .get, path + "/{id}", .requires(.listen), tag: "shelf", "One folder", reply: one, compressed: true,
                handler: show),
            Endpoint(
                .patch, path + "/{id}", .requires(.listen), tag: "shelf", "Change a folder's name or icon",
                body: FolderChangeBody().schema, reply: one, handler: edit),
            Endpoint(
                .put, path + "/{id}/image", .requires(.listen), tag: "shelf",
                "Set a folder's picture: the bytes of a JPEG, PNG or WebP file of at most 5 MiB, cropped to a square",
                upload: Endpoint.pictures, reply: one, handler: setImage),
            Endpoint(
                .delete, path + "/{id}/image", .requires(.listen), tag: "shelf", "Remove a folder's picture",
                reply: one, handler: removeImage),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let (folders, count) = try await shelf.folders(request.pageRequest(), as: context.principal())
        return .json(FolderPageBody(folders: folders, count: count), capacity: folders.items.count * 256)
    }

    @Sendable private func create(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let draft = try await FolderDraftBody().read(request)
        let id = try await shelf.create(draft, as: context.principal(), from: context.remoteAddress)
        return try await reply(id, context, status: .created)
    }

    @Sendable private func delete(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let ids = try await FolderDeletionBody().read(request)
        let count = try await shelf.delete(ids, as: context.principal(), from: context.remoteAddress)
        return .json(DeletedFoldersBody(count: count))
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await reply(context.id("id"), context)
    }

    @Sendable private func edit(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let change = try await FolderChangeBody().read(request)
        return try await edit(change, context)
    }

    @Sendable private func setImage(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<ShelfFolder> = try context.id("id")
        let bytes = try await request.bytes(upTo: Self.pictureLimit)
        try await shelf.setImage(
            Array(bytes.readableBytesView), of: id, as: context.principal(), from: context.remoteAddress)
        return try await reply(id, context)
    }

    @Sendable private func removeImage(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await edit(FolderChange(image: .some(nil)), context)
    }

    private func edit(_ change: FolderChange, _ context: GatewayContext) async throws -> Response {
        let id: ID<ShelfFolder> = try context.id("id")
        try await shelf.edit(id, change, as: context.principal(), from: context.remoteAddress)
        return try await reply(id, context)
    }

    private func reply(
        _ id: ID<ShelfFolder>, _ context: GatewayContext, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        .json(FolderBody(folder: try await shelf.folder(id, as: context.principal())), status: status)
    }
}

/// A new folder.
private struct FolderDraftBody: InputBody {
    let name = Input<String>("name", .text(upTo: 4096))
    let icon = Input<FolderIcon?>("icon", .choice())

    func read(_ request: Request) async throws -> FolderDraft {
        var fields = try await request.input(self)
        let name = try fields.read(\.name)
        let icon = try fields.read(\.icon) ?? .folder
        try fields.end()
        return try FolderDraft(name: name, icon: icon)
    }
}

/// Another name or icon for a folder.
private struct FolderChangeBody: InputBody {
    let name = Input<String?>("name", .text(upTo: 4096))
    let icon = Input<FolderIcon?>("icon", .choice())

    func read(_ request: Request) async throws -> FolderChange {
        var fields = try await request.input(self)
        let name = try fields.read(\.name)
        let icon = try fields.read(\.icon)
        try fields.end()
        return try FolderChange(name: name, icon: icon)
    }
}

/// The folders to delete.
private struct FolderDeletionBody: InputBody {
    let ids = Input<[ID<ShelfFolder>]>("ids", .ids(upTo: ShelfRules.mostFolders))

    func read(_ request: Request) async throws -> [ID<ShelfFolder>] {
        var fields = try await request.input(self, upTo: ShelfItemRoutes.longestBody)
        let ids = try fields.read(\.ids)
        try fields.end()
        return ids
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

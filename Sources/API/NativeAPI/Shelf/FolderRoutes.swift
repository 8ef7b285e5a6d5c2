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
        let icon = Schema.choice(FolderIcon.allCases.map(\.rawValue))
        return [
            Endpoint(
                .get, path, .requires(.listen), tag: "shelf",
                "The caller's folders by name, and how much is on the whole shelf", parameters: .paging,
                reply: .json(.ok, FolderPageBody.schema), compressed: true, handler: list),
            Endpoint(
                .post, path, .requires(.listen), tag: "shelf", "Make a folder",
                body: .object(required: [("name", .text)], optional: [("icon", icon)]),
                reply: .json(.created, .named("Folder")), handler: create),
            Endpoint(
                .post, path + "/delete", .requires(.listen), tag: "shelf",
                "Delete folders in one step; what was in them stays on the shelf",
                body: .object(required: [("ids", .array(.text))], optional: []),
                reply: .json(.ok, CountBody.schema("deleted")), handler: delete),
            Endpoint(
                .get, path + "/{id}", .requires(.listen), tag: "shelf", "One folder", reply: one, compressed: true,
                handler: show),
            Endpoint(
                .patch, path + "/{id}", .requires(.listen), tag: "shelf", "Give a folder another name or icon",
                body: .object(required: [], optional: [("name", .text), ("icon", icon)]), reply: one, handler: edit),
            Endpoint(
                .put, path + "/{id}/image", .requires(.listen), tag: "shelf",
                "Give a folder a picture: the bytes of a JPEG, PNG or WebP file of at most 5 MiB, of which a square is kept",
                upload: Endpoint.pictures, reply: one, handler: setImage),
            Endpoint(
                .delete, path + "/{id}/image", .requires(.listen), tag: "shelf", "Show the folder's icon again",
                reply: one, handler: removeImage),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let (folders, count) = try await shelf.folders(request.pageRequest(), as: context.principal())
        return .json(FolderPageBody(folders: folders, count: count), capacity: folders.items.count * 256)
    }

    @Sendable private func create(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let draft = try ShelfFields.folderDraft(await request.jsonFields())
        let id = try await shelf.create(draft, as: context.principal(), from: context.remoteAddress)
        return try await reply(id, context, status: .created)
    }

    @Sendable private func delete(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let ids = try ShelfFields.ids(
            await request.jsonFields(upTo: ShelfFields.longestBody), upTo: ShelfRules.mostFolders)
        let count = try await shelf.delete(
            ids.map { ID($0) }, as: context.principal(), from: context.remoteAddress)
        return .json(CountBody("deleted", count))
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await reply(context.id("id"), context)
    }

    @Sendable private func edit(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let change = try ShelfFields.folderChange(await request.jsonFields())
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

struct FolderBody: ObjectBody {
    static let component: String? = "Folder"
    static let fields = Fields<Self> {
        Field("id") { $0.folder.id.rawValue }
        Field("name") { $0.folder.name }
        Field("icon") { $0.folder.icon }
        Field("image") { $0.folder.image.map(ImagePath.text) }
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

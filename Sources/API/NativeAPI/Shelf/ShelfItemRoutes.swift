import Catalog
package import HTTPSupport
import Hummingbird
import Primitives
package import Shelf

/// The items of the caller's shelf.
package struct ShelfItemRoutes: Sendable {
    /// The largest body of a list of ids in bytes: a thousand of 64 characters, and some overhead.
    static let longestBody = 256 * 1024
    /// The items to take off the shelf.
    private static let removed = Input<[ID<ShelfItem>]>("ids", .ids(upTo: ShelfRules.mostAtOnce))

    private let shelf: ShelfService
    private let annotations: AnnotationLookup

    package init(shelf: ShelfService, annotations: AnnotationLookup) {
        self.shelf = shelf
        self.annotations = annotations
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/shelf/items"
        Endpoint(
            .get, path, .requires(.listen), tag: "shelf", "The items on the caller's shelf",
            parameters: [
                Endpoint.Parameter("folder", .text, "Only in this folder (its id), or `none` for in no folder"),
                Endpoint.Parameter("sort", .choice(of: ShelfQuery.Sort.self), "added by default"),
                Endpoint.Parameter("order", .choice(of: ListOrder.self), "desc; asc where the sort is title"),
                Endpoint.Parameter("kind", .choice(of: ShelfSource.Kind.self), "Only of this kind"),
                Endpoint.Parameter(
                    "q", .text, "Words that must all occur in the title, the artist, the genre or the comment"),
            ] + .paging, reply: Page<ShelfItemBody>.self, capacity: 32 * 1024, compressed: true, handler: list)
        Endpoint(
            .post, path, .requires(.listen), tag: "shelf",
            "Put a track or an album on the shelf, by its id, or an entry that was typed in",
            body: ShelfItemDraftBody().schema, reply: ShelfItemBody.self, status: .created
        ) { request, context in
            let draft = try await ShelfItemDraftBody().read(request)
            let id = try await shelf.add(draft, as: context.principal(), from: context.remoteAddress)
            return try await reply(id, context)
        }
        Endpoint(
            .post, path + "/put", .requires(.listen), tag: "shelf",
            "Put tracks, albums and items into a folder, or into none; new ones are added to the shelf",
            body: ShelfPlacementDraftBody().schema, reply: ShelfPlacement.Outcome.self
        ) { request, context in
            let placement = try await ShelfPlacementDraftBody().read(request)
            return try await shelf.put(placement, as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .post, path + "/remove", .requires(.listen), tag: "shelf", "Take items off the shelf in one step",
            body: Self.removed.schema, reply: RemovedItemsBody.self
        ) { request, context in
            let ids = try await request.read(Self.removed, upTo: Self.longestBody)
            let count = try await shelf.remove(ids, as: context.principal(), from: context.remoteAddress)
            return RemovedItemsBody(count: count)
        }
        Endpoint(
            .get, path + "/{id}", .requires(.listen), tag: "shelf", "One item", reply: ShelfItemBody.self,
            compressed: true
        ) { _, context in try await reply(context.id("id"), context) }
        Endpoint(
            .patch, path + "/{id}", .requires(.listen), tag: "shelf",
            "Change an item; of a track or album only its comment, rating and folder",
            body: ShelfItemChangeBody().schema, reply: ShelfItemBody.self
        ) { request, context in try await edit(ShelfItemChangeBody().read(request), context) }
        Endpoint(
            .post, path + "/{id}/link", .requires(.listen), tag: "shelf",
            "Link an entry to a track or album of the library: its rating becomes the caller's rating of that unless there is one, its comment stays",
            body: ShelfLinkBody().schema, reply: ShelfItemBody.self
        ) { request, context in
            let id: ID<ShelfItem> = try context.id("id")
            let subject = try await ShelfLinkBody().read(request)
            try await shelf.link(id, to: subject, as: context.principal(), from: context.remoteAddress)
            return try await reply(id, context)
        }
        Endpoint(
            .get, "/api/v1/shelf/statistics", .requires(.listen), tag: "shelf",
            "The statistics of the caller's shelf: totals, the most frequent genre, the number of items by rating",
            reply: ShelfStatistics.self
        ) { _, context in try await shelf.statistics(as: context.principal()) }
        Endpoint(
            .put, path + "/{id}/cover", .requires(.listen), tag: "shelf",
            "Set an entry's cover: the bytes of a JPEG, PNG or WebP file of at most 5 MiB, cropped to a square",
            upload: Endpoint.pictures, reply: ShelfItemBody.self
        ) { request, context in
            let id: ID<ShelfItem> = try context.id("id")
            try await shelf.setCover(
                request.picture(), of: id, as: context.principal(), from: context.remoteAddress)
            return try await reply(id, context)
        }
        Endpoint(
            .delete, path + "/{id}/cover", .requires(.listen), tag: "shelf", "Remove an entry's cover",
            reply: ShelfItemBody.self
        ) { _, context in try await edit(ShelfItemChange(cover: .some(nil)), context) }
    }

    private func list(_ request: Request, _ context: GatewayContext) async throws -> Page<ShelfItemBody> {
        let caller = try context.principal()
        let sort = try request.choice("sort", of: ShelfQuery.Sort.self) ?? .added
        let order = try request.choice("order", of: ListOrder.self) ?? (sort == .title ? .ascending : .descending)
        let place: ShelfQuery.Place =
            switch try request.text("folder", upTo: 64) {
            case nil: .anywhere
            case "none"?: .unfiled
            case let id?: .folder(ID(id))
            }
        let query = try ShelfQuery(
            sort: sort, isDescending: order == .descending, place: place, kind: try request.choice("kind"),
            text: try request.text("q", upTo: 1024) ?? "")
        let page = try await shelf.items(query, request.pageRequest(), as: caller)
        let annotations = try await annotations.of(
            tracks: page.items.flatMap(\.tracks), albums: page.items.compactMap(\.album), as: caller)
        return page.map { ShelfItemBody(shelved: $0, annotations: annotations) }
    }

    private func edit(_ change: ShelfItemChange, _ context: GatewayContext) async throws -> ShelfItemBody {
        let id: ID<ShelfItem> = try context.id("id")
        try await shelf.edit(id, change, as: context.principal(), from: context.remoteAddress)
        return try await reply(id, context)
    }

    private func reply(_ id: ID<ShelfItem>, _ context: GatewayContext) async throws -> ShelfItemBody {
        let caller = try context.principal()
        let item = try await shelf.item(id, as: caller)
        let annotations = try await annotations.of(
            tracks: item.tracks, albums: [item.album].compactMap(\.self), as: caller)
        return ShelfItemBody(shelved: item, annotations: annotations)
    }
}

/// The caller's shelf in numbers.
extension ShelfStatistics: ObjectBody {
    package static let fields = Fields<Self> {
        Field("items") { $0.items }
        Field("durationMs") { $0.durationMilliseconds }
        Field("favoriteGenre", ifPresent: { $0.favoriteGenre }) {
            Field("name") { $0.name }
            Field("items") { $0.items }
        }
        Field("averageRating") { $0.averageRating }
        Field("ratings", each: { $0.ratings }) {
            Field("rating") { $0.rating.stars }
            Field("items") { $0.items }
        }
    }
}

private struct RemovedItemsBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("removed") { $0.count }
    }

    let count: Int
}

import Catalog
package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives
package import Shelf

/// Users' wishes for music that the server does not have.
package struct WishRoutes: Sendable {
    private let wishes: WishService
    private let annotations: AnnotationLookup

    package init(wishes: WishService, annotations: AnnotationLookup) {
        self.wishes = wishes
        self.annotations = annotations
    }

    package var endpoints: [Endpoint] {
        let path = "/api/v1/wishes"
        let one = Endpoint.Reply.json(.ok, .named("Wish"))
        let words: [(String, Schema)] = [("artist", .text), ("note", .text)]
        return [
            Endpoint(
                .get, path, .requires(.browse), tag: "wishes", "Everybody's open wishes",
                parameters: [
                    Endpoint.Parameter("sort", .choice(WishQuery.Sort.allCases.map(\.rawValue)), "date unless said"),
                    Endpoint.Parameter("order", .choice(["asc", "desc"]), "desc unless said, asc for titles"),
                    Endpoint.Parameter(
                        "whose", .choice(WishQuery.Ownership.allCases.map(\.rawValue)), "all unless said"),
                    Endpoint.Parameter("q", .text, "Words that are all in the title or the artist"),
                ] + .paging, reply: .json(.ok, .page(of: .named("Wish"))), compressed: true, handler: list),
            Endpoint(
                .post, path, .requires(.takePart), tag: "wishes",
                "Wish for something; 409 with the member `wish` where a user wishes for the same",
                body: .object(required: [("title", .text)], optional: words),
                reply: .json(.created, .named("Wish")), handler: create),
            Endpoint(
                .get, path + "/{id}", .requires(.browse), tag: "wishes", "One wish", reply: one, compressed: true,
                handler: show),
            Endpoint(
                .patch, path + "/{id}", .requires(.takePart), tag: "wishes", "Say an own wish in other words",
                body: .object(required: [], optional: [("title", .text)] + words), reply: one, handler: edit),
            Endpoint(
                .delete, path + "/{id}", .requires(.takePart), tag: "wishes",
                "Remove an own wish; moderators remove any", reply: .empty(.noContent), handler: remove),
            Endpoint(
                .put, path + "/{id}/cover", .requires(.takePart), tag: "wishes",
                "Give an own wish a cover: the bytes of a JPEG, PNG or WebP file of at most 5 MiB, of which a square is kept",
                upload: Endpoint.pictures, reply: one, handler: setCover),
            Endpoint(
                .delete, path + "/{id}/cover", .requires(.takePart), tag: "wishes", "Take an own wish's cover away",
                reply: one, handler: removeCover),
            Endpoint(
                .put, path + "/{id}/backing", .requires(.takePart), tag: "wishes", "Want what another user wishes for",
                reply: one, handler: back),
            Endpoint(
                .delete, path + "/{id}/backing", .requires(.takePart), tag: "wishes", "Want it no more", reply: one,
                handler: unback),
            Endpoint(
                .post, path + "/{id}/fulfil", .requires(.takePart), tag: "wishes",
                "Let a wish come true: by a track or album of the library, or as an entry of the own shelf. The item is saved and the wish ends in one step; with `shelve` false it only ends",
                body: Self.fulfilment, reply: .json(.ok, WishFulfilmentBody.schema), handler: fulfil),
        ]
    }

    private static let fulfilment = Schema.object(
        required: [],
        optional: ShelfItemRoutes.described + [
            ("durationMs", .integer), ("rating", .number), ("folderId", .text), ("trackId", .text), ("albumId", .text),
            ("shelve", .flag),
        ])

    private enum Order: String, CaseIterable {
        case asc, desc
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let sort: WishQuery.Sort = try request.choice("sort") ?? .date
        let order = try request.choice("order", of: Order.self) ?? (sort == .title ? .asc : .desc)
        let query = try WishQuery(
            sort: sort, isDescending: order == .desc, ownership: try request.choice("whose") ?? .all,
            text: try request.text("q", upTo: 1024) ?? "")
        let page = try await wishes.wishes(query, request.pageRequest(), as: caller)
        let annotations = try await annotations.of(tracks: page.items.compactMap(\.arrival), as: caller)
        return .json(
            PageBody(page.map { WishBody(item: $0, annotations: annotations) }), capacity: page.items.count * 512)
    }

    @Sendable private func create(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let draft = try WishFields.draft(await request.jsonFields())
        let caller = try context.principal()
        switch try await wishes.create(draft, as: caller, from: context.remoteAddress) {
        case .made(let wish):
            return try await reply(wishes.wish(wish.id, as: caller), context, status: .created)
        case .alreadyWished(let wish):
            let same = try await body(of: wishes.wish(wish.id, as: caller), context)
            return Problem.response(to: .alreadyWished) { $0.field("wish", same) }
        }
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await reply(wishes.wish(context.id("id"), as: context.principal()), context)
    }

    @Sendable private func edit(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await edit(WishFields.change(await request.jsonFields()), context)
    }

    @Sendable private func remove(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await wishes.remove(context.id("id"), as: context.principal(), from: context.remoteAddress)
        return .empty()
    }

    @Sendable private func setCover(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<Wish> = try context.id("id")
        let bytes = try await request.bytes(upTo: FolderRoutes.pictureLimit)
        let wish = try await wishes.setCover(
            Array(bytes.readableBytesView), of: id, as: context.principal(), from: context.remoteAddress)
        return try await reply(wish, context)
    }

    @Sendable private func removeCover(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await edit(WishChange(cover: .some(nil)), context)
    }

    @Sendable private func back(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await setBacking(to: true, context)
    }

    @Sendable private func unback(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await setBacking(to: false, context)
    }

    @Sendable private func fulfil(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<Wish> = try context.id("id")
        let fulfilment = try WishFields.fulfilment(await request.jsonFields())
        let item = try await wishes.fulfil(id, fulfilment, as: context.principal(), from: context.remoteAddress)
        return .json(WishFulfilmentBody(wish: id, item: item))
    }

    private func edit(_ change: WishChange, _ context: GatewayContext) async throws -> Response {
        let wish = try await wishes.edit(
            context.id("id"), change, as: context.principal(), from: context.remoteAddress)
        return try await reply(wish, context)
    }

    private func setBacking(to isBacked: Bool, _ context: GatewayContext) async throws -> Response {
        let wish = try await wishes.setBacking(
            to: isBacked, of: context.id("id"), as: context.principal(), from: context.remoteAddress)
        return try await reply(wish, context)
    }

    private func reply(
        _ item: WishItem, _ context: GatewayContext, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        .json(try await body(of: item, context), status: status)
    }

    private func body(of item: WishItem, _ context: GatewayContext) async throws -> WishBody {
        let tracks = [item.arrival].compactMap(\.self)
        return WishBody(item: item, annotations: try await annotations.of(tracks: tracks, as: context.principal()))
    }
}

/// An open wish. `arrival` is a track that came since and may be it; only users who may hear that track see it.
struct WishBody: ObjectBody {
    static let component: String? = "Wish"
    static let fields = Fields<Self> {
        Field("id") { $0.item.wish.id.rawValue }
        Field("title") { $0.item.wish.title }
        Field("artist") { $0.item.wish.artist }
        Field("note") { $0.item.wish.note }
        Field("cover") { $0.item.wish.cover.map(ImagePath.text) }
        Field("person") { NamedPersonBody($0.item.wish.person) }
        Field("backerCount") { $0.item.wish.backers }
        Field("backed") { $0.item.wish.isBacked }
        Field("own") { $0.item.wish.isOwn }
        Field("arrival") { body in body.item.arrival.map { arrival in TrackItemBody(arrival, body.annotations) } }
        Field("createdAt") { $0.item.wish.createdAt }
        Field("changedAt") { $0.item.wish.changedAt }
    }

    let item: WishItem
    let annotations: Annotations
}

/// Reads the request fields of wishes and checks their bounds.
enum WishFields {
    static func draft(_ fields: consuming JSONFields) throws(DomainError) -> WishDraft {
        var fields = fields
        let title = try fields.text("title", upTo: 8192)
        let artist = try fields.optionalText("artist", upTo: 8192) ?? ""
        let note = try fields.optionalText("note", upTo: 16 * 1024) ?? ""
        try fields.end()
        return try WishDraft(title: title, artist: artist, note: note)
    }

    static func change(_ fields: consuming JSONFields) throws(DomainError) -> WishChange {
        var fields = fields
        let title = try fields.optionalText("title", upTo: 8192)
        let artist = try fields.optionalText("artist", upTo: 8192)
        let note = try fields.optionalText("note", upTo: 16 * 1024)
        try fields.end()
        return try WishChange(title: title, artist: artist, note: note)
    }

    static func fulfilment(_ fields: consuming JSONFields) throws(DomainError) -> WishFulfilment {
        var fields = fields
        let isShelved = try fields.optionalFlag("shelve") ?? true
        let draft = try ShelfFields.draft(&fields)
        try fields.end()
        return try WishFulfilment(draft, isShelved: isShelved)
    }
}

/// The fulfilled wish, and the item that it has become on the caller's shelf.
struct WishFulfilmentBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("wishId") { $0.wish.rawValue }
        Field("itemId") { $0.item?.rawValue }
    }

    let wish: ID<Wish>
    let item: ID<ShelfItem>?
}

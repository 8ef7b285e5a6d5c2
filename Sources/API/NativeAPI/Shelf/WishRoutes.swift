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
        return [
            Endpoint(
                .get, path, .requires(.browse), tag: "wishes", "All open wishes",
                parameters: [
                    Endpoint.Parameter("sort", .choice(WishQuery.Sort.allCases.map(\.rawValue)), "date by default"),
                    Endpoint.Parameter("order", .choice(["asc", "desc"]), "desc by default, asc for titles"),
                    Endpoint.Parameter(
                        "whose", .choice(WishQuery.Ownership.allCases.map(\.rawValue)), "all by default"),
                    Endpoint.Parameter("q", .text, "Words that must all occur in the title or the artist"),
                ] + .paging, reply: .json(.ok, .page(of: .named("Wish"))), compressed: true, handler: list),
            Endpoint(
                .post, path, .requires(.takePart), tag: "wishes",
                "Add a wish; 409 with the member `wish` if a user wishes for the same already",
                body: WishDraftBody().schema, reply: .json(.created, .named("Wish")), handler: create),
            Endpoint(
                .get, path + "/{id}", .requires(.browse), tag: "wishes", "One wish", reply: one, compressed: true,
                handler: show),
            Endpoint(
                .patch, path + "/{id}", .requires(.takePart), tag: "wishes", "Change the caller's wish",
                body: WishChangeBody().schema, reply: one, handler: edit),
            Endpoint(
                .delete, path + "/{id}", .requires(.takePart), tag: "wishes",
                "Remove the caller's wish; moderators may remove any", reply: .empty(.noContent), handler: remove),
            Endpoint(
                .put, path + "/{id}/cover", .requires(.takePart), tag: "wishes",
                "Set the cover of the caller's wish: the bytes of a JPEG, PNG or WebP file of at most 5 MiB, cropped to a square",
                upload: Endpoint.pictures, reply: one, handler: setCover),
            Endpoint(
                .delete, path + "/{id}/cover", .requires(.takePart), tag: "wishes", "Remove the cover of a wish",
                reply: one, handler: removeCover),
            Endpoint(
                .put, path + "/{id}/backing", .requires(.takePart), tag: "wishes", "Back another user's wish",
                reply: one, handler: back),
            Endpoint(
                .delete, path + "/{id}/backing", .requires(.takePart), tag: "wishes", "Stop backing a wish", reply: one,
                handler: unback),
            Endpoint(
                .post, path + "/{id}/fulfil", .requires(.takePart), tag: "wishes",
                "Fulfill a wish by a track or album of the library, or as an entry of the caller's shelf. The item is added to the shelf and the wish ends in one step; with `shelve` false the wish only ends",
                body: WishFulfillmentDraftBody().schema, reply: .json(.ok, WishFulfillmentBody.schema), handler: fulfill
            ),
        ]
    }

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
        let draft = try await WishDraftBody().read(request)
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
        try await edit(WishChangeBody().read(request), context)
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

    @Sendable private func fulfill(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<Wish> = try context.id("id")
        let fulfillment = try await WishFulfillmentDraftBody().read(request)
        let item = try await wishes.fulfill(id, fulfillment, as: context.principal(), from: context.remoteAddress)
        return .json(WishFulfillmentBody(wish: id, item: item))
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

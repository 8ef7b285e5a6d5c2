import Catalog
package import HTTPSupport
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

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/wishes"
        Endpoint(
            .get, path, .requires(.browse), tag: "wishes", "All open wishes",
            parameters: [
                Endpoint.Parameter("sort", .choice(of: WishQuery.Sort.self), "date by default"),
                Endpoint.Parameter("order", .choice(of: ListOrder.self), "desc by default, asc for titles"),
                Endpoint.Parameter(
                    "whose", .choice(of: WishQuery.Ownership.self), "all by default"),
                Endpoint.Parameter("q", .text, "Words that must all occur in the title or the artist"),
            ] + .paging, reply: Page<WishBody>.self, capacity: 32 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let sort: WishQuery.Sort = try request.choice("sort") ?? .date
            let order = try request.choice("order", of: ListOrder.self) ?? (sort == .title ? .ascending : .descending)
            let query = try WishQuery(
                sort: sort, isDescending: order == .descending, ownership: try request.choice("whose") ?? .all,
                text: try request.text("q", upTo: 1024) ?? "")
            let page = try await wishes.wishes(query, request.pageRequest(), as: caller)
            let annotations = try await annotations.of(tracks: page.items.compactMap(\.arrival), as: caller)
            return page.map { WishBody(item: $0, annotations: annotations) }
        }
        Endpoint(
            .post, path, .requires(.takePart), tag: "wishes",
            "Add a wish; 409 with the member `wish` if a user wishes for the same already",
            body: WishDraftBody().schema, reply: .json(.created, WishBody.schema)
        ) { request, context in
            let draft = try await WishDraftBody().read(request)
            let caller = try context.principal()
            switch try await wishes.create(draft, as: caller, from: context.remoteAddress) {
            case .made(let wish):
                return .json(try await body(of: wishes.wish(wish.id, as: caller), context), status: .created)
            case .alreadyWished(let wish):
                let same = try await body(of: wishes.wish(wish.id, as: caller), context)
                return Problem.response(to: .alreadyWished) { $0.field("wish", same) }
            }
        }
        Endpoint(
            .get, path + "/{id}", .requires(.browse), tag: "wishes", "One wish", reply: WishBody.self, compressed: true
        ) { _, context in try await body(of: wishes.wish(context.id("id"), as: context.principal()), context) }
        Endpoint(
            .patch, path + "/{id}", .requires(.takePart), tag: "wishes", "Change the caller's wish",
            body: WishChangeBody().schema, reply: WishBody.self
        ) { request, context in try await edit(WishChangeBody().read(request), context) }
        Endpoint(
            .delete, path + "/{id}", .requires(.takePart), tag: "wishes",
            "Remove the caller's wish; moderators may remove any"
        ) { _, context in
            try await wishes.remove(context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .put, path + "/{id}/cover", .requires(.takePart), tag: "wishes",
            "Set the cover of the caller's wish: the bytes of a JPEG, PNG or WebP file of at most 5 MiB, cropped to a square",
            upload: Endpoint.pictures, reply: WishBody.self
        ) { request, context in
            let id: ID<Wish> = try context.id("id")
            let wish = try await wishes.setCover(
                request.picture(), of: id, as: context.principal(), from: context.remoteAddress)
            return try await body(of: wish, context)
        }
        Endpoint(
            .delete, path + "/{id}/cover", .requires(.takePart), tag: "wishes", "Remove the cover of a wish",
            reply: WishBody.self
        ) { _, context in try await edit(WishChange(cover: .some(nil)), context) }
        Endpoint(
            .put, path + "/{id}/backing", .requires(.takePart), tag: "wishes", "Back another user's wish",
            reply: WishBody.self
        ) { _, context in try await setBacking(to: true, context) }
        Endpoint(
            .delete, path + "/{id}/backing", .requires(.takePart), tag: "wishes", "Stop backing a wish",
            reply: WishBody.self
        ) { _, context in try await setBacking(to: false, context) }
        Endpoint(
            .post, path + "/{id}/fulfil", .requires(.takePart), tag: "wishes",
            "Fulfill a wish by a track or album of the library, or as an entry of the caller's shelf. The item is added to the shelf and the wish ends in one step; with `shelve` false the wish only ends",
            body: WishFulfillmentDraftBody().schema, reply: WishFulfillmentBody.self
        ) { request, context in
            let id: ID<Wish> = try context.id("id")
            let fulfillment = try await WishFulfillmentDraftBody().read(request)
            let item = try await wishes.fulfill(id, fulfillment, as: context.principal(), from: context.remoteAddress)
            return WishFulfillmentBody(wish: id, item: item)
        }
    }

    private func edit(_ change: WishChange, _ context: GatewayContext) async throws -> WishBody {
        let wish = try await wishes.edit(
            context.id("id"), change, as: context.principal(), from: context.remoteAddress)
        return try await body(of: wish, context)
    }

    private func setBacking(to isBacked: Bool, _ context: GatewayContext) async throws -> WishBody {
        let wish = try await wishes.setBacking(
            to: isBacked, of: context.id("id"), as: context.principal(), from: context.remoteAddress)
        return try await body(of: wish, context)
    }

    private func body(of item: WishItem, _ context: GatewayContext) async throws -> WishBody {
        let tracks = [item.arrival].compactMap(\.self)
        return WishBody(item: item, annotations: try await annotations.of(tracks: tracks, as: context.principal()))
    }
}

import Catalog
package import HTTPSupport
import Hummingbird
package import Moderation
import Primitives

/// Withdraws published music from the catalog, into a bin from which it can be restored.
package struct WithdrawalRoutes: Sendable {
    private let withdrawals: WithdrawalService

    package init(withdrawals: WithdrawalService) {
        self.withdrawals = withdrawals
    }

    package var endpoints: [Endpoint] {
        let path = "/api/v1/moderation"
        let reason = Schema.object(required: [("reason", .text)], optional: [])
        return [
            Endpoint(
                .post, path + "/tracks/{id}/withdrawal", .requires(.moderate), tag: "moderation",
                "Take a song out of the catalogue: it is hidden at once, and its file goes into a bin for 30 days",
                body: reason, reply: .json(.ok, .list(of: .named("Withdrawal"))), handler: withdrawTrack),
            Endpoint(
                .post, path + "/albums/{id}/withdrawal", .requires(.moderate), tag: "moderation",
                "Take all songs of an album out of the catalogue", body: reason,
                reply: .json(.ok, .list(of: .named("Withdrawal"))), handler: withdrawAlbum),
            Endpoint(
                .get, path + "/withdrawals", .requires(.moderate), tag: "moderation",
                "Withdrawn songs, newest first",
                parameters: [
                    Endpoint.Parameter(
                        "list", .choice(WithdrawalList.allCases.map(\.rawValue)),
                        "Those in the bin unless said, or those that ended"),
                    Endpoint.Parameter("q", .text, "Part of title, artist or album"),
                ] + .paging, reply: .json(.ok, .page(of: .named("Withdrawal"))), handler: list),
            Endpoint(
                .post, path + "/withdrawals/{id}/restoration", .requires(.moderate), tag: "moderation",
                "Bring a withdrawn song back, with its likes, plays and places in playlists",
                reply: .json(.ok, .named("Withdrawal")), handler: restore),
        ]
    }

    @Sendable private func withdrawTrack(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await withdraw(.track(context.id("id")), request, context)
    }

    @Sendable private func withdrawAlbum(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await withdraw(.album(context.id("id")), request, context)
    }

    private func withdraw(
        _ target: WithdrawalTarget, _ request: Request, _ context: GatewayContext
    ) async throws -> Response {
        let reason = try HidingBody.reason(await request.jsonFields(upTo: 16 * 1024))
        let withdrawn = try await withdrawals.withdraw(
            target, because: reason, as: context.principal(), from: context.remoteAddress)
        return .json(ListBody(withdrawn.map(WithdrawalBody.init)), capacity: withdrawn.count * 512)
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let page = try await withdrawals.withdrawals(
            request.choice("list") ?? .bin, matching: request.text("q") ?? "", request.pageRequest(),
            as: context.principal())
        return .json(PageBody(page.map(WithdrawalBody.init)), capacity: page.items.count * 512)
    }

    @Sendable private func restore(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let restored = try await withdrawals.restore(
            context.id("id"), as: context.principal(), from: context.remoteAddress)
        return .json(WithdrawalBody(withdrawal: restored))
    }
}

struct WithdrawalBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("id", .text), ("trackId", .text), ("title", .text), ("artist", .text), ("album", .text), ("reason", .text),
            ("state", .choice(Withdrawal.State.allCases.map(\.rawValue))), ("at", .instant), ("endsAt", .instant),
        ],
        optional: [
            ("cover", .text), ("moderator", NamedPersonBody.schema), ("giver", NamedPersonBody.schema),
            ("failure", .text),
        ])

    let withdrawal: Withdrawal

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", withdrawal.id.rawValue)
            json.field("trackId", withdrawal.track.rawValue)
            json.field("title", withdrawal.title)
            json.field("artist", withdrawal.artist)
            json.field("album", withdrawal.album)
            json.field("cover", withdrawal.cover.map(ImagePath.text))
            json.field("reason", withdrawal.reason)
            json.field("state", withdrawal.state.rawValue)
            json.field("at", withdrawal.at)
            json.field("endsAt", withdrawal.endsAt)
            if let moderator = withdrawal.moderator { json.field("moderator", NamedPersonBody(moderator)) }
            if let giver = withdrawal.giver { json.field("giver", NamedPersonBody(giver)) }
            json.field("failure", withdrawal.failure)
        }
    }
}

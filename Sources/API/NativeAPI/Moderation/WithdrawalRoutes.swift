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

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/moderation"
        let reason = ReasonBody().schema
        Endpoint(
            .post, path + "/tracks/{id}/withdrawal", .requires(.moderate), tag: "moderation",
            "Withdraw a song from the catalog: it is hidden at once, and its file is moved to a bin for 30 days",
            body: reason, reply: ListBody<Withdrawal>.self, capacity: 32 * 1024
        ) { request, context in try await withdraw(.track(context.id("id")), request, context) }
        Endpoint(
            .post, path + "/albums/{id}/withdrawal", .requires(.moderate), tag: "moderation",
            "Withdraw all songs of an album from the catalog", body: reason, reply: ListBody<Withdrawal>.self,
            capacity: 32 * 1024
        ) { request, context in try await withdraw(.album(context.id("id")), request, context) }
        Endpoint(
            .get, path + "/withdrawals", .requires(.moderate), tag: "moderation", "Withdrawn songs, newest first",
            parameters: [
                Endpoint.Parameter(
                    "list", .choice(of: WithdrawalList.self),
                    "Those in the bin (the default), or those that have ended"),
                Endpoint.Parameter("q", .text, "Part of title, artist or album"),
            ] + .paging, reply: Page<Withdrawal>.self, capacity: 32 * 1024
        ) { request, context in
            try await withdrawals.withdrawals(
                request.choice("list") ?? .bin, matching: request.text("q") ?? "", request.pageRequest(),
                as: context.principal())
        }
        Endpoint(
            .post, path + "/withdrawals/{id}/restoration", .requires(.moderate), tag: "moderation",
            "Restore a withdrawn song, with its likes, plays and places in playlists", reply: Withdrawal.self
        ) { _, context in
            try await withdrawals.restore(context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
    }

    private func withdraw(
        _ target: WithdrawalTarget, _ request: Request, _ context: GatewayContext
    ) async throws -> ListBody<Withdrawal> {
        let reason = try await ReasonBody().read(request)
        let withdrawn = try await withdrawals.withdraw(
            target, because: reason, as: context.principal(), from: context.remoteAddress)
        return ListBody(withdrawn)
    }
}

extension Withdrawal: ObjectBody {
    package static let component: String? = "Withdrawal"
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("trackId") { $0.track.rawValue }
        Field("title") { $0.title }
        Field("artist") { $0.artist }
        Field("album") { $0.album }
        Field("cover") { $0.cover.map(ImagePath.text) }
        Field("reason") { $0.reason }
        Field("state") { $0.state }
        Field("at") { $0.at }
        Field("endsAt") { $0.endsAt }
        Field("moderator") { $0.moderator }
        Field("giver") { $0.submitter }
        Field("failure") { $0.failure }
    }
}

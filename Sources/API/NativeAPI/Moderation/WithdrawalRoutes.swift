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
            body: reason, reply: ListBody<WithdrawalBody>.self, capacity: 32 * 1024
        ) { request, context in try await withdraw(.track(context.id("id")), request, context) }
        Endpoint(
            .post, path + "/albums/{id}/withdrawal", .requires(.moderate), tag: "moderation",
            "Withdraw all songs of an album from the catalog", body: reason, reply: ListBody<WithdrawalBody>.self,
            capacity: 32 * 1024
        ) { request, context in try await withdraw(.album(context.id("id")), request, context) }
        Endpoint(
            .get, path + "/withdrawals", .requires(.moderate), tag: "moderation", "Withdrawn songs, newest first",
            parameters: [
                Endpoint.Parameter(
                    "list", .choice(of: WithdrawalList.self),
                    "Those in the bin (the default), or those that have ended"),
                Endpoint.Parameter("q", .text, "Part of title, artist or album"),
            ] + .paging, reply: PageBody<WithdrawalBody>.self, capacity: 32 * 1024
        ) { request, context in
            let page = try await withdrawals.withdrawals(
                request.choice("list") ?? .bin, matching: request.text("q") ?? "", request.pageRequest(),
                as: context.principal())
            return PageBody(page.map(WithdrawalBody.init))
        }
        Endpoint(
            .post, path + "/withdrawals/{id}/restoration", .requires(.moderate), tag: "moderation",
            "Restore a withdrawn song, with its likes, plays and places in playlists", reply: WithdrawalBody.self
        ) { _, context in
            let restored = try await withdrawals.restore(
                context.id("id"), as: context.principal(), from: context.remoteAddress)
            return WithdrawalBody(withdrawal: restored)
        }
    }

    private func withdraw(
        _ target: WithdrawalTarget, _ request: Request, _ context: GatewayContext
    ) async throws -> ListBody<WithdrawalBody> {
        let reason = try await ReasonBody().read(request)
        let withdrawn = try await withdrawals.withdraw(
            target, because: reason, as: context.principal(), from: context.remoteAddress)
        return ListBody(withdrawn.map(WithdrawalBody.init))
    }
}

struct WithdrawalBody: ObjectBody {
    static let component: String? = "Withdrawal"
    static let fields = Fields<Self> {
        Field("id") { $0.withdrawal.id.rawValue }
        Field("trackId") { $0.withdrawal.track.rawValue }
        Field("title") { $0.withdrawal.title }
        Field("artist") { $0.withdrawal.artist }
        Field("album") { $0.withdrawal.album }
        Field("cover") { $0.withdrawal.cover.map(ImagePath.text) }
        Field("reason") { $0.withdrawal.reason }
        Field("state") { $0.withdrawal.state }
        Field("at") { $0.withdrawal.at }
        Field("endsAt") { $0.withdrawal.endsAt }
        Field("moderator") { $0.withdrawal.moderator.map(NamedPersonBody.init) }
        Field("giver") { $0.withdrawal.submitter.map(NamedPersonBody.init) }
        Field("failure") { $0.withdrawal.failure }
    }

    let withdrawal: Withdrawal
}

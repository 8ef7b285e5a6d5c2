package import HTTPSupport
import HTTPTypes
import Hummingbird
import NIOCore
package import Podcasts
import Primitives

/// The caller's subscriptions to podcasts.
package struct PodcastRoutes: Sendable {
    private let podcasts: PodcastService

    package init(podcasts: PodcastService) {
        self.podcasts = podcasts
    }

    package var endpoints: [Endpoint] {
        let path = "/api/v1/podcasts"
        let reply = Schema.named("Subscription")
        return [
            Endpoint(
                .get, path, .requires(.listen), tag: "Podcasts", "The caller's podcasts by title",
                reply: .json(.ok, .list(of: reply)), compressed: true, handler: list),
            Endpoint(
                .post, path, .requires(.listen), tag: "Podcasts",
                "Subscribe to the podcast at an address. A feed that is new to the server is read at once",
                body: AddressBody().schema, reply: .json(.created, reply), handler: subscribe),
            Endpoint(
                .get, path + "/{id}", .requires(.listen), tag: "Podcasts", "A podcast of the caller's",
                reply: .json(.ok, reply), handler: show),
            Endpoint(
                .patch, path + "/{id}", .requires(.listen), tag: "Podcasts",
                "Choose which episodes the server downloads for the caller, of those not played: latest, those among the newest of that number; unplayed, all since the subscription",
                body: RuleBody().schema, reply: .json(.ok, reply), handler: setRule),
            Endpoint(
                .delete, path + "/{id}", .requires(.listen), tag: "Podcasts",
                "Unsubscribe. The caller's positions in the podcast's episodes are removed",
                reply: .empty(.noContent), handler: unsubscribe),
            Endpoint(
                .post, path + "/refresh", .requires(.listen), tag: "Podcasts",
                "Have the feeds of the caller's podcasts read again, those not read within five minutes",
                reply: .empty(.accepted), handler: refresh),
            Endpoint(
                .get, path + "/opml", .requires(.listen), tag: "Podcasts", "The caller's podcasts as an OPML file",
                reply: .bytes(mediaType: Self.mediaType), handler: export),
            Endpoint(
                .post, path + "/opml", .requires(.listen), tag: "Podcasts",
                "Subscribe to the podcasts of an OPML file of at most 2 MiB; their feeds are read afterwards",
                upload: [Self.mediaType, "application/xml", "text/xml"], reply: .json(.ok, OPMLImportBody.schema),
                handler: importOPML),
        ]
    }

    private static let mediaType = "text/x-opml"

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ListBody(try await podcasts.subscriptions(as: context.principal()).map(SubscriptionBody.init)))
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(
            SubscriptionBody(
                subscription: try await podcasts.subscription(context.id("id"), as: context.principal())))
    }

    @Sendable private func subscribe(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(AddressBody())
        let address = try fields.read(\.url)
        try fields.end()
        let made = try await podcasts.subscribe(to: address, as: context.principal(), from: context.remoteAddress)
        return .json(SubscriptionBody(subscription: made), status: .created)
    }

    @Sendable private func setRule(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(RuleBody())
        let kind = try fields.read(\.downloads)
        let count = try fields.read(\.latest) ?? 1
        try fields.end()
        let changed = try await podcasts.setRule(
            DownloadRule(kind, count: count), of: context.id("id"), as: context.principal())
        return .json(SubscriptionBody(subscription: changed))
    }

    @Sendable private func unsubscribe(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await podcasts.unsubscribe(from: context.id("id"), as: context.principal(), from: context.remoteAddress)
        return .empty()
    }

    @Sendable private func refresh(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await podcasts.refresh(as: context.principal())
        return .empty(.accepted)
    }

    @Sendable private func export(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let text = try await podcasts.export(as: context.principal())
        return Response(
            status: .ok,
            headers: [
                .contentType: Self.mediaType + "; charset=utf-8", .cacheControl: "private, no-store",
                .contentDisposition: AttachmentName.field(Array("podcasts.opml".utf8)),
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    @Sendable private func importOPML(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let bytes = try await request.bytes(upTo: OPML.largest)
        let result = try await podcasts.importOPML(
            Array(bytes.readableBytesView), as: context.principal(), from: context.remoteAddress)
        return .json(OPMLImportBody(result: result))
    }
}

/// The address of a podcast.
private struct AddressBody: InputBody {
    let url = Input<String>("url", .text(upTo: 4096))
}

private struct RuleBody: InputBody {
    let downloads = Input<DownloadRule.Kind>("downloads", .choice())
    let latest = Input<Int?>("latest", .integer(in: DownloadRule.counts))
}

struct SubscriptionBody: ObjectBody {
    static let component: String? = "Subscription"
    static let fields = Fields<Self> {
        Field("id") { $0.subscription.podcast.id.rawValue }
        Field("title") { $0.subscription.podcast.title }
        Field("author") { $0.subscription.podcast.author }
        Field("text") { $0.subscription.podcast.text }
        Field("url") { $0.subscription.podcast.address }
        Field("homePageUrl") { $0.subscription.podcast.homePage }
        Field("picture") { $0.subscription.podcast.picture.map(ImagePath.text) }
        Field("newCount") { $0.subscription.newCount }
        Field("latestAt") { $0.subscription.latestAt }
        Field("subscribedAt") { $0.subscription.since }
        Field("refreshedAt") { $0.subscription.podcast.refreshedAt }
        Field("problem") { $0.subscription.podcast.problem }
        Field("explicit") { $0.subscription.podcast.isExplicit ? true : nil }
        Field("ended") { $0.subscription.podcast.endedAt != nil }
        Field("downloads") { $0.subscription.rule.kind }
        Field("latest") { $0.subscription.rule.kind == .latest ? $0.subscription.rule.count : nil }
    }

    let subscription: Subscription
}

private struct OPMLImportBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("added") { $0.result.added }
        Field("known") { $0.result.known }
        Field("refused") { $0.result.refused }
    }

    let result: OPMLImport
}

package import HTTPSupport
import Hummingbird
import NIOCore
package import Podcasts
import Primitives

/// The caller's subscriptions to podcasts.
package struct PodcastRoutes: Sendable {
    /// The address of a podcast.
    private static let url = Input<String>("url", .text(upTo: 4096))

    private let podcasts: PodcastService

    package init(podcasts: PodcastService) {
        self.podcasts = podcasts
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/podcasts"
        Endpoint(
            .get, path, .requires(.listen), tag: "Podcasts", "The caller's podcasts by title",
            reply: ListBody<SubscriptionBody>.self, compressed: true
        ) { _, context in
            ListBody(try await podcasts.subscriptions(as: context.principal()).map(SubscriptionBody.init))
        }
        Endpoint(
            .post, path, .requires(.listen), tag: "Podcasts",
            "Subscribe to the podcast at an address. A feed that is new to the server is read at once",
            body: Self.url.schema, reply: SubscriptionBody.self, status: .created
        ) { request, context in
            let address = try await request.read(Self.url)
            let made = try await podcasts.subscribe(to: address, as: context.principal(), from: context.remoteAddress)
            return SubscriptionBody(subscription: made)
        }
        Endpoint(
            .get, path + "/{id}", .requires(.listen), tag: "Podcasts", "A podcast of the caller's",
            reply: SubscriptionBody.self
        ) { _, context in
            SubscriptionBody(subscription: try await podcasts.subscription(context.id("id"), as: context.principal()))
        }
        Endpoint(
            .patch, path + "/{id}", .requires(.listen), tag: "Podcasts",
            "Choose which episodes the server downloads for the caller, of those not played: latest, those among the newest of that number; unplayed, all since the subscription",
            body: RuleBody().schema, reply: SubscriptionBody.self
        ) { request, context in
            let (kind, count) = try await request.read(\.downloads, \.latest, of: RuleBody())
            let changed = try await podcasts.setRule(
                DownloadRule(kind, count: count ?? 1), of: context.id("id"), as: context.principal())
            return SubscriptionBody(subscription: changed)
        }
        Endpoint(
            .delete, path + "/{id}", .requires(.listen), tag: "Podcasts",
            "Unsubscribe. The caller's positions in the podcast's episodes are removed"
        ) { _, context in
            try await podcasts.unsubscribe(from: context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .post, path + "/refresh", .requires(.listen), tag: "Podcasts",
            "Have the feeds of the caller's podcasts read again, those not read within five minutes", status: .accepted
        ) { _, context in try await podcasts.refresh(as: context.principal()) }
        Endpoint(
            .get, path + "/opml", .requires(.listen), tag: "Podcasts", "The caller's podcasts as an OPML file",
            reply: .bytes(mediaType: Self.mediaType), handler: export)
        Endpoint(
            .post, path + "/opml", .requires(.listen), tag: "Podcasts",
            "Subscribe to the podcasts of an OPML file of at most 2 MiB; their feeds are read afterwards",
            upload: [Self.mediaType, "application/xml", "text/xml"], reply: OPMLImportBody.self
        ) { request, context in
            let result = try await podcasts.importOPML(
                request.content(upTo: OPML.largest), as: context.principal(), from: context.remoteAddress)
            return OPMLImportBody(result: result)
        }
    }

    private static let mediaType = "text/x-opml"

    private func export(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let text = try await podcasts.export(as: context.principal())
        return Response(
            status: .ok,
            headers: [
                .contentType: Self.mediaType + "; charset=utf-8", .cacheControl: "private, no-store",
                .contentDisposition: AttachmentName.field(Array("podcasts.opml".utf8)),
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
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

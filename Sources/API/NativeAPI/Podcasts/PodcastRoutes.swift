package import HTTPSupport
import Hummingbird
import NIOCore
package import Podcasts
import Primitives

/// The caller's subscriptions to podcasts.
package enum PodcastRoutes {
    /// The address of a podcast.
    private static let url = Input<String>("url", .text(upTo: 4096))

    @TableBuilder<Endpoint> package static func endpoints(podcasts: PodcastService) -> [Endpoint] {
        let path = "/api/v1/podcasts"
        Endpoint(
            .get, path, .requires(.listen), tag: "Podcasts", "The caller's podcasts by title",
            reply: ListBody<Subscription>.self, compressed: true
        ) { _, context in ListBody(try await podcasts.subscriptions(as: context.principal())) }
        Endpoint(
            .post, path, .requires(.listen), tag: "Podcasts",
            "Subscribe to the podcast at an address. A feed that is new to the server is read at once",
            body: Self.url.schema, reply: Subscription.self, status: .created
        ) { request, context in
            let address = try await request.read(Self.url)
            return try await podcasts.subscribe(to: address, as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .get, path + "/{id}", .requires(.listen), tag: "Podcasts", "A podcast of the caller's",
            reply: Subscription.self
        ) { _, context in try await podcasts.subscription(context.id("id"), as: context.principal()) }
        Endpoint(
            .patch, path + "/{id}", .requires(.listen), tag: "Podcasts",
            "Choose which episodes the server downloads for the caller, of those not played: latest, those among the newest of that number; unplayed, all since the subscription",
            body: RuleBody().schema, reply: Subscription.self
        ) { request, context in
            let (kind, count) = try await request.read(\.downloads, \.latest, of: RuleBody())
            return try await podcasts.setRule(
                DownloadRule(kind, count: count ?? 1), of: context.id("id"), as: context.principal())
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
            reply: .bytes(mediaType: Self.mediaType)
        ) { _, context in
            let text = try await podcasts.export(as: context.principal())
            return Response(
                status: .ok,
                headers: [
                    .contentType: Self.mediaType + "; charset=utf-8", .cacheControl: "private, no-store",
                    .contentDisposition: AttachmentName.field(Array("podcasts.opml".utf8)),
                ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
        Endpoint(
            .post, path + "/opml", .requires(.listen), tag: "Podcasts",
            "Subscribe to the podcasts of an OPML file of at most 2 MiB; their feeds are read afterwards",
            upload: [Self.mediaType, "application/xml", "text/xml"], reply: OPMLImport.self
        ) { request, context in
            try await podcasts.importOPML(
                request.content(upTo: OPML.largest), as: context.principal(), from: context.remoteAddress)
        }
    }

    private static let mediaType = "text/x-opml"
}

private struct RuleBody: InputBody {
    let downloads = Input<DownloadRule.Kind>("downloads", .choice())
    let latest = Input<Int?>("latest", .integer(in: DownloadRule.counts))
}

extension Subscription: ObjectBody {
    package static let component: String? = "Subscription"
    package static let fields = Fields<Self> {
        Field("id") { $0.podcast.id.rawValue }
        Field("title") { $0.podcast.title }
        Field("author") { $0.podcast.author }
        Field("text") { $0.podcast.text }
        Field("url") { $0.podcast.address }
        Field("homePageUrl") { $0.podcast.homePage }
        Field("picture") { $0.podcast.picture.map(ImagePath.text) }
        Field("newCount") { $0.newCount }
        Field("latestAt") { $0.latestAt }
        Field("subscribedAt") { $0.since }
        Field("refreshedAt") { $0.podcast.refreshedAt }
        Field("problem") { $0.podcast.problem }
        Field("explicit") { $0.podcast.isExplicit ? true : nil }
        Field("ended") { $0.podcast.endedAt != nil }
        Field("downloads") { $0.rule.kind }
        Field("latest") { $0.rule.kind == .latest ? $0.rule.count : nil }
    }
}

extension OPMLImport: ObjectBody {
    package static let fields = Fields<Self> {
        Field("added") { $0.added }
        Field("known") { $0.known }
        Field("refused") { $0.refused }
    }
}

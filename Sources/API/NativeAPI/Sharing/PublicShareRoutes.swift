package import Analysis
package import Catalog
import Foundation
package import HTTPSupport
import HTTPTypes
package import Hummingbird
import Primitives
package import Sharing
package import Streaming

/// The page and the audio of a share, for everyone who has its link, without signing in. Every address contains the
/// link's secret, and serves only what belongs to that share.
package struct PublicShareRoutes: Sendable {
    private static let coverSize = 300

    private let shares: PublicShareService
    private let artwork: ArtworkService
    private let transcoding: TranscodingService
    private let analysis: AnalysisService
    private let origin: @Sendable (Request) -> String
    private let page: @Sendable (Request, HTTPResponse.Status, String) -> Response

    /// - Parameters:
    ///   - origin: the server's own address as browsers reach it.
    ///   - page: the page for visitors, with elements for its head; the same for every share, and for a missing one.
    package init(
        shares: PublicShareService, artwork: ArtworkService, transcoding: TranscodingService,
        analysis: AnalysisService, origin: @escaping @Sendable (Request) -> String,
        page: @escaping @Sendable (Request, HTTPResponse.Status, String) -> Response
    ) {
        self.shares = shares
        self.artwork = artwork
        self.transcoding = transcoding
        self.analysis = analysis
        self.origin = origin
        self.page = page
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/share/{token}", .anyone, tag: "sharing",
            "The page of a share; the same 404 page for every link that is none", reply: .bytes(mediaType: "text/html")
        ) { request, context in
            let token = Self.token(context)
            let contents = try await shares.visit(token, from: context.remoteAddress)
            let link = contents.map { preview(of: $0, token, request) }
            var response = page(request, link == nil ? .notFound : .ok, link?.head ?? "  <title>Rondo</title>\n")
            response.headers[.cacheControl] = "private, no-store"
            return Self.unindexed(response)
        }
        Endpoint(
            .get, "/share/{token}/contents", .anyone, tag: "sharing", "The contents of a share",
            reply: .json(.ok, ShareContents.schema)
        ) { _, context in
            let contents = try await shares.contents(Self.token(context), from: context.remoteAddress)
            return Self.unindexed(.json(contents, capacity: 32 * 1024))
        }
        Endpoint(
            .get, "/share/{token}/tracks/{id}/stream", .anyone, tag: "sharing",
            "A shared track's original file, with ranges and conditions by RFC 9110; converted if its owner has a bitrate limit",
            reply: .bytes(mediaType: "audio/*"), handler: stream)
        Endpoint(
            .get, "/share/{token}/tracks/{id}/cover", .anyone, tag: "sharing",
            "A shared track's cover, or a drawing if it has none",
            parameters: [Endpoint.Parameter("size", .integer, "As for images; 300 by default")],
            reply: .bytes(mediaType: "image/*")
        ) { request, context in
            let (track, _, owner) = try await shares.track(
                context.id("id"), of: Self.token(context), from: context.remoteAddress)
            let size = try request.renditionSize(usual: Self.coverSize)
            let made = try await artwork.thumbnail(of: track.cover, orDrawing: track.albumName, size: size, as: owner)
            return Self.unindexed(
                RenditionReply.response(made, to: request, context, fields: [.cacheControl: "private, max-age=3600"]))
        }
        Endpoint(
            .get, "/share/{token}/tracks/{id}/waveform", .anyone, tag: "sharing",
            "A shared track's waveform. 404 analysis_pending while the track waits for its analysis",
            reply: .json(.ok, WaveformBody.schema), compressed: true
        ) { request, context in
            let id: ID<Track> = try context.id("id")
            let (_, _, owner) = try await shares.track(id, of: Self.token(context), from: context.remoteAddress)
            let (revision, sound) = try await analysis.sound(of: id, as: owner)
            return Self.unindexed(
                SoundReply.reply(request, revision: "\(revision)-\(WaveformZoom.overview)") {
                    WaveformBody(waveform: sound.sound.waveform, zoom: .overview)
                })
        }
        Endpoint(
            .get, "/oembed", .anyone, tag: "sharing", "A share's link as a card for other sites, by oEmbed 1.0",
            parameters: [
                Endpoint.Parameter("url", .text, "The share's link"),
                Endpoint.Parameter("format", .text, "json; anything else is answered 501"),
                Endpoint.Parameter("maxwidth", .integer, "The widest picture, in pixels"),
                Endpoint.Parameter("maxheight", .integer, "The highest picture, in pixels"),
            ], reply: .json(.ok, LinkCardBody.schema), handler: card)
    }

    private func stream(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<Track> = try context.id("id")
        let (_, share, owner) = try await shares.track(id, of: Self.token(context), from: context.remoteAddress)
        // Visitors share encoders among themselves: they take none from the owner, however many visitors come.
        let audio = try await transcoding.open(
            id, StreamRequest(.original), as: owner,
            for: Listener(
                person: owner.user, player: "\(share.rawValue) \(context.remoteAddress)",
                address: context.remoteAddress, isVisitor: true),
            begins: request.method != .head)
        let streams = shares.streams
        return Self.unindexed(
            AudioResponder(audio: audio) { end in
                let permit = streams.enter(share, id, onRevoke: end)
                return { permit.holds }
            }.respond(to: request, on: context.channel))
    }

    private func card(_ request: Request, _ context: GatewayContext) async throws -> Response {
        guard (try request.text("format") ?? "json") == "json" else { return .empty(.notImplemented) }
        let most = try ["maxwidth", "maxheight"].compactMap { name in
            try request.text(name).map { text in
                guard let size = Int(text) else { throw DomainError.invalid("\(name) must be a number", field: name) }
                return size
            }
        }.min()
        // Browsers reach the server by several names; the path alone identifies the share.
        let path = try request.text("url", upTo: 1024).flatMap { URLComponents(string: $0)?.path } ?? ""
        guard path.hasPrefix(Self.path) else { throw DomainError.notFound("This link leads to no share") }
        let token = String(path.dropFirst(Self.path.count))
        let contents = try await shares.contents(token, from: context.remoteAddress)
        return Self.unindexed(
            .json(
                LinkCardBody(
                    preview: preview(of: contents, token, request),
                    showsPicture: most.map { $0 >= LinkPreview.pictureSize } ?? true)))
    }

    private func preview(of contents: ShareContents, _ token: String, _ request: Request) -> LinkPreview {
        let origin = origin(request)
        return LinkPreview(contents: contents, address: origin + Self.path + token, origin: origin)
    }

    private static let path = "/share/"

    private static func token(_ context: GatewayContext) -> String {
        context.parameters.get("token") ?? ""
    }

    private static func unindexed(_ response: Response) -> Response {
        var response = response
        response.headers[robots] = "noindex, nofollow, noarchive"
        return response
    }

    private static let robots = HTTPField.Name("X-Robots-Tag") ?? .contentLanguage
}

/// A share as visitors see it: no ids but those of its tracks, and only the name of its owner.
extension ShareContents: ObjectBody {
    package static let fields = Fields<Self> {
        Field("owner") { $0.owner }
        Field("title") { $0.heading.title }
        Field("kind") { $0.heading.kind }
        Field("artists") { $0.heading.artists }
        Field("description") { $0.share.description }
        Field("expiresAt") { $0.share.expiresAt }
        Field("tracks", each: { $0.tracks }) {
            Field("id") { $0.id }
            Field("title") { $0.title }
            Field("artists") { $0.artists.map(\.name) }
            Field("album") { $0.albumName }
            Field("durationMs") { $0.durationMilliseconds }
            Field("mediaType") { $0.mediaType }
            Field(allOf: ColorsBody.self) { $0.coverFacts.map { ColorsBody(colors: $0.colors) } }
        }
    }
}

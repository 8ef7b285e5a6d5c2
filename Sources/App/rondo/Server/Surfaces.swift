import Catalog
import Gateway
import HTTPSupport
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Journal
import ListenBrainzAPI
import LyricsAPI
import NIOCore
import NativeAPI
import OpenSubsonicAPI
import Primitives
import SQLiteStore
import WebClient

/// The surfaces that answer requests, and the endpoint tables that they are made from; for the server and for tests
/// that need no socket.
struct Surfaces {
    let router: Router<GatewayContext>
    let native: [Endpoint]
    let remote: [SubsonicEndpoint]
    let lyrics: [LyricsEndpoint]
    let listens: [ListenBrainzEndpoint]
    /// The answers that bypass the router.
    let ready: ReadyAnswers

    init(_ all: ServerFeatures, client: WebClient, site: SiteRules, proxies: TrustedProxies, notes: RequestNotes?) {
        let router = Router(context: GatewayContext.self)
        if !proxies.isEmpty { router.add(middleware: RequestOriginMiddleware { proxies.origin(of: $0, $1) }) }
        let protection = ProtectionMiddleware(
            site: site, hostName: { HostField.name(in: $0) },
            longestTarget: {
                OpenSubsonicAPI.hasTarget($0) ? OpenSubsonicAPI.longestTarget : ProtectionMiddleware.ordinaryTarget
            },
            refuse: { Self.refusal(of: $0, $1, code: Problem.code(of: $1), $2) })
        router.add(middleware: protection)
        let quarantine = notes.map { Self.quarantine($0) }
        if let quarantine { router.add(middleware: quarantine) }
        let access = AccessControl(authentication: all.features.accounts.authentication)
        let native = NativeAPI(
            endpoints: all.all.flatMap(\.endpoints), access: access, version: Rondo.version,
            latestEvent: { [events = all.features.instance.events] in events.position })
        native.register(on: router)
        let remote = Self.remote(all)
        remote.register(on: router)
        let lyrics = LyricsAPI(
            endpoints: all.features.lyricsDirectory.lyricsEndpoints, keys: all.features.accounts.deviceKeys)
        lyrics.register(on: router)
        let listens = ListenBrainzAPI(
            endpoints: all.features.listening.listenEndpoints, keys: all.features.accounts.deviceKeys)
        listens.register(on: router)
        client.register(on: router)
        self.router = router
        self.native = native.endpoints
        self.remote = remote.endpoints
        self.lyrics = lyrics.endpoints
        self.listens = listens.endpoints
        ready = Self.readyAnswers(
            all.streaming.streams.answersAtOnce(by: access), behind: protection, quarantine, proxies)
    }

    /// The surface for remote clients.
    private static func remote(_ all: ServerFeatures) -> OpenSubsonicAPI {
        let (features, instance) = (all.features, all.features.instance)
        let services = SubsonicServices(
            users: features.accounts.users, accounts: features.accounts.accounts, catalog: features.catalog.catalog,
            browsing: CatalogSyncService(store: SQLiteCatalogSyncStore(instance.database)),
            artwork: all.streaming.artwork,
            transcoding: all.streaming.transcoding, downloads: all.streaming.downloads,
            listening: features.listening.listening, queue: features.listening.queue,
            annotations: features.shelf.annotations, playlists: features.shelf.playlists, shares: all.sharing.shares,
            bookmarks: features.listening.bookmarks, radio: features.listening.radio,
            podcasts: all.podcasts.services,
            discovery: features.discovery.service, sonic: features.discovery.sonic, lyrics: features.catalog.lyrics,
            lookups: all.lyricsProviders.lookups,
            board: features.board.service,
            scans: features.libraries.scans, jukebox: features.listening.jukebox,
            revocations: features.accounts.revocations)
        return OpenSubsonicAPI(
            endpoints: services.endpoints, keys: features.accounts.deviceKeys, version: Rondo.version)
    }

    /// The refusal of a request that reaches no endpoint, in the form of the surface that it is for.
    private static func refusal(
        of request: Request, _ status: HTTPResponse.Status, code: String, _ detail: String
    ) -> Response {
        let target = request.head.path ?? ""
        if OpenSubsonicAPI.hasTarget(target) {
            return OpenSubsonicAPI.refusal(of: request, version: Rondo.version, status: status, detail)
        }
        if LyricsAPI.hasTarget(target) { return LyricsAPI.refusal(of: request, status: status, detail) }
        if ListenBrainzAPI.hasTarget(target) { return ListenBrainzAPI.refusal(status: status, detail) }
        return Problem.response(status, code: code, detail)
    }

    private static let refusal = "This request has crashed the server twice. It is refused for a day; please report it"

    /// Runs after the checks of host names and the security headers, and before everything that could crash.
    private static func quarantine(_ notes: RequestNotes) -> QuarantineMiddleware<GatewayContext> {
        QuarantineMiddleware(notes: notes) { request in
            Self.refusal(of: request, .unprocessableContent, code: "request_quarantined", refusal)
        }
    }

    /// Answers requests for parts of tracks. The middleware before the router applies to them too.
    private static func readyAnswers(
        _ make: @escaping @Sendable (Request, RequestOrigin, any Channel) -> WireAnswer?,
        behind protection: ProtectionMiddleware, _ quarantine: QuarantineMiddleware<GatewayContext>?,
        _ proxies: TrustedProxies
    ) -> ReadyAnswers {
        ReadyAnswers(concern: { StreamRoutes.isForPart($0) }) { head, peer, channel in
            let origin =
                proxies.isEmpty ? RequestOrigin(address: peer) : proxies.origin(of: peer, head.headerFields)
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
            guard protection.refusal(of: request, isMultiplexed: false) == nil else { return nil }
            let label = "GET " + StreamRoutes.path
            let made: WireAnswer?
            if let quarantine {
                made = quarantine.answerAtOnce(head, label: label) { make(request, origin, channel) }
            } else {
                made = make(request, origin, channel)
            }
            return made.map { ReadyAnswer(status: $0.status, bytes: $0.bytes, body: $0.body) }
        }
    }
}

extension Surfaces {
    /// The limits for long request heads of remote clients: some send whole queues by GET.
    static let longHeads = LongHeadRules(
        isTaken: { OpenSubsonicAPI.hasTarget($0) },
        reply: { target, refusal in
            let detail =
                switch refusal {
                case .tooLong: "The request's head is too long: send a form by POST, or less at a time"
                case .tooMany: "There are too many long requests at the moment"
                }
            guard OpenSubsonicAPI.hasTarget(target) else {
                return RedirectServer.Reply(
                    mediaType: "text/plain; charset=utf-8", content: Array((detail + ".\n").utf8))
            }
            let answer = PlainRefusal(beginning: target, version: Rondo.version, detail)
            return RedirectServer.Reply(mediaType: answer.mediaType, content: answer.content, fields: answer.fields)
        })

    /// The request as the router receives it.
    static func collapsed(_ request: Request) -> Request {
        guard let target = request.head.path.flatMap(OpenSubsonicAPI.collapsed) else { return request }
        var head = request.head
        head.path = target
        return Request(head: head, body: request.body)
    }
}

import Accounts
import Administration
import Archives
import CLinux
import Catalog
import Credentials
import Files
import Fingerprints
import Foundation
import Gateway
import HTTPSupport
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Journal
import Listening
import Logging
import Media
import Messaging
import NIOCore
import NativeAPI
import OpenSubsonicAPI
import Portability
import Primitives
import SQLiteStore
import ServiceLifecycle
import Shelf
import Streaming
import UnixSignals
import WebClient

extension Server {
    /// Builds all surfaces, for the server and for tests that need no socket.
    static func surfaces(
        _ instance: Instance, listening: ListeningEvents, artwork: ArtworkService, audio: AudioServices,
        imports: (queue: ImportQueue, folder: ReceivedFiles), submissions: SubmissionFeature,
        moderation: ModerationFeature,
        site: SiteRules, notes: RequestNotes?, metrics: MetricsRoutes? = nil
    ) throws -> Surfaces {
        let plays = SQLitePlayStore(instance.database)
        let listeningService = ListeningService(
            plays: plays, catalog: instance.catalogStore, tracker: PlaybackTracker(), events: listening,
            clock: instance.clock)
        let queue = QueueService(
            queues: SQLiteQueueStore(instance.database), catalog: instance.catalogStore, clock: instance.clock)
        let (authentication, database, broadcaster) = (
            instance.authentication, instance.database, instance.scanRunner.broadcaster
        )
        let events = EventRoutes(
            hub: instance.eventHub, listening: listening, queue: { try await queue.revision(as: $0) },
            changes: { instance.smartChanges.changes(for: $0) },
            catalogue: { database.changes.revisions(of: .catalogue) },
            revision: { database.changes.revision(of: .catalogue) },
            scans: {
                let bodies = broadcaster.updates().map { scan -> any JSONWritable in ScanBody(scan: scan) }
                return bodies
            },
            latestScan: { broadcaster.latest.map { ScanBody(scan: $0) } },
            imports: { submissions.progress(for: $0) },
            news: { instance.journalHub.news() },
            revocations: authentication.revocations)

        let clock = instance.clock
        let origin: @Sendable (Request) -> String = { "https://\($0.head.authority ?? "localhost")" }
        let annotations = AnnotationLookup(instance.annotations)
        var endpoints = ServerRoutes(
            setup: instance.setup, rules: instance.passwordRules, settings: instance.settingsService,
            version: Rondo.version, sendsMail: instance.mail.isEnabled
        ).endpoints
        endpoints +=
            SessionRoutes(
                setup: instance.setup, links: instance.links, signIn: instance.signIn, clock: clock
            ).endpoints
        endpoints += MeRoutes(accounts: instance.accounts, leaving: instance.leaving, clock: clock).endpoints
        endpoints +=
            TwoFactorRoutes(
                service: instance.twoFactor, site: { $0.head.authority ?? "localhost" }, qrCode: { QRCode($0)?.svg },
                clock: clock
            ).endpoints
        endpoints += PictureRoutes(accounts: instance.accounts, artwork: artwork).endpoints
        endpoints += CredentialRoutes(credentials: instance.credentials, clock: clock).endpoints
        endpoints +=
            DeviceKeyRoutes(
                keys: instance.deviceKeys, origin: origin, qrCode: { QRCode($0)?.svg }
            ).endpoints
        endpoints += UserRoutes(users: instance.users, origin: origin).endpoints
        endpoints +=
            CatalogRoutes(
                catalog: instance.catalog, listening: listeningService, discovery: instance.discovery,
                annotations: annotations
            ).endpoints
        endpoints += DiscoveryRoutes(discovery: instance.discovery, annotations: annotations).endpoints
        endpoints += OutlineRoutes(catalog: instance.catalog).endpoints
        endpoints += LyricsRoutes(lyrics: instance.lyrics).endpoints
        endpoints +=
            EditRoutes(
                edits: instance.edits, catalog: instance.catalog, listening: listeningService, annotations: annotations
            ).endpoints
        endpoints += JointArtistRoutes(service: instance.jointArtists).endpoints
        endpoints += ExplicitRoutes(service: instance.explicitFlags).endpoints
        endpoints +=
            HomeRoutes(catalog: instance.catalog, listening: listeningService, annotations: annotations).endpoints
        endpoints += AnnotationRoutes(annotations: instance.annotations).endpoints
        endpoints += LikeRoutes(annotations: instance.annotations).endpoints
        endpoints += PeopleRoutes(annotations: instance.annotations).endpoints
        endpoints += PlaylistRoutes(playlists: instance.playlists).endpoints
        endpoints += PlaylistEntryRoutes(playlists: instance.playlists, annotations: annotations).endpoints
        endpoints += SmartPlaylistRoutes(playlists: instance.playlists, annotations: annotations).endpoints
        endpoints += PlaylistFileRoutes(playlists: instance.playlists).endpoints
        endpoints += FolderRoutes(shelf: instance.shelf).endpoints
        endpoints += ShelfItemRoutes(shelf: instance.shelf, annotations: annotations).endpoints
        endpoints += WishRoutes(wishes: instance.wishes, annotations: annotations).endpoints
        endpoints += NotificationRoutes(notifications: instance.notifications).endpoints
        let streams = StreamRoutes(transcoding: audio.service, revocations: authentication.revocations)
        endpoints += streams.endpoints
        let downloads = instance.downloads(audio, artwork: artwork)
        endpoints += DownloadRoutes(downloads: downloads, revocations: authentication.revocations).endpoints
        endpoints += ImageRoutes(artwork: artwork).endpoints
        endpoints += LibraryRoutes(libraries: instance.libraries, scans: instance.scans).endpoints
        endpoints += PlaybackRoutes(listening: listeningService, annotations: annotations).endpoints
        endpoints += HistoryRoutes(listening: listeningService, annotations: annotations).endpoints
        endpoints += QueueRoutes(queue: queue, annotations: annotations).endpoints
        endpoints += BoardRoutes(board: instance.board, annotations: annotations).endpoints
        endpoints += CommentRoutes(board: instance.board).endpoints
        endpoints += StatisticsRoutes(statistics: instance.statistics).endpoints
        endpoints += ExportRoutes(exports: instance.exports).endpoints
        endpoints += ImportRoutes(queue: imports.queue, folder: imports.folder).endpoints
        endpoints += submissions.endpoints(instance, transcoding: audio.service) + moderation.endpoints
        endpoints += MailRoutes(mail: instance.mail, users: instance.users, undos: instance.emailUndos).endpoints
        endpoints += BackupRoutes(backups: instance.backups, revocations: authentication.revocations).endpoints
        endpoints += BookmarkRoutes(bookmarks: instance.bookmarks, annotations: annotations).endpoints
        endpoints += RadioRoutes(radio: instance.radio).endpoints
        endpoints += ShareRoutes(shares: instance.shares, origin: origin).endpoints
        let client = try WebClient(folder: instance.settings.publicFolder)
        endpoints +=
            PublicShareRoutes(
                shares: instance.publicShares, artwork: artwork, transcoding: audio.service, origin: origin,
                page: { client.page("share.html", to: $0, status: $1, head: $2) }
            ).endpoints
        endpoints += events.endpoints
        let silent = MetricsRoutes(
            access: instance.settings.metrics, page: nil,
            readiness: Readiness(started: true) { try await database.probe() })
        endpoints += (metrics ?? silent).endpoints
        endpoints += officeEndpoints(instance, audio: audio, imports: imports.queue, origin: origin)

        let router = Router(context: GatewayContext.self)
        let protection = ProtectionMiddleware(
            site: site, hostName: { HostField.name(in: $0) },
            longestTarget: {
                OpenSubsonicAPI.hasTarget($0) ? OpenSubsonicAPI.longestTarget : ProtectionMiddleware.ordinaryTarget
            },
            refuse: { request, status, detail in
                OpenSubsonicAPI.hasTarget(request.head.path ?? "")
                    ? OpenSubsonicAPI.refusal(of: request, version: Rondo.version, status: status, detail)
                    : Problem.response(status, code: Problem.code(of: status), detail)
            })
        router.add(middleware: protection)
        let quarantine = notes.map { Self.quarantine($0) }
        if let quarantine { router.add(middleware: quarantine) }
        let access = AccessControl(authentication: authentication)
        let native = NativeAPI(endpoints: endpoints, access: access, version: Rondo.version)
        native.register(on: router)
        let remote = remoteSurface(
            instance, listening: listeningService, queue: queue, artwork: artwork, audio: audio.service,
            downloads: downloads)
        remote.register(on: router)
        client.register(on: router)
        return Surfaces(
            router: router, native: native.endpoints, remote: remote.endpoints,
            ready: readyAnswers(streams.answersAtOnce(by: access), behind: protection, quarantine))
    }

    /// Answers requests for parts of tracks. The middleware before the router applies to them too.
    private static func readyAnswers(
        _ make: @escaping @Sendable (Request, String, any Channel) -> WireAnswer?,
        behind protection: ProtectionMiddleware, _ quarantine: QuarantineMiddleware<GatewayContext>?
    ) -> ReadyAnswers {
        ReadyAnswers(concern: { StreamRoutes.isForPart($0) }) { head, address, channel in
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
            guard protection.refusal(of: request, isMultiplexed: false) == nil else { return nil }
            let label = "GET " + StreamRoutes.path
            let made: WireAnswer?
            if let quarantine {
                made = quarantine.answerAtOnce(head, label: label) { make(request, address, channel) }
            } else {
                made = make(request, address, channel)
            }
            return made.map { ReadyAnswer(status: $0.status, bytes: $0.bytes, body: $0.body) }
        }
    }
}

/// The surfaces that answer requests, and the endpoint tables that they are made from.
struct Surfaces {
    let router: Router<GatewayContext>
    let native: [Endpoint]
    let remote: [SubsonicEndpoint]
    /// The answers that bypass the router.
    let ready: ReadyAnswers
}

extension Server {
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

    /// The surface for remote clients.
    static func remoteSurface(
        _ instance: Instance, listening: ListeningService, queue: QueueService, artwork: ArtworkService,
        audio: TranscodingService, downloads: DownloadService
    ) -> OpenSubsonicAPI {
        let services = SubsonicServices(
            users: instance.users, accounts: instance.accounts, catalog: instance.catalog,
            browsing: BrowsingService(store: SQLiteBrowsingStore(instance.database)), artwork: artwork,
            transcoding: audio, downloads: downloads, listening: listening, queue: queue,
            annotations: instance.annotations,
            playlists: instance.playlists, shares: instance.shares, bookmarks: instance.bookmarks,
            radio: instance.radio, discovery: instance.discovery, lyrics: instance.lyrics,
            board: instance.board, scans: instance.scans,
            revocations: instance.authentication.revocations)
        return OpenSubsonicAPI(endpoints: services.endpoints, keys: instance.deviceKeys, version: Rondo.version)
    }
}

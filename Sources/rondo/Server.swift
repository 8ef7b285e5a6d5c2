import Accounts
import Administration
import Archives
import Catalog
import CLinux
import Fingerprints
import Foundation
import Gateway
import HTTPSupport
import Hummingbird
import HummingbirdCore
import LibraryFiles
import Journal
import Listening
import Logging
import Mail
import Media
import NIOCore
import NativeAPI
import OpenSubsonicAPI
import PasswordHashing
import Portability
import Primitives
import QRCodes
import SQLiteStore
import ServiceLifecycle
import Shelf
import UnixSignals
import Streaming
import WebClient

/// The running gateway: certificates, connections, surfaces and the services beside them, in one group that stops together.
struct Server {
    let settings: ServeSettings
    let logger = Logger(label: "rondo")

    init(settings: ServeSettings) {
        self.settings = settings
    }

    func run() async throws {
        let lock = try await takeFolder()
        defer { withExtendedLifetime(lock) {} }
        let replaced = try await putBackupInPlace(lock)
        let instance = try await Instance(settings: settings)
        if let replaced { try await tellOfRestoration(replaced, instance) }
        let certificates = try prepareCertificates()
        let site = SiteRules(names: siteNames)
        let limits = OpenFiles.fit(settings.limits, logger: logger)
        let census = ConnectionCensus(limits: limits)
        let listening = ListeningEvents()
        let artwork = try await instance.artwork()
        let audio = try await instance.audio()
        let imports = try instance.imports()
        let giving = try await Giving(instance)
        let router = try Self.router(
            instance, listening: listening, artwork: artwork.service, audio: audio,
            imports: (imports.desk, imports.folder), giving: giving, site: site)
        try await prepareMusic(instance)
        try await prepareStatistics(instance)
        try await instance.eventHub.start()
        try await prepareDeviceKeys(instance)

        let bound = BoundPort()
        let listener = ListenerWatch(logger: logger)
        let application = Application(
            router: router,
            server: HTTPServerBuilder { responder in
                GatewayChannel(
                    certificates: certificates.source, limits: limits, census: census, responder: responder)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: Supervisor.port(for: settings)), serverName: nil, backlog: 1024),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? settings.port
                bound.set(port)
                listener.watch(channel)
                try? await AcceptPause.add(to: channel, logger: logger)
                await announce(port, instance)
            },
            logger: Logger(label: "rondo.http"))

        var services: [any Service] = [
            instance.media,
            instance.images,
            imports.workers,
            Loop { await imports.desk.work() },
            Loop { await artwork.queue.run() },
            Loop { await audio.desk.run() },
            Loop { try await describeCovers(instance) },
            Loop { try await instance.scanRunner.run(scanningFirst: settings.scanOnStart) },
            Loop { try await ChangeWatcher(instance.database).run() },
            AccountsBeat(authentication: instance.authentication, database: instance.database, logger: logger),
            Loop { await tellEvents(instance) },
            Loop { try await ChangesBeat(changes: instance.database.changes, events: instance.smartChanges).run() },
            Loop { try await tellNews(instance) },
            Loop { try await keepBackups(instance) },
            Loop { await instance.mail.work() },
            Loop { try await deliverMail(instance) },
            BoardBeat(board: instance.board, logger: logger),
            ImageSweeps(
                sweep: instance.imageSweep, scans: instance.scanRunner, backupLock: settings.data.backupLock,
                logger: logger),
            Loop { try await forgetSetupLink(instance) },
            ShareBeat(shares: instance.publicShares, logger: logger),
            OfficeBeat(
                meter: audio.admission.meter, journal: instance.journal, settings: instance.settingsService,
                logger: logger),
            CertificateWatcher(
                source: certificates.source, interval: settings.certificateInterval, logger: logger,
                renewal: certificates.renewal),
            application,
        ]
        services += giving.services(logger)
        if let rest = settings.fingerprintsRest {
            let desk = await instance.fingerprints(resting: rest)
            services.append(Loop { try await desk.run() })
        }
        if settings.scanWatch {
            let database = instance.database
            let watch = LibraryWatch(
                store: instance.libraryStore, runner: instance.scanRunner,
                observer: InotifyLibraryObserver(logger: logger),
                catalogueChanges: { database.changes.revisions(of: .catalogue) }, logger: logger)
            services.append(Loop { try await watch.run() })
        }
        if let interval = settings.scanInterval {
            services.append(Loop { try await scanRegularly(instance, every: interval) })
        }
        if let port = settings.redirectPort {
            services.append(
                RedirectServer(
                    host: settings.host, port: port, tlsPort: { bound.port }, limits: limits, census: census,
                    logger: logger, isAllowed: { site.accepts($0) }))
        }
        services.append(listener)
        var group = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "rondo.services"))
        group.maximumGracefulShutdownDuration = settings.shutdown
        group.maximumCancellationDuration = .seconds(5)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch is CancellationError {
            logger.notice("Streams that were still open at the end of the time for shutdown were cut off")
        }
        try await instance.hasher.shutdown()
    }

    /// Everything that answers, for the server and for tests that need no socket.
    static func router(
        _ instance: Instance, listening: ListeningEvents, artwork: ArtworkService, audio: AudioServices,
        imports: (desk: ImportDesk, folder: ReceivedFiles), giving: Giving, site: SiteRules
    ) throws -> Router<GatewayContext> {
        let plays = SQLitePlayStore(instance.database)
        let listeningService = ListeningService(
            plays: plays, catalog: instance.catalogStore, tracker: PlaybackTracker(), events: listening)
        let queue = QueueService(queues: SQLiteQueueStore(instance.database), catalog: instance.catalogStore)
        let (authentication, database, broadcaster) = (
            instance.authentication, instance.database, instance.scanRunner.broadcaster
        )
        let events = EventRoutes(
            hub: instance.eventHub, listening: listening, queue: { try await queue.revision(as: $0) },
            changes: { instance.smartChanges.changes() },
            catalogue: { database.changes.revisions(of: .catalogue) },
            revision: { database.changes.revision(of: .catalogue) },
            scans: {
                let bodies = broadcaster.updates().map { scan -> any JSONWritable in ScanBody(scan: scan) }
                return bodies
            },
            latestScan: { broadcaster.latest.map { ScanBody(scan: $0) } },
            imports: { giving.progress(for: $0) },
            news: { instance.journalHub.news() },
            revocations: authentication.revocations)

        let clock = SystemWallClock()
        let origin: @Sendable (Request) -> String = { "https://\($0.head.authority ?? "localhost")" }
        let opinions = OpinionLookup(instance.opinions)
        var endpoints = ServerRoutes(
            setup: instance.setup, rules: instance.passwordRules, settings: instance.settingsService,
            version: Rondo.version, sendsMail: instance.mail.isEnabled
        ).endpoints
        endpoints +=
            SessionRoutes(
                setup: instance.setup, links: instance.links, signIn: instance.signIn, clock: clock
            ).endpoints
        endpoints += MeRoutes(accounts: instance.accounts, clock: clock).endpoints
        endpoints +=
            TwoFactorRoutes(
                service: instance.twoFactor, site: { $0.head.authority ?? "localhost" }, qrCode: { QRCode($0)?.svg },
                clock: clock
            ).endpoints
        endpoints += PictureRoutes(accounts: instance.accounts, artwork: artwork).endpoints
        endpoints += CredentialRoutes(credentials: instance.credentials).endpoints
        endpoints +=
            DeviceKeyRoutes(
                keys: instance.deviceKeys, origin: origin, qrCode: { QRCode($0)?.svg }
            ).endpoints
        endpoints += UserRoutes(users: instance.users, origin: origin).endpoints
        endpoints +=
            CatalogRoutes(
                catalog: instance.catalog, listening: listeningService, discovery: instance.discovery,
                opinions: opinions
            ).endpoints
        endpoints += DiscoveryRoutes(discovery: instance.discovery, opinions: opinions).endpoints
        endpoints += OutlineRoutes(catalog: instance.catalog).endpoints
        endpoints += LyricsRoutes(lyrics: instance.lyrics).endpoints
        endpoints +=
            EditRoutes(
                edits: instance.edits, catalog: instance.catalog, listening: listeningService, opinions: opinions
            ).endpoints
        endpoints +=
            HomeRoutes(catalog: instance.catalog, listening: listeningService, opinions: opinions).endpoints
        endpoints += OpinionRoutes(opinions: instance.opinions).endpoints
        endpoints += LikeRoutes(opinions: instance.opinions).endpoints
        endpoints += PeopleRoutes(opinions: instance.opinions).endpoints
        endpoints += PlaylistRoutes(playlists: instance.playlists).endpoints
        endpoints += PlaylistEntryRoutes(playlists: instance.playlists, opinions: opinions).endpoints
        endpoints += SmartPlaylistRoutes(playlists: instance.playlists, opinions: opinions).endpoints
        endpoints += PlaylistFileRoutes(playlists: instance.playlists).endpoints
        endpoints += FolderRoutes(shelf: instance.shelf).endpoints
        endpoints += ShelfItemRoutes(shelf: instance.shelf, opinions: opinions).endpoints
        endpoints += WishRoutes(wishes: instance.wishes, opinions: opinions).endpoints
        endpoints += NotificationRoutes(notifications: instance.notifications).endpoints
        endpoints += StreamRoutes(transcoding: audio.service, revocations: authentication.revocations).endpoints
        endpoints += ImageRoutes(artwork: artwork).endpoints
        endpoints += LibraryRoutes(libraries: instance.libraries, scans: instance.scans).endpoints
        endpoints += PlaybackRoutes(listening: listeningService, opinions: opinions).endpoints
        endpoints += HistoryRoutes(listening: listeningService, opinions: opinions).endpoints
        endpoints += QueueRoutes(queue: queue, opinions: opinions).endpoints
        endpoints += BoardRoutes(board: instance.board, opinions: opinions).endpoints
        endpoints += CommentRoutes(board: instance.board).endpoints
        endpoints += StatisticsRoutes(statistics: instance.statistics).endpoints
        endpoints += ExportRoutes(exports: instance.exports).endpoints
        endpoints += ImportRoutes(desk: imports.desk, folder: imports.folder).endpoints
        endpoints += giving.endpoints(instance, transcoding: audio.service)
        endpoints += MailRoutes(mail: instance.mail, users: instance.users).endpoints
        endpoints += BackupRoutes(backups: instance.backups, revocations: authentication.revocations).endpoints
        endpoints += BookmarkRoutes(bookmarks: instance.bookmarks, opinions: opinions).endpoints
        endpoints += RadioRoutes(radio: instance.radio).endpoints
        endpoints += ShareRoutes(shares: instance.shares, origin: origin).endpoints
        let client = try WebClient(folder: instance.settings.publicFolder)
        endpoints +=
            PublicShareRoutes(
                shares: instance.publicShares, artwork: artwork, transcoding: audio.service,
                page: { client.page("share.html", to: $0, status: $1) }
            ).endpoints
        endpoints += events.endpoints
        endpoints += officeEndpoints(instance, audio: audio, imports: imports.desk, origin: origin)

        let router = Router(context: GatewayContext.self)
        router.add(
            middleware: ProtectionMiddleware(
                site: site, hostName: { HostField.name(in: $0) },
                refuse: { status, detail in
                    Problem.response(status, code: status == .misdirectedRequest ? "misdirected" : "invalid", detail)
                }))
        NativeAPI(endpoints: endpoints, access: AccessControl(authentication: authentication), version: Rondo.version)
            .register(on: router)
        registerRemoteSurface(
            on: router, instance, listening: listeningService, queue: queue, artwork: artwork, audio: audio.service)
        client.register(on: router)
        return router
    }

    var siteNames: [String] {
        ["localhost", ProcessInfo.processInfo.hostName, settings.host] + settings.names
    }

    @Sendable private func announce(_ port: Int, _ instance: Instance) async {
        let host = settings.names.first ?? (settings.host.contains(":") ? "[\(settings.host)]" : settings.host)
        let shown = ["0.0.0.0", "[::]", "127.0.0.1"].contains(host) ? "localhost" : host
        do {
            if let link = try await instance.setup.renewLink() {
                let address = "https://\(shown):\(port)/setup#\(link.token)"
                try PrivateFile.write(Array((address + "\n").utf8), to: settings.data.setupLink)
                Output.line("Make the first admin account: \(address)")
            } else {
                try? FileManager.default.removeItem(atPath: settings.data.setupLink)
            }
            try PrivateFile.write(Array("https://\(shown):\(port)\n".utf8), to: settings.data.address)
        } catch {
            let reason = (error as? DomainError)?.message ?? "\(error)"
            logger.error("A step of the start failed", metadata: ["error": "\(reason)"])
        }
        Output.line("ready https://\(shown):\(port)")
    }
}

import Accounts
import Catalog
import CLinux
import Foundation
import Gateway
import HTTPSupport
import Hummingbird
import HummingbirdCore
import LibraryFiles
import Journal
import Listening
import Logging
import Media
import NIOCore
import NativeAPI
import OpenSubsonicAPI
import PasswordHashing
import Primitives
import QRCodes
import SQLiteStore
import ServiceLifecycle
import UnixSignals
import Streaming
import WebClient

/// The running gateway: certificates, connections, surfaces and the services beside them, in one group that stops together.
struct Server {
    private let settings: ServeSettings
    private let logger = Logger(label: "rondo")

    init(settings: ServeSettings) {
        self.settings = settings
    }

    func run() async throws {
        let instance = try await Instance(settings: settings)
        let certificates = try prepareCertificates()
        let site = SiteRules(names: siteNames)
        let limits = OpenFiles.fit(settings.limits, logger: logger)
        let census = ConnectionCensus(limits: limits)
        let listening = ListeningEvents()
        let artwork = try await instance.artwork()
        let audio = try await instance.audio()
        let router = try Self.router(
            instance, listening: listening, artwork: artwork.service, audio: audio.service, site: site)
        try await prepareMusic(instance)
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
            Loop { await artwork.queue.run() },
            Loop { await audio.desk.run() },
            Loop { try await describeCovers(instance) },
            Loop { try await instance.scanRunner.run(scanningFirst: settings.scanOnStart) },
            Loop { try await ChangeWatcher(instance.database).run() },
            AccountsBeat(authentication: instance.authentication, database: instance.database, logger: logger),
            Loop { await tellEvents(instance) },
            BoardBeat(board: instance.board, logger: logger),
            ImageSweeps(sweep: instance.imageSweep, scans: instance.scanRunner, logger: logger),
            Loop { try await forgetSetupLink(instance) },
            CertificateWatcher(
                source: certificates.source, interval: settings.certificateInterval, logger: logger,
                renewal: certificates.renewal),
            application,
        ]
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
        _ instance: Instance, listening: ListeningEvents, artwork: ArtworkService, audio: TranscodingService,
        site: SiteRules
    ) throws -> Router<GatewayContext> {
        let plays = SQLitePlayStore(instance.database)
        let listeningService = ListeningService(
            plays: plays, catalog: instance.catalogStore, tracker: PlaybackTracker(), events: listening)
        let queue = QueueService(
            queues: SQLiteQueueStore(instance.database), catalog: instance.catalogStore, events: listening)
        let (authentication, database, broadcaster) = (
            instance.authentication, instance.database, instance.scanRunner.broadcaster
        )
        let events = EventRoutes(
            hub: instance.eventHub, listening: listening, queue: { try await queue.revision(as: $0) },
            shelf: instance.shelfEvents,
            catalogue: { database.changes.revisions(of: .catalogue) },
            revision: { database.changes.revision(of: .catalogue) },
            scans: {
                let bodies = broadcaster.updates().map { scan -> any JSONWritable in ScanBody(scan: scan) }
                return bodies
            },
            revocations: authentication.revocations)

        let clock = SystemWallClock()
        let origin: @Sendable (Request) -> String = { "https://\($0.head.authority ?? "localhost")" }
        let opinions = OpinionLookup(instance.opinions)
        var endpoints = ServerRoutes(
            setup: instance.setup, rules: instance.passwordRules, version: Rondo.version
        ).endpoints
        endpoints +=
            SessionRoutes(
                setup: instance.setup, links: instance.links, signIn: instance.signIn, clock: clock
            ).endpoints
        endpoints += MeRoutes(accounts: instance.accounts, clock: clock).endpoints
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
        endpoints += PlaylistRoutes(playlists: instance.playlists).endpoints
        endpoints += PlaylistEntryRoutes(playlists: instance.playlists, opinions: opinions).endpoints
        endpoints += PlaylistFileRoutes(playlists: instance.playlists).endpoints
        endpoints += StreamRoutes(transcoding: audio, revocations: authentication.revocations).endpoints
        endpoints += ImageRoutes(artwork: artwork).endpoints
        endpoints += LibraryRoutes(libraries: instance.libraries, scans: instance.scans).endpoints
        endpoints += PlaybackRoutes(listening: listeningService, opinions: opinions).endpoints
        endpoints += HistoryRoutes(listening: listeningService, opinions: opinions).endpoints
        endpoints += QueueRoutes(queue: queue, opinions: opinions).endpoints
        endpoints += BoardRoutes(board: instance.board, opinions: opinions).endpoints
        endpoints += CommentRoutes(board: instance.board).endpoints
        endpoints += events.endpoints

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
            on: router, instance, listening: listeningService, queue: queue, artwork: artwork, audio: audio)
        try WebClient(folder: instance.settings.publicFolder).register(on: router)
        return router
    }

    private var siteNames: [String] {
        ["localhost", ProcessInfo.processInfo.hostName, settings.host] + settings.names
    }

    private func prepareCertificates() throws -> (
        source: CertificateSource, renewal: (@Sendable () throws -> Void)?
    ) {
        if let (chain, key) = settings.certificate {
            return (try CertificateSource(chainPath: chain, keyPath: key), nil)
        }
        let unspecified = ["0.0.0.0", "::"]
        let authority = DevelopmentAuthority(
            folder: settings.certificateFolder, names: siteNames.filter { !unspecified.contains($0) })
        try authority.prepare()
        return (
            try CertificateSource(chainPath: authority.certificatePath, keyPath: authority.keyPath),
            { try authority.prepare() }
        )
    }

    /// Finishes a rotation that was cut off, and says what the key file cannot open.
    private func prepareDeviceKeys(_ instance: Instance) async throws {
        try await instance.deviceKeys.reseal(by: .gateway)
        let lost = try await instance.deviceKeys.lostCount()
        if lost > 0 {
            logger.error(
                "Device keys cannot be used: they were made with a key file that is not there",
                metadata: ["keys": "\(lost)", "file": "\(settings.data.deviceKeyRing)"])
        }
    }

    /// Adds the folder of `--music`, or makes the demo library where there is nothing to play.
    private func prepareMusic(_ instance: Instance) async throws {
        let known = try await instance.libraries.list(as: Instance.operatorPrincipal)
        var folder = settings.music
        var name = "Music"
        if folder == nil, known.isEmpty {
            try await DemoLibrary().make(at: settings.data.demo)
            folder = settings.data.demo
            name = "Demo"
        }
        guard let folder else { return }
        let canonical = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        guard !known.contains(where: { $0.library.displayPath == canonical }) else { return }
        _ = try await instance.libraries.add(
            name: name, path: Array(canonical.utf8), as: Instance.operatorPrincipal, by: .gateway)
    }

    /// Another scan that is running then does as well.
    @Sendable private func scanRegularly(_ instance: Instance, every interval: Duration) async throws {
        while true {
            try await Task.sleep(for: interval)
            _ = try? await instance.scanRunner.start(nil, by: .gateway)
        }
    }

    /// Hands on what is appended to the log of events, by whichever process.
    @Sendable private func tellEvents(_ instance: Instance) async {
        await instance.eventHub.run(on: instance.database.changes.anything()) { error in
            logger.warning("Events could not be read", metadata: ["error": "\(error)"])
        }
    }

    /// Covers that an earlier version has left without colors; new ones are looked into by the scan that finds them.
    @Sendable private func describeCovers(_ instance: Instance) async throws {
        do {
            try await instance.describer.describeAll()
        } catch let error as DomainError {
            logger.warning("Covers could not be looked into", metadata: ["error.message": "\(error.message)"])
        }
    }

    /// Removes the file with the setup link as soon as somebody has used it.
    @Sendable private func forgetSetupLink(_ instance: Instance) async throws {
        for await _ in instance.database.changes.revisions(of: .accounts) {
            guard try await !instance.setup.isRequired() else { continue }
            try? FileManager.default.removeItem(atPath: settings.data.setupLink)
            return
        }
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

import Accounts
import Analysis
import Board
import Catalog
import Streaming
import Files
import Foundation
import HTTPSupport
import HTTPTypes
import Journal
import Hummingbird
import Discovery
import Listening
import Logging
import Lyrics
import Media
import NIOCore
import NIOPosix
import OpenSubsonicAPI
import Credentials
import Podcasts
import Primitives
import SQLiteStore
import Sharing
import Shelf
import Support
import Testing

/// The whole surface over a real database and real files, read by real worker processes:
///
///     Music/                                   visible to everyone
///       Loose end.wav
///       Nina Simone/
///         Pastel Blues/
///           cover.png
///           01 Be My Husband.wav, 02 Sinnerman.wav
///         High Priestess/
///           disc 1/01 Don't Smoke in Bed.wav
///           disc 2/01 Blue & <Sentimental>.wav
///       Various/Sampler/01 Łódź "by night".wav, 02 Sinnerman (live).wav
///     Private/                                 visible to ada only
///       Secret Band/Hidden/
///         cover.png                            truncated
///         01 Unheard.wav
final class RestFixture: Sendable {
    /// Ada is an admin. Bo is a listener who sees only the first library.
    enum Person: String, Sendable {
        case ada, bo
    }

    let folder: TemporaryFolder
    let database: SQLiteDatabase
    let clock = TestClock()
    let api: OpenSubsonicAPI
    let browsing: CatalogSyncService
    let users: UserAdministrationService
    let board: BoardService
    let annotations: AnnotationService
    /// Serves the feed of one podcast.
    let podcastHost = PodcastHost()
    let deviceKeys: DeviceKeyService
    let responder: RouterResponder<GatewayContext>
    private let workers: Task<Void, Never>
    let secrets: [Person: String]

    deinit {
        workers.cancel()
    }

    init() async throws {
        folder = try TemporaryFolder()
        try Self.writeMusic(folder.path)
        let data = folder.path + "/data"
        try FileManager.default.createDirectory(atPath: data + "/images", withIntermediateDirectories: true)
        database = try SQLiteDatabase.new(at: data + "/rondo.sqlite")
        let (database, clock) = (database, clock)
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let pool = NIOThreadPool.singleton

        let tags = MediaWorkerPool(
            MediaWorkerSettings(executable: try Self.worker, arguments: [], workersPerRoot: 1), logger: logger)
        let images = ImageWorkers(
            pool: MediaWorkerPool(
                MediaWorkerSettings(executable: try Self.worker, arguments: [], workersPerRoot: 1), logger: logger),
            root: Array(URL(fileURLWithPath: data + "/images").resolvingSymlinksInPath().path.utf8),
            path: { Array(DiskBlobStore.path(of: $0).utf8) })
        let blobs = try await DiskBlobStore.open(folder: data + "/images", pool: pool)
        let facts = SQLiteImageFactsStore(database)
        let queue = RenditionQueue(
            processor: images, cache: try await DiskCache.open(folder: data + "/cache", limit: 1 << 24, pool: pool),
            facts: facts, clock: clock, concurrency: 2, logger: logger)
        let cache = try await DiskCache.open(folder: data + "/cache", limit: 1 << 24, pool: pool)
        let artwork = ArtworkService(
            blobs: blobs, cache: cache, facts: facts, access: SQLiteImageAccessStore(database), queue: queue,
            clock: clock)
        let walker = DiskLibraryWalker(pool: pool)
        let scanStore = SQLiteScanStore(database)
        let runner = ScanRunner(
            store: scanStore, walker: walker, reader: tags, blobs: blobs,
            describer: ImageDescriber(store: facts, processor: images, clock: clock),
            lock: FileScanLock(path: data + "/scan.lock"), clock: clock, logger: logger)
        workers = Task {
            await withTaskGroup { group in
                group.addTask { await tags.run() }
                group.addTask { await images.run() }
                group.addTask { await queue.run() }
            }
        }
        let libraries = LibraryService(
            store: SQLiteLibraryStore(database), walker: walker, runner: runner, clock: clock, reserved: [])
        let operator1 = Principal(user: ID("operator"), role: .admin)
        for name in ["Music", "Private"] {
            _ = try await libraries.add(
                name: name, path: Array((folder.path + "/" + name).utf8), as: operator1, by: .gateway)
        }
        let scan = try await runner.scan(nil, by: .gateway)
        #expect(scan.counts.problems == 1 && scan.counts.added == 8)

        let accounts = SQLiteAccountStore(database)
        let authentication = Authentication(store: accounts, wallClock: clock, clock: clock)
        let secret = try ServerSecretFile.loadOrCreate(at: data + "/secret")
        let hasher = Argon2PasswordHasher(
            secret: secret, parameters: PasswordHashParameters(memoryKiB: 64, iterations: 1, parallelism: 1))
        let passwords = Passwords(hasher: hasher, rules: PasswordRules(), guard: SignInGuard(clock: clock))
        users = UserAdministrationService(
            store: accounts, passwords: passwords, authentication: authentication, clock: clock)
        let keys = DeviceKeyService(
            store: accounts, rings: try DeviceKeyRingFile(path: data + "/ring", threads: .singleton),
            authentication: authentication, pictures: SignedPictureURLs(secret: secret), clock: clock,
            monotonicClock: clock)
        deviceKeys = keys
        let music = try #require(
            try await libraries.list(as: operator1).first { $0.library.name == "Music" }
        ).library.id.rawValue
        var secrets: [Person: String] = [:]
        for (person, role) in [(Person.ada, Role.admin), (.bo, .listener)] {
            let made = try await users.create(
                UserDraft(username: person.rawValue, role: role, password: "wobbly lantern fjord 81"),
                as: .commandLine)
            if person == .bo {
                _ = try await users.edit(made.user.id, UserChange(libraries: .only([music])), as: .commandLine)
            }
            let scopes = person == .ada ? Set(DeviceKeyScope.allCases) : DeviceKeyScope.standard
            secrets[person] = try await keys.create(
                DeviceKeyDraft(label: "test", scopes: scopes), for: made.user.id, as: .commandLine
            ).text
        }
        self.secrets = secrets

        let catalogStore = SQLiteCatalogStore(database)
        browsing = CatalogSyncService(store: SQLiteCatalogSyncStore(database))
        let events = ListeningEvents()
        let scheduler = TranscodeScheduler(
            encoder: FFmpegEncoder(launcher: "", program: nil, logger: logger), cache: cache,
            limits: TranscodeLimits(encoders: 1, encodersPerUser: 1), logger: logger)
        let listening = ListeningService(
            plays: SQLitePlayStore(database), catalog: catalogStore, tracker: PlaybackTracker(), events: events,
            clock: clock, monotonic: clock)
        board = BoardService(
            store: SQLiteBoardStore(database), catalog: catalogStore,
            clock: BoardClock(calendar: DayCalendar(zone: .gmt), wall: clock), throttle: BoardThrottle(clock: clock),
            isOutsideOn: { false })
        annotations = AnnotationService(store: SQLiteAnnotationStore(database), catalog: catalogStore, clock: clock)
        let pictures = PictureUploads(
            maker: NoPictureMaker(), blobs: blobs, owners: SQLiteBlobOwners(database), clock: clock)
        let streaming = StreamingService(sources: catalogStore, files: LibraryFileOpener())
        let admission = StreamAdmission(
            activeStreams: ActiveStreams(), meter: TransferMeter(store: SQLiteTransferStore(database), zone: .gmt))
        let playlists = PlaylistService(
            store: SQLitePlaylistStore(database), catalog: catalogStore, pictures: pictures, clock: clock)
        let changes = database.changes
        let sonic = SonicSimilarityService(store: SQLiteAnalysisStore(database)) {
            FeatureRevision(catalog: 0, analysis: changes.revision(of: .analysis))
        }
        let services = SubsonicServices(
            users: users,
            accounts: AccountService(
                store: accounts, pictures: pictures, passwords: passwords, authentication: authentication,
                clock: clock),
            catalog: CatalogService(store: catalogStore), browsing: browsing, artwork: artwork,
            transcoding: TranscodingService(
                streaming: streaming, scheduler: scheduler, cache: cache, admission: admission),
            downloads: DownloadService(
                catalog: CatalogService(store: catalogStore), browsing: browsing, playlists: playlists,
                artwork: artwork, streaming: streaming, admission: admission,
                selections: DownloadSelections(clock: clock)),
            listening: listening,
            queue: QueueService(queues: SQLiteQueueStore(database), catalog: catalogStore, clock: clock),
            annotations: annotations,
            playlists: playlists,
            shares: ShareService(
                store: SQLiteShareStore(database), catalog: catalogStore,
                playlists: SQLitePlaylistStore(database), tokens: ShareTokens(secret: secret),
                policy: SharingTerms(isAllowed: true),
                clock: clock),
            bookmarks: BookmarkService(
                store: SQLiteBookmarkStore(database), catalog: catalogStore, clock: clock),
            radio: RadioService(store: SQLiteRadioStore(database), pictures: pictures, clock: clock),
            podcasts: try Self.podcasts(database, podcastHost, admission, clock, in: data),
            discovery: DiscoveryService(
                store: SQLiteDiscoveryStore(database), descriptions: SQLiteDescriptionStore(database), sonic: sonic,
                catalog: CatalogService(store: catalogStore)),
            sonic: sonic,
            lyrics: LyricsService(store: SQLiteLyricsStore(database)),
            board: board,
            scans: ScanService(store: scanStore, runner: runner),
            jukebox: try Self.jukebox(database, catalogStore, events, clock),
            revocations: authentication.revocations)
        api = OpenSubsonicAPI(
            endpoints: services.endpoints, keys: keys, version: "test")
        let router = Router(context: GatewayContext.self)
        router.add(
            middleware: ProtectionMiddleware(
                site: SiteRules(names: ["localhost"]), hostName: { String($0.prefix { $0 != ":" }) },
                refuse: { _, status, _ in Response(status: status) }))
        api.register(on: router)
        responder = router.buildResponder()
    }

    /// A jukebox that is switched on but makes no sound.
    private static func jukebox(
        _ database: SQLiteDatabase, _ catalog: SQLiteCatalogStore, _ events: ListeningEvents, _ clock: TestClock
    ) throws -> JukeboxService {
        let speaker = Speaker(
            id: try JukeboxService.speaker, name: "Jukebox", output: SilentOutput(),
            store: SQLiteSpeakerStore(database), clock: clock, monotonic: clock, onChange: {})
        let speakers = SpeakerService(
            directory: SpeakerDirectory([SpeakerDirectory.Place(speaker, isOn: { true })]), catalog: catalog,
            registry: DeviceRegistry(), events: events, clock: clock, limits: clock)
        return JukeboxService(speakers: speakers, catalog: catalog, clock: clock)
    }

    func album(_ name: String) async throws -> String {
        let found = try await browsing.albums(AlbumQuery(), .first(100), as: Self.everybody)
        return "al-" + (try #require(found.first { $0.item.name == name }).item.id.rawValue)
    }

    func song(_ title: String) async throws -> String {
        let found = try await browsing.tracks(TrackQuery(), .first(100), as: Self.everybody)
        return "tr-" + (try #require(found.first { $0.item.title == title }).item.id.rawValue)
    }

    func artist(_ name: String) async throws -> String {
        let found = try await browsing.artists(role: nil, .first(100), as: Self.everybody)
        return "ar-" + (try #require(found.first { $0.item.name == name }).item.id.rawValue)
    }

    /// - Parameter path: folder names, starting at the top of the first library.
    func folder(_ path: String...) async throws -> String {
        var contents = try #require(
            try await browsing.tops(as: Self.everybody).first { $0.folder.name == "Music" })
        for name in path {
            let next = try #require(contents.folders.first { $0.name == name })
            contents = try await browsing.contents(of: next.id, as: Self.everybody)
        }
        return "fo-" + contents.folder.id.rawValue
    }

    func principal(_ person: Person) async throws -> Principal {
        let user = try #require(
            try await users.list(PageRequest(), as: .commandLine).items.first { $0.username.text == person.rawValue })
        return Principal(user: user.id, role: user.role, libraries: user.scope)
    }

    static let everybody = Principal(user: ID("operator"), role: .admin)

    private static var worker: String {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let folders =
                OtherPrograms.folders + [URL(filePath: tests).deletingLastPathComponent()]
                + CommandLine.arguments.map { URL(filePath: $0).deletingLastPathComponent() }
            return try #require(
                folders.map { $0.appending(path: "media-worker-fixture").path }
                    .first { FileManager.default.isExecutableFile(atPath: $0) })
        }
    }
}

/// An output that does nothing.
private struct SilentOutput: SpeakerOutput {
    let events = AsyncStream<SpeakerEvent> { $0.finish() }

    func run() async {}
    func load(_ song: SpeakerSong, from position: Duration, isPaused: Bool, volume: Int) async throws {}
    func prepare(_ song: SpeakerSong?) async throws {}
    func setPaused(_ isPaused: Bool) async throws {}
    func seek(to position: Duration) async throws {}
    func setVolume(_ volume: Int) async throws {}
    func position() async throws -> (token: UInt64, position: Duration)? { nil }
    func stop() async {}
}

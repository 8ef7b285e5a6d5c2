import Accounts
import Blobs
import Board
import Catalog
import Sharing
import Shelf
import Streaming
import DiskBlobs
import Foundation
import LibraryFiles
import Listening
import Logging
import Lyrics
import Media
import NIOPosix
import Journal
import PasswordHashing
import Primitives
import SQLiteStore
import Streaming

/// The stores and services of one data folder, for the server and for commands alike: the only place that knows every concrete type.
struct Instance: Sendable {
    let settings: ServeSettings
    let database: SQLiteDatabase
    let blobs: DiskBlobStore
    let hasher: Argon2PasswordHasher
    let authentication: Authentication
    let accountStore: SQLiteAccountStore
    let catalogStore: SQLiteCatalogStore
    let media: MediaWorkerPool
    /// Scales covers and finds their colors.
    let images: ImageWorkers
    let describer: ImageDescriber
    let imageFacts: SQLiteImageFactsStore
    let scanRunner: ScanRunner
    let passwordRules: PasswordRules
    /// Names the secret in use without giving it away.
    let secretKeyID: String

    let setup: SetupService
    let links: LinkService
    let signIn: SignInService
    let accounts: AccountService
    let credentials: CredentialService
    let deviceKeys: DeviceKeyService
    let users: UserAdministrationService
    let catalog: CatalogService
    let lyrics: LyricsService
    let discovery: DiscoveryService
    let edits: EditService
    let board: BoardService
    let eventHub: EventHub
    let shelfEvents: ShelfEvents
    let opinions: OpinionService
    let playlists: PlaylistService
    let bookmarks: BookmarkService
    let radio: RadioService
    let shares: ShareService
    let publicShares: PublicShareService
    let imageSweep: BlobSweep
    let libraries: LibraryService
    let libraryStore: any LibraryStore
    let scans: ScanService

    /// Makes the data folder, the key and the database where they are missing, and opens them.
    init(settings: ServeSettings) async throws {
        self.settings = settings
        try settings.data.prepare()
        database = try SQLiteDatabase.open(path: settings.data.database)
        blobs = try await DiskBlobStore.open(folder: settings.data.images, pool: .singleton)
        let secret = try ServerSecretFile.loadOrCreate(at: settings.data.secret)
        secretKeyID = secret.keyID
        hasher = Argon2PasswordHasher(
            secret: secret,
            parameters: try PasswordHashParameters.configured(
                memoryKiB: settings.passwordMemory, iterations: settings.passwordPasses, parallelism: 1))

        let (wall, monotonic) = (SystemWallClock(), SystemMonotonicClock())
        let accountStore = SQLiteAccountStore(database)
        self.accountStore = accountStore
        authentication = Authentication(
            store: accountStore, policy: SessionPolicy(confirmation: settings.confirmation), wallClock: wall,
            clock: monotonic)
        let guardian = SignInGuard(clock: monotonic)
        let issuer = SessionIssuer(authentication: authentication, deviceTokens: DeviceTokens(secret: secret))
        let rules = PasswordRules(minimumLength: settings.passwordMinimumLength)
        passwordRules = rules
        setup = SetupService(store: accountStore, hasher: hasher, rules: rules, issuer: issuer, clock: wall)
        links = LinkService(
            store: accountStore, hasher: hasher, rules: rules, guard: guardian, issuer: issuer, clock: wall)
        signIn = SignInService(store: accountStore, hasher: hasher, guard: guardian, issuer: issuer, clock: wall)
        images = Self.imageWorkers(settings)
        accounts = AccountService(
            store: accountStore, blobs: blobs, pictures: ProfilePictures(processor: images), hasher: hasher,
            rules: rules,
            guard: guardian, authentication: authentication, clock: wall)
        credentials = CredentialService(store: accountStore, authentication: authentication, clock: wall)
        deviceKeys = DeviceKeyService(
            store: accountStore, rings: try DeviceKeyRingFile(path: settings.data.deviceKeyRing, threads: .singleton),
            authentication: authentication, clock: wall, monotonicClock: monotonic)
        users = UserAdministrationService(
            store: accountStore, hasher: hasher, rules: rules, guard: guardian, authentication: authentication,
            clock: wall)

        let walker = DiskLibraryWalker(pool: .singleton)
        let scanStore = SQLiteScanStore(database)
        catalogStore = SQLiteCatalogStore(database)
        catalog = CatalogService(store: catalogStore)
        eventHub = EventHub(log: SQLiteEventLog(database))
        let shelfEvents = ShelfEvents()
        self.shelfEvents = shelfEvents
        opinions = OpinionService(
            store: SQLiteOpinionStore(database), catalog: catalogStore, events: shelfEvents, clock: wall)
        lyrics = LyricsService(store: SQLiteLyricsStore(database))
        discovery = DiscoveryService(store: SQLiteDiscoveryStore(database), catalog: catalog)
        let playlistStore = SQLitePlaylistStore(database)
        playlists = PlaylistService(
            store: playlistStore, catalog: catalogStore, blobs: blobs, clock: wall)
        imageSweep = BlobSweep(
            blobs: blobs, users: [SQLiteImageStore(database), accountStore, playlistStore], clock: wall)
        bookmarks = BookmarkService(store: SQLiteBookmarkStore(database), catalog: catalogStore, clock: wall)
        radio = RadioService(store: SQLiteRadioStore(database), clock: wall)
        let (shareStore, tokens) = (SQLiteShareStore(database), ShareTokens(secret: secret))
        shares = ShareService(
            store: shareStore, catalog: catalogStore, playlists: playlistStore, tokens: tokens,
            isEnabled: settings.sharing, clock: wall)
        publicShares = PublicShareService(
            store: shareStore, users: accountStore, catalog: catalogStore, playlists: playlistStore,
            streaming: StreamingService(sources: catalogStore, files: LibraryFileOpener()), tokens: tokens,
            isEnabled: settings.sharing, clock: wall, monotonicClock: monotonic)
        media = MediaWorkerPool(
            MediaWorkerSettings(executable: CommandLine.programPath, workersPerRoot: settings.scanWorkers),
            logger: Logger(label: "rondo.media"))
        imageFacts = SQLiteImageFactsStore(database)
        describer = ImageDescriber(
            store: imageFacts, processor: images, clock: wall, concurrency: Self.processors + 1)
        edits = EditService(
            store: SQLiteEditStore(database), catalog: catalog, scans: scanStore, walker: walker, reader: media,
            blobs: blobs, describer: describer, clock: wall)
        board = BoardService(
            store: SQLiteBoardStore(database), catalog: catalogStore,
            clock: BoardClock(calendar: BoardCalendar(zone: settings.timeZone), wall: wall),
            throttle: BoardThrottle(clock: monotonic))
        scanRunner = ScanRunner(
            store: scanStore, walker: walker, reader: media, blobs: blobs, describer: describer,
            lock: FileScanLock(path: settings.data.scanLock),
            clock: wall, concurrency: settings.scanWorkers * 8, logger: Logger(label: "rondo.scan"))
        libraryStore = SQLiteLibraryStore(database)
        libraries = LibraryService(
            store: libraryStore, walker: walker, runner: scanRunner, clock: wall,
            reserved: [
                settings.data.images, settings.data.artworkCache, settings.data.transcodingCache, settings.data.keys,
                settings.certificateFolder, settings.publicFolder, "/proc",
                "/sys", "/dev",
            ].map {
                Array(URL(fileURLWithPath: $0).resolvingSymlinksInPath().path.utf8)
            })
        scans = ScanService(store: scanStore, runner: scanRunner)
    }

    private static let processors = ProcessInfo.processInfo.activeProcessorCount

    /// What gives out pictures, and the queue behind it, which must run. For the server alone: two processes would not
    /// know of each other's additions to the cache.
    func artwork() async throws -> (service: ArtworkService, queue: RenditionQueue) {
        let clock = SystemWallClock()
        let cache = try await DiskCache.open(
            folder: settings.data.artworkCache, limit: settings.artworkCache, pool: .singleton)
        let queue = RenditionQueue(
            processor: images, cache: cache, facts: imageFacts, clock: clock, concurrency: 2 * Self.processors,
            logger: Logger(label: "rondo.artwork"))
        return (ArtworkService(blobs: blobs, cache: cache, facts: imageFacts, queue: queue, clock: clock), queue)
    }

    /// What gives out audio, and the desk behind it, which must run. For the server alone, as `artwork`.
    func audio() async throws -> (service: TranscodingService, desk: TranscodeDesk) {
        let cache = try await DiskCache.open(
            folder: settings.data.transcodingCache, limit: settings.transcodingCache, pool: .singleton)
        let logger = Logger(label: "rondo.transcoding")
        let desk = TranscodeDesk(
            encoder: FFmpegEncoder(
                launcher: CommandLine.programPath, program: await FFmpegEncoder.find(), logger: logger),
            cache: cache,
            limits: TranscodeLimits(encoders: settings.encoders, encodersPerUser: settings.encodersPerUser),
            logger: logger)
        let streaming = StreamingService(sources: catalogStore, files: LibraryFileOpener())
        return (TranscodingService(streaming: streaming, desk: desk, cache: cache), desk)
    }

    /// Processes for pictures stay a while: somebody who looks through covers comes back for more.
    private static func imageWorkers(_ settings: ServeSettings) -> ImageWorkers {
        ImageWorkers(
            pool: MediaWorkerPool(
                MediaWorkerSettings(
                    executable: CommandLine.programPath, workersPerRoot: processors, deadline: .seconds(30),
                    idleTime: .seconds(300), requestsPerWorker: 2),
                logger: Logger(label: "rondo.artwork")),
            root: Array(URL(fileURLWithPath: settings.data.images).resolvingSymlinksInPath().path.utf8),
            path: { Array(DiskBlobStore.path(of: $0).utf8) })
    }

    /// Who the command line is to services that ask for a principal.
    static let operatorPrincipal = Principal(user: ID("command line"), role: .admin)
}

import Accounts
import Administration
import Archives
import Backups
import Blobs
import Board
import Catalog
import Sharing
import Shelf
import Streaming
import DiskBlobs
import Fingerprints
import Foundation
import LibraryFiles
import Listening
import Logging
import Lyrics
import Mail
import Media
import Notifications
import NIOPosix
import Journal
import PasswordHashing
import Portability
import Primitives
import SQLiteStore
import Statistics
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
    let twoFactor: TwoFactorService
    let deviceKeys: DeviceKeyService
    let users: UserAdministrationService
    let journal: JournalService
    let plans: PlanService
    let settingsService: SettingsService
    let invitations: InvitationService
    let featureRequestStore: SQLiteFeatureRequestStore
    let featureRequests: FeatureRequestService
    let catalog: CatalogService
    let lyrics: LyricsService
    let discovery: DiscoveryService
    let edits: EditService
    let board: BoardService
    let statisticsStore: SQLiteStatisticsStore
    let statistics: StatisticsService
    let exports: ExportService
    let eventHub: EventHub
    let smartChanges = SmartChanges()
    let journalHub: JournalHub
    let opinions: OpinionService
    let playlists: PlaylistService
    let shelf: ShelfService
    let pictures: ShelfPictures
    let wishes: WishService
    let notifications: NotificationService
    let bookmarks: BookmarkService
    let radio: RadioService
    let shares: ShareService
    let publicShares: PublicShareService
    let imageSweep: BlobSweep
    let libraries: LibraryService
    let libraryStore: any LibraryStore
    let scans: ScanService
    let backupStore: SQLiteBackupStore
    let backups: BackupDesk
    let outbox: SQLiteOutbox
    let letterSealer: LetterSealer
    let mail: MailService

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
        twoFactor = TwoFactorService(
            store: accountStore, hasher: hasher, guard: guardian, issuer: issuer, secret: secret, clock: wall)
        images = Self.imageWorkers(settings)
        accounts = AccountService(
            store: accountStore, blobs: blobs, pictures: ProfilePictures(processor: images), hasher: hasher,
            rules: rules,
            guard: guardian, authentication: authentication, clock: wall)
        credentials = CredentialService(store: accountStore, authentication: authentication, clock: wall)
        deviceKeys = DeviceKeyService(
            store: accountStore, rings: try DeviceKeyRingFile(path: settings.data.deviceKeyRing, threads: .singleton),
            authentication: authentication, pictures: PictureProofs(secret: secret), clock: wall,
            monotonicClock: monotonic)
        users = UserAdministrationService(
            store: accountStore, hasher: hasher, rules: rules, guard: guardian, authentication: authentication,
            clock: wall)
        let journalStore = SQLiteJournalStore(database)
        journal = JournalService(store: journalStore, clock: wall)
        journalHub = JournalHub(journal: journalStore)
        plans = PlanService(store: SQLitePlanStore(database), authentication: authentication, clock: wall)
        settingsService = SettingsService(store: SQLiteSettingsStore(database), clock: wall)
        invitations = InvitationService(
            store: SQLiteInvitationStore(database), accounts: accountStore, hasher: hasher, rules: rules,
            guard: guardian, issuer: issuer, policy: settingsService, clock: wall)
        featureRequestStore = SQLiteFeatureRequestStore(database)
        featureRequests = FeatureRequestService(store: featureRequestStore, clock: wall)

        let walker = DiskLibraryWalker(pool: .singleton)
        let scanStore = SQLiteScanStore(database)
        catalogStore = SQLiteCatalogStore(database)
        catalog = CatalogService(store: catalogStore)
        eventHub = EventHub(log: SQLiteEventLog(database))
        opinions = OpinionService(store: SQLiteOpinionStore(database), catalog: catalogStore, clock: wall)
        lyrics = LyricsService(store: SQLiteLyricsStore(database))
        discovery = DiscoveryService(store: SQLiteDiscoveryStore(database), catalog: catalog)
        let playlistStore = SQLitePlaylistStore(database, clock: wall, zone: settings.timeZone)
        pictures = ShelfPictures(blobs: blobs, maker: ProfilePictures(processor: images))
        playlists = PlaylistService(
            store: playlistStore, catalog: catalogStore, pictures: pictures, clock: wall)
        let shelfStore = SQLiteShelfStore(database)
        shelf = ShelfService(
            store: shelfStore, catalog: catalogStore, pictures: pictures, clock: wall)
        let wishStore = SQLiteWishStore(database)
        wishes = WishService(
            store: wishStore, catalog: catalogStore, pictures: pictures, clock: wall)
        notifications = NotificationService(store: SQLiteNotificationStore(database), clock: wall)
        imageSweep = BlobSweep(
            blobs: blobs,
            users: [
                SQLiteImageStore(database), accountStore, playlistStore, shelfStore, wishStore,
                SQLiteSubmissionStore(database),
            ],
            clock: wall)
        bookmarks = BookmarkService(store: SQLiteBookmarkStore(database), catalog: catalogStore, clock: wall)
        radio = RadioService(store: SQLiteRadioStore(database), clock: wall)
        let (shareStore, tokens) = (SQLiteShareStore(database), ShareTokens(secret: secret))
        let sharing = SettingsSharing(settings: settingsService, isAllowed: settings.sharing)
        shares = ShareService(
            store: shareStore, catalog: catalogStore, playlists: playlistStore, tokens: tokens,
            policy: sharing, clock: wall)
        publicShares = PublicShareService(
            store: shareStore, users: accountStore, catalog: catalogStore, playlists: playlistStore,
            tokens: tokens, policy: sharing, clock: wall, monotonicClock: monotonic)
        media = MediaWorkerPool(
            MediaWorkerSettings(executable: CommandLine.programPath, workersPerRoot: settings.scanWorkers),
            logger: Logger(label: "rondo.media"))
        imageFacts = SQLiteImageFactsStore(database)
        describer = ImageDescriber(
            store: imageFacts, processor: images, clock: wall, concurrency: Self.processors + 1)
        let converter = FFmpegImageConverter(
            launcher: CommandLine.programPath, logger: Logger(label: "rondo.artwork"))
        edits = EditService(
            store: SQLiteEditStore(database), catalog: catalog, scans: scanStore, walker: walker, reader: media,
            blobs: blobs, describer: describer, converter: converter, clock: wall)
        board = BoardService(
            store: SQLiteBoardStore(database), catalog: catalogStore,
            clock: BoardClock(calendar: BoardCalendar(zone: settings.timeZone), wall: wall),
            throttle: BoardThrottle(clock: monotonic))
        statisticsStore = SQLiteStatisticsStore(database)
        statistics = StatisticsService(
            store: statisticsStore, calendar: ListeningCalendar(zone: settings.timeZone), clock: wall)
        exports = ExportService(
            store: SQLitePersonalDataStore(database), archives: ZipMaker(pool: .singleton), blobs: blobs,
            clock: wall)
        scanRunner = ScanRunner(
            store: scanStore, walker: walker, reader: media, blobs: blobs, describer: describer,
            converter: converter, lock: FileScanLock(path: settings.data.scanLock),
            clock: wall, concurrency: settings.scanWorkers * 8, logger: Logger(label: "rondo.scan"))
        libraryStore = SQLiteLibraryStore(database)
        libraries = LibraryService(
            store: libraryStore, walker: walker, runner: scanRunner, clock: wall,
            reserved: [
                settings.data.images, settings.data.artworkCache, settings.data.transcodingCache, settings.data.keys,
                settings.data.imports, settings.data.quarantine, settings.data.backups, settings.backupFolder,
                settings.certificateFolder, settings.publicFolder, "/proc",
                "/sys", "/dev",
            ].map {
                Array(URL(fileURLWithPath: $0).resolvingSymlinksInPath().path.utf8)
            })
        scans = ScanService(store: scanStore, runner: scanRunner)
        outbox = SQLiteOutbox(database)
        letterSealer = LetterSealer(secret: secret)
        mail = MailService(
            isEnabled: settings.mailServer != nil, outbox: outbox, users: accountStore,
            links: LinkMaker(store: accountStore, clock: wall), sealer: letterSealer, clock: wall)
        backupStore = SQLiteBackupStore(database)
        backups = BackupDesk(
            store: backupStore,
            vault: Self.backupVault(settings, in: settings.backupFolder, libraries: libraryStore),
            zone: settings.timeZone, clock: wall)
    }

    /// - Parameter folder: where archives lie.
    static func backupVault(
        _ settings: ServeSettings, in folder: String, libraries: any LibraryStore
    ) -> DiskBackupVault {
        DiskBackupVault(
            places: BackupPlaces(data: settings.data.path, folder: folder, lock: settings.data.backupLock),
            snapshots: SQLiteSnapshots(path: settings.data.database), version: Rondo.version,
            bytesPerSecond: settings.backupRate,
            music: { try await libraries.libraries().map { ($0.id.rawValue, $0.path) } })
    }

    static let processors = ProcessInfo.processInfo.activeProcessorCount

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

import Accounts
import Administration
import Archives
import Backups
import Primitives
import Board
import Catalog
import Sharing
import Shelf
import Streaming
import Files
import Fingerprints
import Foundation
import Gateway
import Listening
import Logging
import Lyrics
import Messaging
import Media
import NIOPosix
import Journal
import Credentials
import Portability
import SQLiteStore

/// The stores and services of one data folder, for the server and for commands alike. Only this type knows all concrete
/// types.
struct Instance: Sendable {
    let settings: ServeSettings
    let database: SQLiteDatabase
    /// Whether the database was made or restored in this run.
    let isNew: Bool
    let clock: SteadyClock
    let clockStore: SQLiteClockStore
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
    /// Identifies the secret in use without revealing it.
    let secretKeyID: String
    /// Seals private keys in files.
    let keySealer: KeySealer
    /// Signs encrypted backups.
    let backupSigner: BackupSigner
    /// The certificate of the running server; empty in commands.
    let certificate = RunningCertificate()

    let setup: SetupService
    let links: LinkService
    let signIn: SignInService
    let accounts: AccountService
    let leaving: AccountDeletionService
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
    let explicitFlags: ExplicitService
    let jointArtists: JointArtistService
    let board: BoardService
    let statisticsStore: SQLiteStatisticsStore
    let statistics: StatisticsService
    let exports: ExportService
    let eventHub: EventHub
    let smartChanges = SmartChanges()
    let journalHub: JournalHub
    let annotations: AnnotationService
    let playlists: PlaylistService
    let shelf: ShelfService
    let pictures: PictureUploads
    let wishes: WishService
    let notifications: NotificationService
    let bookmarks: BookmarkService
    let radio: RadioService
    let shares: ShareService
    let publicShares: PublicShareService
    let cleanupStore: SQLiteCleanupStore
    /// Removes unused data for good; its runs are logged and counted.
    let cleanup: Cleanup
    let upkeep: UpkeepService
    let imageSweep: BlobSweep
    let libraries: LibraryService
    let libraryStore: any LibraryStore
    let scans: ScanService
    let backupStore: SQLiteBackupStore
    let backups: BackupCoordinator
    let outbox: SQLiteOutbox
    let letterSealer: EmailTokenSealer
    let mail: MailService
    let emailUndos: EmailUndoService

    /// Makes the data folder, the keys and the database at a first start, and opens them. Throws, before anything is
    /// changed, where database and keys do not belong together, where one is missing, and where the database is
    /// damaged.
    ///
    /// - Parameter examinedUpTo: the size in bytes up to which a database is checked before it is opened.
    init(
        settings: ServeSettings, examinedUpTo: Int64 = InstanceStart.largestForCommands, isRestored: Bool = false
    ) async throws {
        self.settings = settings
        let start = InstanceStart(data: settings.data, backups: settings.backupFolder)
        let verdict = try await start.settledVerdict()
        let isFirst = verdict == .firstStart
        let examination = isFirst ? .whole : try await start.examine(upTo: examinedUpTo)
        try settings.data.prepare()
        if isFirst { try start.begin() }
        database = try SQLiteDatabase.open(path: settings.data.database)
        database.condition.note(examination.map { .sound($0) } ?? .unexamined)
        isNew = isFirst || isRestored
        blobs = try await DiskBlobStore.open(folder: settings.data.images, pool: .singleton)
        let secret = try ServerSecretFile.loadOrCreate(at: settings.data.secret)
        secretKeyID = secret.keyID
        keySealer = KeySealer(secret: secret)
        backupSigner = try Self.signer(of: secret)
        hasher = Argon2PasswordHasher(
            secret: secret,
            parameters: try PasswordHashParameters.configured(
                memoryKiB: settings.passwordMemory, iterations: settings.passwordPasses, parallelism: 1))

        clockStore = SQLiteClockStore(database)
        let (wasUsed, record) = (try await clockStore.isUsed(), try await clockStore.record()?.record)
        clock = SteadyClock(uptime: MachineTime.uptime, boot: MachineTime.boot, after: record, isUsed: wasUsed)
        let (wall, monotonic) = (clock, SystemMonotonicClock())
        let accountStore = SQLiteAccountStore(database)
        self.accountStore = accountStore
        authentication = Authentication(
            store: accountStore, policy: SessionPolicy(confirmation: settings.confirmation), wallClock: wall,
            clock: monotonic)
        letterSealer = EmailTokenSealer(secret: secret)
        let undos = letterSealer.forUndoing(isEnabled: settings.mailServer != nil)
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
        leaving = AccountDeletionService(
            store: accountStore, hasher: hasher, guard: guardian, authentication: authentication, secret: secret,
            clock: wall)
        images = Self.imageWorkers(settings)
        let imageOwners = SQLiteBlobOwners(database)
        pictures = PictureUploads(
            maker: ProfilePictures(processor: images, blobs: blobs), blobs: blobs, owners: imageOwners,
            reserve: settings.givingReserve, clock: monotonic)
        accounts = AccountService(
            store: accountStore, pictures: pictures, hasher: hasher,
            rules: rules,
            guard: guardian, authentication: authentication, clock: wall, undos: undos)
        emailUndos = EmailUndoService(
            store: accountStore, hasher: hasher, authentication: authentication, clock: wall)
        credentials = CredentialService(store: accountStore, authentication: authentication, clock: wall)
        let ring = try DeviceKeyRingFile(path: settings.data.deviceKeyRing, threads: .singleton)
        try await start.finish(database)
        deviceKeys = DeviceKeyService(
            store: accountStore, rings: ring, authentication: authentication,
            pictures: SignedPictureURLs(secret: secret),
            clock: wall,
            monotonicClock: monotonic)
        users = UserAdministrationService(
            store: accountStore, hasher: hasher, rules: rules, guard: guardian, authentication: authentication,
            clock: wall, undos: undos)
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

        let walker = DiskLibraryWalker(threads: LibraryThreads())
        let scanStore = SQLiteScanStore(database)
        catalogStore = SQLiteCatalogStore(database)
        catalog = CatalogService(store: catalogStore)
        eventHub = EventHub(log: SQLiteEventLog(database))
        annotations = AnnotationService(store: SQLiteAnnotationStore(database), catalog: catalogStore, clock: wall)
        lyrics = LyricsService(store: SQLiteLyricsStore(database))
        discovery = DiscoveryService(store: SQLiteDiscoveryStore(database), catalog: catalog)
        let playlistStore = SQLitePlaylistStore(database, clock: wall, zone: settings.timeZone)
        playlists = PlaylistService(
            store: playlistStore, catalog: catalogStore, pictures: pictures, clock: wall)
        let shelfStore = SQLiteShelfStore(database)
        shelf = ShelfService(
            store: shelfStore, catalog: catalogStore, pictures: pictures, clock: wall)
        let wishStore = SQLiteWishStore(database)
        wishes = WishService(
            store: wishStore, catalog: catalogStore, pictures: pictures, clock: wall)
        notifications = NotificationService(store: SQLiteNotificationStore(database), clock: wall)
        cleanupStore = SQLiteCleanupStore(database)
        let facts = InstanceUpkeep(database: database, clock: wall, cleanups: cleanupStore, isNew: isNew)
        cleanup = Self.cleanup(cleanupStore, clock: wall) { facts.hold }
        imageSweep = BlobSweep(
            blobs: blobs,
            users: [
                SQLiteImageStore(database), accountStore, playlistStore, shelfStore, wishStore,
                SQLiteSubmissionStore(database),
            ],
            owners: imageOwners, cleanup: cleanup, clock: wall)
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
            blobs: blobs, reserve: settings.givingReserve, describer: describer, converter: converter, clock: wall)
        explicitFlags = ExplicitService(store: SQLiteExplicitStore(database), catalog: catalog, clock: wall)
        jointArtists = JointArtistService(store: SQLiteJointArtistStore(database), clock: wall)
        board = BoardService(
            store: SQLiteBoardStore(database), catalog: catalogStore,
            clock: BoardClock(calendar: DayCalendar(zone: settings.timeZone), wall: wall),
            throttle: BoardThrottle(clock: monotonic))
        let openBoard = board
        upkeep = UpkeepService(
            clock: wall, boot: MachineTime.boot, clocks: clockStore, cleanups: cleanupStore,
            believed: { _ = try await openBoard.takeBack() })
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
        mail = MailService(
            isEnabled: settings.mailServer != nil, outbox: outbox, users: accountStore,
            links: LinkMaker(store: accountStore, clock: wall), sealer: letterSealer, clock: wall)
        backupStore = SQLiteBackupStore(database)
        backups = BackupCoordinator(
            store: backupStore,
            vault: Self.backupVault(
                settings, in: settings.backupFolder, libraries: libraryStore, signer: backupSigner),
            zone: settings.timeZone, clock: wall, recipients: settings.backupRecipients)
    }

    /// The principal of the command line.
    static let operatorPrincipal = Principal(user: ID("command line"), role: .admin)
}

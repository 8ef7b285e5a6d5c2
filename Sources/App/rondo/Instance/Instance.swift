import Accounts
import Archives
import Backups
import Catalog
import Credentials
import Files
import Foundation
import Gateway
import Journal
import Logging
import Media
import NIOPosix
import Primitives
import SQLiteStore
import Streaming

/// An opened data folder: its settings, database, keys and clock, and the stores and worker processes that several
/// features use.
struct Instance: Sendable {
    /// The principal of the command line.
    static let operatorPrincipal = Principal(user: ID("command line"), role: .admin)

    let settings: ServeSettings
    /// The path of this program, which is also that of its worker processes.
    let programPath: String
    let database: SQLiteDatabase
    /// Whether the database was made or restored in this run.
    let isNew: Bool
    let clock: SteadyClock
    let clockStore: SQLiteClockStore
    let secret: ServerSecret
    let deviceKeyRing: DeviceKeyRingFile
    /// Signs encrypted backups.
    let backupSigner: BackupSigner
    let hasher: Argon2PasswordHasher
    /// The certificate of the running server; empty in commands.
    let certificate = RunningCertificate()

    let accountStore: SQLiteAccountStore
    let catalogStore: SQLiteCatalogStore
    let libraryStore: SQLiteLibraryStore
    let playlistStore: SQLitePlaylistStore
    let events: EventHub
    let cleanups: SQLiteCleanupStore
    /// Removes unused data for good; its runs are logged and counted.
    let cleanup: Cleanup
    /// The open streams, and the bytes that they have sent.
    let admission: StreamAdmission

    let blobs: DiskBlobStore
    let imageOwners: SQLiteBlobOwners
    /// Stores the pictures that users send.
    let pictures: PictureUploads
    /// Reads the files of libraries.
    let media: MediaWorkerPool
    /// Scales covers and finds their colors.
    let images: ImageWorkers
    let imageFacts: SQLiteImageFactsStore
    let describer: ImageDescriber

    /// Makes the data folder, the keys and the database at a first start, and opens them. Throws, before anything is
    /// changed, where database and keys do not belong together, where one is missing, where the database is damaged,
    /// and where this version does not use its schema.
    ///
    /// - Parameter examinedUpTo: the size in bytes up to which a database is checked before it is opened.
    init(
        settings: ServeSettings, examinedUpTo: Int64 = InstanceStart.largestForCommands, isRestored: Bool = false
    ) async throws {
        self.settings = settings
        programPath = CommandLine.programPath
        let start = InstanceStart(data: settings.data, backups: settings.backupFolder)
        let verdict = try await start.settledVerdict()
        let isFirst = verdict == .firstStart
        let examination = isFirst ? .whole : try await start.examine(upTo: examinedUpTo)
        try SQLiteDatabase.requireUsableSchema(at: settings.data.database)
        try settings.data.prepare()
        if isFirst { try start.begin() }
        database = try SQLiteDatabase.open(path: settings.data.database)
        database.condition.note(examination.map { .sound($0) } ?? .unexamined)
        isNew = isFirst || isRestored
        blobs = try await DiskBlobStore.open(folder: settings.data.images, pool: .singleton)
        secret = try ServerSecretFile.loadOrCreate(at: settings.data.secret)
        backupSigner = try Self.signer(of: secret)
        hasher = Argon2PasswordHasher(
            secret: secret,
            parameters: try PasswordHashParameters.configured(
                memoryKiB: settings.passwordMemory, iterations: settings.passwordPasses, parallelism: 1))
        clockStore = SQLiteClockStore(database)
        let (wasUsed, record) = (try await clockStore.isUsed(), try await clockStore.record()?.record)
        clock = SteadyClock(uptime: MachineTime.uptime, boot: MachineTime.boot, after: record, isUsed: wasUsed)
        // Otherwise the server that starts after the command which has made the database would doubt its clock.
        if isFirst { try await clockStore.note(clock.record(boot: MachineTime.boot), accepted: 0) }
        deviceKeyRing = try DeviceKeyRingFile(path: settings.data.deviceKeyRing, threads: .singleton)
        try await start.finish(database)

        accountStore = SQLiteAccountStore(database)
        catalogStore = SQLiteCatalogStore(database)
        libraryStore = SQLiteLibraryStore(database)
        playlistStore = SQLitePlaylistStore(database, clock: clock, zone: settings.timeZone)
        events = EventHub(log: SQLiteEventLog(database))
        cleanups = SQLiteCleanupStore(database)
        let facts = InstanceUpkeep(database: database, clock: clock, cleanups: cleanups, isNew: isNew)
        cleanup = Self.cleanup(cleanups, clock: clock) { facts.hold }
        admission = StreamAdmission(
            activeStreams: ActiveStreams(),
            meter: TransferMeter(store: SQLiteTransferStore(database), zone: settings.timeZone))

        images = Self.imageWorkers(settings, programPath: programPath)
        imageOwners = SQLiteBlobOwners(database)
        pictures = PictureUploads(
            maker: ProfilePictures(processor: images, blobs: blobs), blobs: blobs, owners: imageOwners,
            reserve: settings.freeSpaceReserve, clock: SystemMonotonicClock())
        media = MediaWorkerPool(
            MediaWorkerSettings(executable: programPath, workersPerRoot: settings.scanWorkers),
            logger: Logger(label: "rondo.media"))
        imageFacts = SQLiteImageFactsStore(database)
        describer = ImageDescriber(
            store: imageFacts, processor: images, clock: clock, concurrency: Self.processors + 1)
    }

    /// Identifies the secret in use without revealing it.
    var secretKeyID: String { secret.keyID }

    /// Seals private keys in files.
    var keySealer: KeySealer { KeySealer(secret: secret) }

    var imageConverter: FFmpegImageConverter {
        FFmpegImageConverter(launcher: programPath, logger: Logger(label: "rondo.artwork"))
    }

    var upkeepFacts: InstanceUpkeep {
        InstanceUpkeep(database: database, clock: clock, cleanups: cleanups, isNew: isNew)
    }

    /// Looks up a user's present role and permissions; nil where the user cannot sign in any more.
    var people: @Sendable (ID<Person>) async throws -> Principal? {
        { [accountStore] id in
            guard let user = try await accountStore.user(id), !user.disabled else { return nil }
            return Principal(user: id, role: user.role, libraries: user.scope)
        }
    }

    static let processors = ProcessInfo.processInfo.activeProcessorCount

    /// The signer of encrypted backups for the server that this secret belongs to.
    static func signer(of secret: ServerSecret) throws -> BackupSigner {
        try BackupSigner(seed: secret.derive("rondo backup signature v1"))
    }

    /// Worker processes for pictures stay alive a while: a user who looks through covers soon requests more.
    private static func imageWorkers(_ settings: ServeSettings, programPath: String) -> ImageWorkers {
        ImageWorkers(
            pool: MediaWorkerPool(
                MediaWorkerSettings(
                    executable: programPath, workersPerRoot: processors, deadline: .seconds(30),
                    idleTime: .seconds(300), requestsPerWorker: 2),
                logger: Logger(label: "rondo.artwork")),
            root: Array(URL(fileURLWithPath: settings.data.images).resolvingSymlinksInPath().path.utf8),
            path: { Array(DiskBlobStore.path(of: $0).utf8) })
    }
}

/// Makes profile pictures in the same confined processes that scale covers.
struct ProfilePictures: PictureMaker {
    /// The longer side in pixels before the crop: enough for any page on any screen.
    private static let size = 1024

    let processor: any ImageProcessor
    let blobs: any BlobStore

    func square(_ original: [UInt8]) async throws -> [UInt8] {
        guard let size = RenditionSize(atLeast: Self.size) else { return [] }
        do {
            return try await blobs.withScratch(original) { [processor] scratch in
                try await processor.render(Rendition(.square(scratch), size: size, format: .jpeg))
            }
        } catch let failure as ImageFailure {
            switch failure {
            case .broken:
                throw DomainError(
                    .unsupportedMediaType, "The picture is damaged and cannot be shown", reason: "picture_type")
            case .missing, .unavailable:
                throw DomainError(
                    .unavailable, "Pictures cannot be made at the moment", reason: "artwork_unavailable",
                    retryAfter: .seconds(5))
            }
        }
    }
}

import Accounts
import Archives
import Backups
import Catalog
import Gateway
import HTTPSupport
import NativeAPI
import Primitives
import SQLiteStore
import ServiceLifecycle

/// Backups of the data folder.
struct BackupsFeature: Feature {
    let store: SQLiteBackupStore
    let coordinator: BackupCoordinator
    private let instance: Instance
    private let revocations: Revocations

    init(_ instance: Instance, _ accounts: AccountsFeature) {
        self.instance = instance
        revocations = accounts.revocations
        let settings = instance.settings
        store = SQLiteBackupStore(instance.database)
        coordinator = BackupCoordinator(
            store: store,
            vault: Self.vault(
                settings, in: settings.backupFolder, libraries: instance.libraryStore, signer: instance.backupSigner),
            zone: settings.timeZone, clock: instance.clock, recipients: settings.backupRecipients)
    }

    /// - Parameter folder: the folder of the archives.
    static func vault(
        _ settings: ServeSettings, in folder: String, libraries: any LibraryStore, signer: BackupSigner
    ) -> DiskBackupVault {
        DiskBackupVault(
            places: BackupPlaces(data: settings.data.path, folder: folder, lock: settings.data.backupLock),
            pairs: InstanceStart(data: settings.data, backups: settings.backupFolder).pairs,
            snapshots: SQLiteSnapshots(path: settings.data.database), version: Rondo.version,
            bytesPerSecond: settings.backupRate, signer: signer,
            music: { try await libraries.libraries().map { ($0.id.rawValue, $0.path) } })
    }

    var endpoints: [Endpoint] { BackupRoutes(backups: coordinator, revocations: revocations).endpoints }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            // The folder of backups may be missing for a while.
            jobs.make("backups", .always) { try await coordinator.work() },
            jobs.make("backupCleanup", .every(.seconds(3600))) {
                try await coordinator.prune(by: instance.cleanup)
            },
        ]
    }
}

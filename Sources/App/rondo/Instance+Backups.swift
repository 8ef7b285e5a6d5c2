import Accounts
import Archives
import Backups
import Catalog
import Primitives
import SQLiteStore

/// What makes, signs and looks after backups.
extension Instance {
    /// Signs encrypted backups of the server whose secret that is.
    static func signer(of secret: ServerSecret) throws -> BackupSigner {
        try BackupSigner(seed: secret.derive("rondo backup signature v1"))
    }

    /// - Parameter folder: where archives lie.
    static func backupVault(
        _ settings: ServeSettings, in folder: String, libraries: any LibraryStore, signer: BackupSigner
    ) -> DiskBackupVault {
        DiskBackupVault(
            places: BackupPlaces(data: settings.data.path, folder: folder, lock: settings.data.backupLock),
            pairs: InstanceStart(data: settings.data, backups: settings.backupFolder).pairs,
            snapshots: SQLiteSnapshots(path: settings.data.database), version: Rondo.version,
            bytesPerSecond: settings.backupRate, signer: signer,
            music: { try await libraries.libraries().map { ($0.id.rawValue, $0.path) } })
    }
}

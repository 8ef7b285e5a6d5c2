import Archives
import Backups
import Journal
import Logging
import Primitives
import SQLiteStore

/// Backups in the life of the server.
extension Server {
    /// Waits a moment for a command that puts a backup into the folder.
    func takeFolder() async throws -> (lock: FolderLock, isAlone: Bool) {
        try settings.data.prepare()
        let path = settings.data.serverLock
        if let lock = try FolderLock(at: path, .alone) { return (lock, true) }
        let deadline = ContinuousClock.now + .seconds(60)
        repeat {
            if let lock = try FolderLock(at: path, .beside) { return (lock, false) }
            try await Task.sleep(for: .milliseconds(100))
        } while ContinuousClock.now < deadline
        throw DomainError(.unavailable, "A backup is being put into the data folder; start again when it is there")
    }

    /// What was made ready for this start takes the place of what there is. Another server on the same folder would be left with the old
    /// files in its hands: then it waits for a start without one.
    func putBackupInPlace(
        _ folder: (lock: FolderLock, isAlone: Bool)
    ) async throws -> (contents: BackupContents, aside: String)? {
        guard folder.isAlone else { return nil }
        defer { folder.lock.share() }
        return try Restoration(Self.places(settings)).apply()
    }

    func tellOfRestoration(_ replaced: (contents: BackupContents, aside: String), _ instance: Instance) async throws {
        logger.notice(
            "A backup was put in place",
            metadata: ["backup.version": "\(replaced.contents.version)", "aside": "\(replaced.aside)"])
        try await instance.backupStore.record(Self.restored(replaced.contents, by: .gateway))
    }

    static func places(_ settings: ServeSettings) -> BackupPlaces {
        BackupPlaces(data: settings.data.path, folder: settings.backupFolder, lock: settings.data.backupLock)
    }

    static func restored(_ contents: BackupContents, by actor: JournalEntry.Actor) -> JournalEntry {
        JournalEntry(
            at: SystemWallClock().now(), by: actor, "backup.restore",
            details: ["createdAt": "\(contents.createdAt)", "version": contents.version])
    }
}

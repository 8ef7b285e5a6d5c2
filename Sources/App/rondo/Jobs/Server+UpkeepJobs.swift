import Administration
import Archives
import Backups
import Catalog
import Gateway
import Glibc
import Journal
import Logging
import Primitives
import SQLiteStore
import ServiceLifecycle
import Streaming

/// Jobs that keep the instance in order.
extension Server {
    func upkeepJobs(_ instance: Instance, _ audio: AudioServices, _ jobs: JobMaker) -> [any Service] {
        let watch = ClockWatch(
            clock: instance.clock, store: instance.clockStore, board: instance.board,
            changes: instance.database.changes, logger: logger)
        let images = ImageCleanup(
            sweep: instance.imageSweep, scans: instance.scanRunner, backupLock: settings.data.backupLock)
        let meter = audio.admission.meter
        return [
            jobs.make("clock", .always, last: { try await watch.note() }) { try await watch.run() },
            jobs.make("transferredBytes", .every(TransferMeter.beat), last: { try await meter.flush() }) {
                try await meter.flush()
            },
            jobs.make("diskReserve", .every(.seconds(600))) { try DiskReserve(path: settings.data.reserve).keep() },
            jobs.make("journalCut", .every(.seconds(3600))) { try await cutJournal(instance) },
            jobs.make("imageCleanup", .always) { try await images.run() },
            // The folder of backups may be missing for a while.
            jobs.make("backups", .always) { try await instance.backups.work() },
            jobs.make("backupCleanup", .every(.seconds(3600))) {
                try await instance.backups.prune(by: instance.cleanup)
            },
            jobs.make("databaseExamination", .once) { try await instance.examineInBackground() },
        ]
    }

    private func cutJournal(_ instance: Instance) async throws {
        try await instance.journal.finishCut()
        guard let days = try await instance.settingsService.current().journalDays else { return }
        let cut = try await instance.journal.cut(olderThan: .seconds(days * 86_400), by: instance.cleanup)
        if let cut { logger.notice("The journal was cut", metadata: ["rows": "\(cut.count)"]) }
    }
}

/// A file of one megabyte in the data folder, which is deleted for a start on a full disk. SQLite has to write a little
/// to open a database that was closed properly; after that music can be served.
struct DiskReserve {
    private static let size: off_t = 1 << 20

    let path: String

    /// Creates the file where it is missing.
    func keep() throws(DomainError) {
        let present = open(path, O_RDONLY | O_CLOEXEC)
        if present >= 0 {
            defer { close(present) }
            if lseek(present, 0, SEEK_END) >= Self.size { return }
        }
        let draft = path + ".new"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failure(path, errno) }
        let code = posix_fallocate(file, 0, Self.size)
        close(file)
        guard code == 0, rename(draft, path) == 0 else {
            unlink(draft)
            throw Self.failure(path, code)
        }
    }

    /// Deletes the file. True where this has freed space.
    func giveUp() -> Bool {
        unlink(path) == 0
    }

    private static func failure(_ path: String, _ code: CInt) -> DomainError {
        DomainError(
            code == ENOSPC ? .storageFull : .unavailable, "\(path) cannot be made: \(String(cString: strerror(code)))")
    }
}

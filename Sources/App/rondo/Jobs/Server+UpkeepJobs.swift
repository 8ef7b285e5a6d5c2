import SQLiteStore
import Journal
import Administration
import Archives
import Backups
import Primitives
import Catalog
import Gateway
import Logging
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
            // A folder of backups may be away for a while.
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

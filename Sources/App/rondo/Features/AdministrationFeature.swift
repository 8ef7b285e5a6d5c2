import Administration
import Board
import Gateway
import HTTPSupport
import Journal
import Logging
import NativeAPI
import SQLiteStore
import ServiceLifecycle

/// The server's settings, its journal, the users' requests for features, and its upkeep.
struct AdministrationFeature: Feature {
    let settings: SettingsService
    let journal: JournalService
    let requestStore: SQLiteFeatureRequestStore
    let requests: FeatureRequestService
    let upkeep: UpkeepService
    private let instance: Instance
    private let board: BoardFeature

    init(_ instance: Instance, _ board: BoardFeature) {
        self.instance = instance
        self.board = board
        let (database, clock) = (instance.database, instance.clock)
        settings = SettingsService(store: SQLiteSettingsStore(database), clock: clock)
        journal = JournalService(store: SQLiteJournalStore(database), clock: clock)
        requestStore = SQLiteFeatureRequestStore(database)
        requests = FeatureRequestService(store: requestStore, clock: clock)
        upkeep = UpkeepService(
            clock: clock, boot: MachineTime.boot, clocks: instance.clockStore, cleanups: instance.cleanups,
            onConfirmed: { _ = try await board.service.revokeLaterDays() })
    }

    var endpoints: [Endpoint] {
        UpkeepRoutes.endpoints(upkeep: upkeep) + FeatureRequestRoutes.endpoints(requests: requests)
            + SettingsRoutes.endpoints(settings: settings, configuration: instance.settings.configuration)
            + JournalRoutes(journal: journal).endpoints
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        let watch = ClockWatch(
            clock: instance.clock, store: instance.clockStore, board: board.service,
            changes: instance.database.changes, logger: jobs.logger)
        return [
            jobs.make("clock", .always, last: { try await watch.note() }) { try await watch.run() },
            jobs.make("journalCut", .every(.seconds(3600))) {
                try await journal.finishCut()
                guard let days = try await settings.current().journalDays else { return }
                let cut = try await journal.cut(olderThan: .seconds(days * 86_400), by: instance.cleanup)
                if let cut { jobs.logger.notice("The journal was cut", metadata: ["rows": "\(cut.count)"]) }
            },
            jobs.make("diskReserve", .every(.seconds(600))) {
                try DiskReserve(path: instance.settings.data.reserve).keep()
            },
            jobs.make("databaseExamination", .once) { try await instance.examineInBackground() },
        ]
    }
}

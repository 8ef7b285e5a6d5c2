import Accounts
import Gateway
import HTTPSupport
import Logging
import Media
import Moderation
import NativeAPI
import Primitives
import SQLiteStore
import ServiceLifecycle

/// Moderation: withdrawals and reports, and the job behind them. Only for the server.
struct ModerationFeature: Feature {
    let endpoints: [Endpoint]
    private let bin: BinService

    /// - Parameter mover: the connection to the process that starts movers; nil where they are children of this
    ///   process.
    init(_ features: Features, mover: MoverConnection?) {
        let instance = features.instance
        let logger = Logger(label: "rondo.moderation")
        let store = SQLiteWithdrawalStore(instance.database)
        let bin = BinService(
            store: store, mover: ConfinedMover(launcher: instance.programPath, line: mover, logger: logger),
            runner: features.libraries.runner, cleanup: instance.cleanup, clock: instance.clock, logger: logger)
        self.bin = bin
        let revocations = features.accounts.revocations
        let withdrawals = WithdrawalService(
            store: store, clock: instance.clock, changed: { bin.wake() },
            ended: { revocations.end(playing: Set($0.map(\.rawValue))) })
        let playlists = PlaylistModerationService(
            store: SQLitePlaylistModerationStore(instance.database), clock: instance.clock)
        let reports = ReportService(store: SQLiteReportStore(instance.database), clock: instance.clock)
        endpoints =
            WithdrawalRoutes(withdrawals: withdrawals).endpoints
            + PlaylistModerationRoutes.endpoints(playlists: playlists) + ReportRoutes.endpoints(reports: reports)
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            jobs.make("withdrawals", .always) { try await bin.work() },
            jobs.make("withdrawalCleanup", .every(.seconds(600))) {
                // Retries files that could not be moved.
                bin.wake()
                try await bin.sweep()
            },
        ]
    }
}

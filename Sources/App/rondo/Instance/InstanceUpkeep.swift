import Administration
import Logging
import NIOPosix
import Primitives
import SQLiteStore

/// The maintenance of an instance.
extension Instance {
    /// Logs the removals of every run, and the runs that were stopped.
    static func cleanup(
        _ store: SQLiteCleanupStore, clock: any WallClock, hold: @escaping @Sendable () -> CleanupHold?
    ) -> Cleanup {
        let logger = Logger(label: "rondo.cleanup")
        return Cleanup(store: store, clock: clock, hold: hold) { run in
            let facts: Logger.Metadata = [
                "kind": "\(run.kind.rawValue)", "removed": "\(run.removed)", "marked": "\(run.state.marked)",
                "total": "\(run.state.total)",
            ]
            if let stopped = run.state.stopped {
                logger.warning(
                    "A cleanup was stopped: it would have removed more than a tenth. Allow it with rondo cleanup allow",
                    metadata: facts.merging(["unneeded": "\(stopped)"]) { $1 })
            } else {
                logger.notice("Removed data that had been unused for a day", metadata: facts)
            }
        }
    }

    /// Checks a database that was too large to check before the start. Runs beside readers and writers, on its own
    /// thread.
    func examineInBackground() async throws {
        guard database.condition.state == .unexamined else { return }
        let logger = Logger(label: "rondo.database")
        let path = settings.data.database
        let began = ContinuousClock.now
        let problems = try await NIOThreadPool.singleton.runIfActive { try SQLiteDatabase.problems(at: path, .quick) }
        guard let first = problems.first else {
            database.condition.note(.sound(.quick))
            logger.notice("The database is intact", metadata: ["took": "\(ContinuousClock.now - began)"])
            return
        }
        database.condition.note(.damaged(first))
        logger.critical(
            "The database is damaged: nothing is written to it any more; restore a backup",
            metadata: ["problem": "\(first)"])
    }
}

/// The maintenance state of an instance.
struct InstanceUpkeep: UpkeepFacts {
    let database: SQLiteDatabase
    let clock: SteadyClock
    let cleanups: SQLiteCleanupStore
    let isNew: Bool

    /// Nil where cleanups may remove what they find.
    var hold: CleanupHold? {
        database.condition.isDamaged ? .damage : !clock.isSettled ? .clock : isNew ? .newDatabase : nil
    }

    func state() async throws -> UpkeepState {
        let condition: UpkeepState.Database =
            switch database.condition.state {
            case .unexamined: .unexamined
            case .sound: .sound
            case .damaged(let problem): .damaged(problem)
            }
        return UpkeepState(
            database: condition, leap: clock.leap, cleanups: try await cleanups.states(), hold: hold)
    }
}

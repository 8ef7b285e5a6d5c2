import Administration
import Logging
import NIOPosix
import Primitives
import SQLiteStore

/// What keeps an instance in order over time.
extension Instance {
    /// Logs what every run removes, and what it was not allowed to.
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
                    "A cleanup was stopped: it would have removed more than a tenth; rondo cleanup allow lets it",
                    metadata: facts.merging(["unneeded": "\(stopped)"]) { $1 })
            } else {
                logger.notice("Removed for good what nothing had needed for a day", metadata: facts)
            }
        }
    }

    /// Looks through a database that was too large to be looked through before the start. Beside readers and writers, on a thread of its own.
    func examineInBackground() async throws {
        guard database.condition.state == .unexamined else { return }
        let logger = Logger(label: "rondo.database")
        let path = settings.data.database
        let began = ContinuousClock.now
        let problems = try await NIOThreadPool.singleton.runIfActive { try SQLiteDatabase.problems(at: path, .quick) }
        guard let first = problems.first else {
            database.condition.note(.sound(.quick))
            logger.notice("The database is whole", metadata: ["took": "\(ContinuousClock.now - began)"])
            return
        }
        database.condition.note(.damaged(first))
        logger.critical(
            "The database is damaged: nothing is written to it any more; restore a backup",
            metadata: ["problem": "\(first)"])
    }
}

extension Instance {
    var upkeepFacts: InstanceUpkeep {
        InstanceUpkeep(database: database, clock: clock, cleanups: cleanupStore, isNew: isNew)
    }
}

/// What an instance tells of its own upkeep.
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

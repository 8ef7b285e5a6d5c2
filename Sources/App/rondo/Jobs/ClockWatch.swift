import Board
import Foundation
import Logging
import Primitives
import SQLiteStore
import Synchronization

/// Checks the machine's clock every ten seconds and reports jumps. It stores the time for the next start, and notices
/// when a command has confirmed the clock.
final class ClockWatch: Sendable {
    /// The maximum age of the stored time. A restart without a reboot does not depend on it.
    private static let noteInterval = Duration.seconds(600)

    let clock: SteadyClock
    let store: SQLiteClockStore
    let board: BoardService
    let changes: ChangeSignal
    let logger: Logger
    /// The number of times that the clock was confirmed, as far as this process knows.
    private let accepted = Mutex<Int?>(nil)

    init(clock: SteadyClock, store: SQLiteClockStore, board: BoardService, changes: ChangeSignal, logger: Logger) {
        self.clock = clock
        self.store = store
        self.board = board
        self.changes = changes
        self.logger = logger
    }

    /// Runs until its task is cancelled.
    func run() async throws {
        var notedAt: Duration?
        var hadJumped = false
        try await repeatedly(every: .seconds(10), andAfter: changes.revisions(of: .upkeep)) {
            await attempt {
                let known = try await store.record()?.accepted ?? 0
                if let last = accepted.withLock({ $0 }), known > last {
                    clock.accept()
                    _ = try await board.revokeLaterDays()
                    logger.notice("The machine's clock was confirmed")
                }
                accepted.withLock { $0 = known }
                let now = MachineTime.uptime()
                guard notedAt.map({ now - $0 >= Self.noteInterval }) ?? true else { return }
                try await store.note(clock.record(boot: MachineTime.boot), accepted: known)
                notedAt = now
            }
            let leap = clock.leap
            if let leap, !hadJumped {
                logger.warning(
                    "The machine's clock has jumped: time continues from before until it is right, or confirmed by rondo clock accept",
                    metadata: ["expected": "\(leap.expected.milliseconds)", "shown": "\(leap.shown.milliseconds)"])
            } else if leap == nil, hadJumped {
                logger.notice("The machine's clock is followed again")
            }
            hadJumped = leap != nil
        }
    }

    /// Stores the time for the next start.
    func note() async throws {
        let known = accepted.withLock { $0 } ?? 0
        try await store.note(clock.record(boot: MachineTime.boot), accepted: known)
    }

    private func attempt(_ body: () async throws -> Void) async {
        do {
            try await body()
        } catch is CancellationError {
            return
        } catch {
            logger.warning("The time could not be stored", metadata: ["error": "\(error)"])
        }
    }
}

/// The time since the machine's boot, which nobody can set, and the id of that boot.
enum MachineTime {
    private static let start: (instant: ContinuousClock.Instant, uptime: Duration) = {
        let text = try? String(contentsOfFile: "/proc/uptime", encoding: .utf8)
        let seconds = text?.split(separator: " ").first.flatMap { Double($0) }
        return (ContinuousClock.now, .seconds(seconds ?? 0))
    }()

    /// Includes sleep: both use `CLOCK_BOOTTIME`.
    @Sendable static func uptime() -> Duration {
        let start = start
        return start.uptime + (ContinuousClock.now - start.instant)
    }

    /// The kernel makes a new id at each boot; see random(4).
    static let boot: String = {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    }()
}

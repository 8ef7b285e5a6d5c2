import Administration
import Board
import Logging
import Primitives
import SQLiteStore
import Synchronization

/// Looks at the machine's clock every ten seconds, says when it leaps, notes what time it is for the next start, and hears when a command
/// has confirmed the clock.
final class ClockWatch: Sendable {
    /// So old the note may be; a start within the same run of the machine does not depend on it.
    private static let noteInterval = Duration.seconds(600)

    let clock: SteadyClock
    let store: SQLiteClockStore
    let board: BoardService
    let changes: ChangeSignal
    let logger: Logger
    /// How often somebody has confirmed the clock, as far as this process has heard.
    private let accepted = Mutex<Int?>(nil)

    init(clock: SteadyClock, store: SQLiteClockStore, board: BoardService, changes: ChangeSignal, logger: Logger) {
        self.clock = clock
        self.store = store
        self.board = board
        self.changes = changes
        self.logger = logger
    }

    /// Until its task is cancelled.
    func run() async throws {
        let (looks, look) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while true {
                    look.yield()
                    try await Task.sleep(for: .seconds(10))
                }
            }
            group.addTask {
                for await _ in self.changes.revisions(of: .upkeep) { look.yield() }
            }
            group.addTask { await self.watch(looks) }
            try await group.waitForAll()
        }
    }

    /// Writes down what time it is, for the next start.
    func note() async throws {
        let known = accepted.withLock { $0 } ?? 0
        try await store.note(clock.record(boot: MachineTime.boot), accepted: known)
    }

    private func watch(_ looks: AsyncStream<Void>) async {
        var notedAt: Duration?
        var wasLeapt = false
        for await _ in looks {
            await attempt {
                let known = try await store.record()?.accepted ?? 0
                if let last = accepted.withLock({ $0 }), known > last {
                    clock.accept()
                    _ = try await board.takeBack()
                    logger.notice("The machine's clock was confirmed")
                }
                accepted.withLock { $0 = known }
                let now = MachineTime.uptime()
                guard notedAt.map({ now - $0 >= Self.noteInterval }) ?? true else { return }
                try await store.note(clock.record(boot: MachineTime.boot), accepted: known)
                notedAt = now
            }
            let leap = clock.leap
            if let leap, !wasLeapt {
                logger.warning(
                    "The machine's clock has leapt: time goes on from before until it is right, or confirmed by rondo clock accept",
                    metadata: ["expected": "\(leap.expected.milliseconds)", "shown": "\(leap.shown.milliseconds)"])
            } else if leap == nil, wasLeapt {
                logger.notice("The machine's clock is followed again")
            }
            wasLeapt = leap != nil
        }
    }

    private func attempt(_ body: () async throws -> Void) async {
        do {
            try await body()
        } catch is CancellationError {
            return
        } catch {
            logger.warning("The time could not be noted", metadata: ["error": "\(error)"])
        }
    }
}

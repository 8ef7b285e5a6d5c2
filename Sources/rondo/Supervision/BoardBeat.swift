import Board
import Logging
import Primitives
import ServiceLifecycle

/// Clears the board at midnight. It looks at the clock again every ten seconds at the latest: sleeping until midnight would miss a clock
/// that is put forward meanwhile, and a machine that sleeps.
struct BoardBeat: Service {
    private static let longestSleep = Duration.seconds(10)

    let board: BoardService
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: await turn())
            }
        }
    }

    /// How long to sleep.
    private func turn() async -> Duration {
        do {
            let left = try await board.turn()
            return max(.milliseconds(20), min(left, Self.longestSleep))
        } catch {
            logger.warning("The board's day could not be looked after", metadata: ["error": "\(error)"])
            return Self.longestSleep
        }
    }
}

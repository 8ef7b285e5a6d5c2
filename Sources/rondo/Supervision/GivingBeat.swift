import Logging
import ServiceLifecycle
import Submissions

/// Every ten minutes: uploads that could not be looked through are tried again, and what nobody goes on with is taken away.
struct GivingBeat: Service {
    let giving: Giving
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                do {
                    try await giving.sweep.sweep()
                    try await giving.links.sweep()
                } catch {
                    logger.warning("What was given could not be looked after", metadata: ["error": "\(error)"])
                }
                try await Task.sleep(for: .seconds(600))
                giving.inspector.wake()
                giving.publisher.wake()
                giving.links.wake()
            }
        }
    }
}

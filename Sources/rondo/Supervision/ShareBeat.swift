import Logging
import Primitives
import ServiceLifecycle
import Sharing

/// Every two seconds: what is heard by links that lead nowhere any more is ended, and visits are written down.
struct ShareBeat: Service {
    let shares: PublicShareService
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: .seconds(2))
                await beat()
            }
        }
        await beat()
    }

    private func beat() async {
        do {
            try await shares.tick()
        } catch {
            logger.warning("Shares could not be looked after", metadata: ["error": "\(error)"])
        }
    }
}

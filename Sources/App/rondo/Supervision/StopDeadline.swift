import Glibc
import Logging
import ServiceLifecycle

/// Ends the process when stopping takes longer than it may: what is acknowledged is on the disk, and whoever waits for the end, like a
/// machine that goes off, would kill it.
struct StopDeadline: Service {
    /// Beyond the time that running streams get.
    static let grace = Duration.seconds(2)

    let shutdown: Duration
    let logger: Logger

    func run() async throws {
        try? await gracefulShutdown()
        let watcher = Watcher(deadline: .now + shutdown + Self.grace, logger: logger)
        // A thread: the pool may be what is stuck.
        var thread = pthread_t()
        let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
            guard let pointer else { return nil }
            let watcher = Unmanaged<Watcher>.fromOpaque(pointer).takeRetainedValue()
            while ContinuousClock.now < watcher.deadline { usleep(50_000) }
            watcher.logger.warning("Stopping took too long and was cut short")
            _exit(0)
        }
        pthread_create(&thread, nil, body, Unmanaged.passRetained(watcher).toOpaque())
        pthread_detach(thread)
    }

    private final class Watcher {
        let deadline: ContinuousClock.Instant
        let logger: Logger

        init(deadline: ContinuousClock.Instant, logger: Logger) {
            (self.deadline, self.logger) = (deadline, logger)
        }
    }
}

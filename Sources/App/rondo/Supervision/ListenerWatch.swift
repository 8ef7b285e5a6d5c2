import Foundation
import Glibc
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// Ends the process when the listener is closed by anything but a shutdown, so that the supervisor starts it again.
///
/// SwiftNIO closes a listener on every error of accept(2) but a lack of resources (2.101.2, `ServerSocketChannel`).
/// Hummingbird then waits for the last connection to end: without this service nobody could connect and nothing would
/// be logged.
final class ListenerWatch: Service {
    /// The exit status that asks the supervisor for a new start: EX_TEMPFAIL of sysexits(3).
    static let exitStatus: Int32 = 75

    private let logger: Logger
    private let isStopping = Atomic<Bool>(false)

    init(logger: Logger) {
        self.logger = logger
    }

    /// The process ends when the listener closes, before the services that depend on it learn of that: these would end
    /// the process with a status that says less.
    func watch(_ listener: any Channel) {
        listener.closeFuture.whenComplete { [self] _ in
            guard !isStopping.load(ordering: .acquiring) else { return }
            logger.critical("The listener was closed by an error; the server ends to be started again")
            // At once: serving the open connections would only make all others wait.
            _exit(Self.exitStatus)
        }
    }

    /// It must come after the application in the group: the last services learn of a shutdown before the listener closes.
    func run() async throws {
        try? await gracefulShutdown()
        isStopping.store(true, ordering: .releasing)
    }
}

/// The TLS port that the system assigned, once it has.
final class BoundPort: Sendable {
    private let value = Atomic<Int>(0)

    var port: Int { value.load(ordering: .acquiring) }

    func set(_ port: Int) {
        value.store(port, ordering: .releasing)
    }
}

/// Ends the process when stopping exceeds its time. Acknowledged data is on the disk, and a waiting parent, like a
/// machine that shuts down, would kill the process.
struct StopDeadline: Service {
    /// The time beyond that of running streams.
    static let grace = Duration.seconds(2)

    let shutdown: Duration
    let logger: Logger

    func run() async throws {
        try? await gracefulShutdown()
        let deadline = ContinuousClock.now + shutdown + Self.grace
        // A thread: the pool itself may be blocked.
        Thread.detachNewThread { [logger] in
            while ContinuousClock.now < deadline { usleep(50_000) }
            logger.warning("Stopping took too long and was ended")
            _exit(0)
        }
    }
}

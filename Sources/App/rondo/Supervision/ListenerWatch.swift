import Glibc
import Logging
import NIOCore
import ServiceLifecycle

/// Ends the process when the listener is closed by anything but a shutdown, so that the supervisor starts it again.
///
/// SwiftNIO closes a listener on every error of accept(2) but a lack of resources (2.101.2, `ServerSocketChannel`), and Hummingbird
/// then waits for the last connection to end: without this nobody could come in and nothing would be said.
struct ListenerWatch: Service {
    /// The exit status that asks the supervisor for a new start: EX_TEMPFAIL of sysexits(3).
    static let exitStatus: Int32 = 75

    private let logger: Logger
    private let ended: AsyncStream<Void>
    private let ending: AsyncStream<Void>.Continuation

    init(logger: Logger) {
        self.logger = logger
        (ended, ending) = AsyncStream.makeStream()
    }

    func watch(_ listener: any Channel) {
        listener.closeFuture.whenComplete { [ending] _ in ending.finish() }
    }

    /// It must be the last service of the group: that one hears of a shutdown before the listener closes.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in ended {}
            guard !Task.isCancelled else { return }
            logger.critical("The listener was closed by an error; the server ends to be started again")
            // At once: whoever hears something now would only keep all others waiting outside.
            _exit(Self.exitStatus)
        }
    }
}

import CLinux
import NIOCore
package import ServiceLifecycle
import Synchronization

/// The tasks of the connections that have sent something. Hummingbird starts a task for every connection, which costs 3
/// KiB even if the connection sends nothing; that task ends at once here.
///
/// Stops when the server has stopped listening and the last connection has ended.
package final class ConnectionTasks: Service {
    private typealias Work = @Sendable () async -> Void

    private let added: AsyncStream<Work>
    private let adding: AsyncStream<Work>.Continuation

    package init() {
        (added, adding) = AsyncStream.makeStream()
    }

    /// Starts the task of a connection. Returns false when the server is stopping.
    func add(_ work: @escaping @Sendable () async -> Void) -> Bool {
        if case .enqueued = adding.yield(work) { true } else { false }
    }

    package func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                for await work in added { group.addTask(operation: work) }
            }
        } onGracefulShutdown: {
            self.adding.finish()
        }
    }
}

/// Runs a task's synchronous parts on one event loop, and records in the thread which connection it works for, in case
/// it crashes. (SwiftNIO 2.101 has no public executor of this kind.)
final class EventLoopExecutor: TaskExecutor {
    private static let latest = Atomic<UInt64>(0)

    private let eventLoop: any EventLoop
    /// The connection's number, from 1.
    private let connection = EventLoopExecutor.nextConnection()

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// A number that is unique on this server.
    static func nextConnection() -> UInt64 {
        latest.wrappingAdd(1, ordering: .relaxed).newValue
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute {
            rondo_connection_run(self.connection)
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            rondo_connection_run(0)
        }
    }
}

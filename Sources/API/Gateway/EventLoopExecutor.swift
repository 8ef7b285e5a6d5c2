import CLinux
import NIOCore
import Synchronization

/// Runs a task's synchronous stretches on one event loop, and has the thread know meanwhile which connection it works for, should it crash.
/// (SwiftNIO 2.101 has no public executor of this kind.)
final class EventLoopExecutor: TaskExecutor {
    private static let latest = Atomic<UInt64>(0)

    private let eventLoop: any EventLoop
    /// From 1.
    private let connection = EventLoopExecutor.nextConnection()

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// A number that nothing else on this server has.
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

package import ServiceLifecycle

/// The tasks of the connections that have said something. Hummingbird starts a task with every connection, which costs 3 KiB for one that
/// says nothing; that task ends at once here.
///
/// Stops when the server has stopped listening and the last connection has ended.
package final class ConnectionTasks: Service {
    private typealias Work = @Sendable () async -> Void

    private let added: AsyncStream<Work>
    private let adding: AsyncStream<Work>.Continuation

    package init() {
        (added, adding) = AsyncStream.makeStream()
    }

    /// Has a connection served. False when the server is stopping.
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

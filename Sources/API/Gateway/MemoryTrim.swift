import CLinux
import NIOPosix
import ServiceLifecycle

/// Gives memory back to the system after work and after many connections have ended. What they held lies scattered, and glibc's allocator
/// would keep it; the code that ran stays resident beside it.
package struct MemoryTrim: Service {
    /// How many fewer connections there must be than there were.
    private static let enough = 200
    /// The share of one processor below which the process rests.
    private static let rest = 0.01
    /// Processor time since the last time, in microseconds, from which on there is something to give back.
    private static let work: UInt64 = 1_000_000

    private let connections: ActiveConnections
    private let interval: Duration

    package init(connections: ActiveConnections, interval: Duration = .seconds(10)) {
        self.connections = connections
        self.interval = interval
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            // Nothing was given back yet: a start is work too.
            var released: UInt64?
            var last = rondo_processor_time()
            while true {
                try await Task.sleep(for: interval)
                let now = rondo_processor_time()
                let rests = Double(now - last) < Self.rest * (interval / .microseconds(1))
                last = now
                let hasWorked = released.map { now - $0 >= Self.work } ?? true
                if rests, hasWorked {
                    released = now
                    try await NIOThreadPool.singleton.runIfActive {
                        _ = rondo_malloc_trim()
                        rondo_release_code()
                    }
                } else if connections.takeDecline(of: Self.enough) {
                    try await NIOThreadPool.singleton.runIfActive { _ = rondo_malloc_trim() }
                }
            }
        }
    }
}

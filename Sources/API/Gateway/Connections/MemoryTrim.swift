import CLinux
import NIOPosix
import ServiceLifecycle

/// Returns memory to the system after work, and after many connections have ended. Their memory is fragmented, so that
/// glibc's allocator would keep it, and executed code would stay resident.
package struct MemoryTrim: Service {
    /// The decline in connections that triggers a trim.
    private static let enough = 200
    /// The share of one processor below which the process counts as idle.
    private static let idleShare = 0.01
    /// The processor time since the last trim, in microseconds, after which another one is worthwhile.
    private static let work: UInt64 = 1_000_000

    private let connections: ActiveConnections
    private let interval: Duration

    package init(connections: ActiveConnections, interval: Duration = .seconds(10)) {
        self.connections = connections
        self.interval = interval
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            // Nil at first, since the start is work too.
            var released: UInt64?
            var last = rondo_processor_time()
            while true {
                try await Task.sleep(for: interval)
                let now = rondo_processor_time()
                let isIdle = Double(now - last) < Self.idleShare * (interval / .microseconds(1))
                last = now
                let hasWorked = released.map { now - $0 >= Self.work } ?? true
                if isIdle, hasWorked {
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

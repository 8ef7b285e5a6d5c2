import CLinux
import NIOPosix

/// Returns memory to the system after work, and after many connections have ended. Their memory is fragmented, so that
/// glibc's allocator would keep it, and executed code would stay resident.
package enum MemoryTrim {
    /// The decline in connections that triggers a trim.
    private static let enough = 200
    /// The share of one processor below which the process counts as idle.
    private static let idleShare = 0.01
    /// The processor time since the last trim, in microseconds, after which another one is worthwhile.
    private static let work: UInt64 = 1_000_000

    /// Never returns; throws when the task is canceled.
    package static func run(_ connections: ActiveConnections, interval: Duration = .seconds(10)) async throws {
        // Nil at first, since the start is work too.
        var released: UInt64?
        var last = rondo_processor_time()
        while true {
            try await Task.sleep(for: interval)
            let now = rondo_processor_time()
            let isIdle = Double(now - last) < idleShare * (interval / .microseconds(1))
            last = now
            let hasWorked = released.map { now - $0 >= work } ?? true
            if isIdle, hasWorked {
                released = now
                try await NIOThreadPool.singleton.runIfActive {
                    _ = rondo_malloc_trim()
                    rondo_release_code()
                }
            } else if connections.takeDecline(of: enough) {
                try await NIOThreadPool.singleton.runIfActive { _ = rondo_malloc_trim() }
            }
        }
    }
}

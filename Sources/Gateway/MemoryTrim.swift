import CLinux
import NIOPosix
import ServiceLifecycle

/// Gives memory back to the system after many connections have ended: what they held lies scattered, and glibc's allocator would keep it
/// for connections that may never come.
package struct MemoryTrim: Service {
    /// How many fewer connections there must be than there were.
    private static let enough = 200

    private let census: ConnectionCensus
    private let interval: Duration

    package init(census: ConnectionCensus, interval: Duration = .seconds(10)) {
        self.census = census
        self.interval = interval
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: interval)
                guard census.takeDecline(of: Self.enough) else { continue }
                try await NIOThreadPool.singleton.runIfActive { _ = rondo_malloc_trim() }
            }
        }
    }
}

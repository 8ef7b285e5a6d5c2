package import Catalog
package import Logging

/// Watches library folders by inotify(7). Changes that other machines make on a network file system are not seen; the regular scan
/// finds those.
package struct InotifyLibraryObserver: LibraryObserver {
    private let logger: Logger

    package init(logger: Logger) {
        self.logger = logger
    }

    package func changes(below path: [UInt8]) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let tree = WatchedTree(root: path, logger: logger) { continuation.yield() }
            continuation.onTermination = { _ in tree.stop() }
            tree.start()
        }
    }
}

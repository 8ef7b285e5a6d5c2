package import Primitives
package import Catalog

/// Opens the libraries' files for streaming.
package protocol AudioFiles: Sendable {
    /// Nil when there is no such regular file below `root`, links that lead out included. Throws `unavailable` when the library's
    /// folder itself is out of reach.
    func open(_ path: LibraryPath, in root: [UInt8]) async throws -> (any ReadableFile)?

    /// As `open`, where that takes no waiting; nil where it does, and for what is not there. Who asks again soon may be given the same file.
    func openAtOnce(_ path: LibraryPath, in root: [UInt8]) -> (any ReadableFile)?
}

package import Catalog
package import ServiceLifecycle

/// Reads files of the quarantine in the confined processes of a `MediaWorkerPool`, which may read that folder and
/// nothing else. As a service it runs those processes. An error that says nothing about the file, because its reader
/// was stopped or could not be started, is `unreadable`.
package struct QuarantineReader: TagReader, Service {
    private let pool: MediaWorkerPool

    /// - Parameter pool: a separate pool: submissions must not wait behind a scan.
    package init(pool: MediaWorkerPool) {
        self.pool = pool
    }

    package func run() async {
        await pool.run()
    }

    package func read(_ path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> MediaFile {
        do {
            return try await pool.read(path, in: root)
        } catch {
            throw Self.honest(error)
        }
    }

    package func embeddedCover(of path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> [UInt8]? {
        try await pool.embeddedCover(of: path, in: root)
    }

    package func sidecarImage(_ path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> [UInt8]? {
        try await pool.sidecarImage(path, in: root)
    }

    package func sidecarText(_ path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> [UInt8]? {
        try await pool.sidecarText(path, in: root)
    }

    private static func honest(_ problem: FileProblem) -> FileProblem {
        [.stopped, .unstartable].contains(problem) ? FileProblem(.unreadable, problem.detail) : problem
    }
}

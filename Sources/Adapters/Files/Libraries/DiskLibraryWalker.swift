package import Catalog
package import NIOPosix

/// Looks at library folders on this machine's file systems. Every call runs on a thread of the library's own, because
/// a disk may be slow.
package struct DiskLibraryWalker: LibraryWalker {
    private let threads: LibraryThreads

    package init(threads: LibraryThreads) {
        self.threads = threads
    }

    package init(pool: NIOThreadPool) {
        self.init(threads: LibraryThreads(all: pool))
    }

    /// A folder of very many files on a slow disk.
    private static let patienceForListing = Duration.seconds(300)

    package func root(_ path: [UInt8]) async throws -> LibraryRoot {
        try await run(for: path) { try RootFolder.open(path) }
    }

    package func list(_ folder: [UInt8], in root: LibraryRoot) async throws -> FolderListing {
        try await run(for: root.path, within: Self.patienceForListing) {
            let folder = try OpenFolder(folder, in: root)
            return try folder.listing()
        }
    }

    package func facts(of path: LibraryPath, in root: LibraryRoot) async throws -> FileFacts? {
        try await run(for: root.path) {
            let folder: OpenFolder
            do {
                folder = try OpenFolder(path.folder, in: root)
            } catch {
                // Too few descriptors or a failing disk say nothing about the file.
                guard RootFolder.isAbsent(root.path + [UInt8(ascii: "/")] + path.folder) else { throw error }
                return nil
            }
            guard case .file(let facts) = folder.look(at: path.name) else { return nil }
            return facts
        }
    }

    private func run<R: Sendable>(
        for root: [UInt8], within timeout: Duration = LibraryThreads.timeout,
        _ body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        do {
            return try await threads.run(for: root, within: timeout, body)
        } catch is DiskTimeout {
            throw FileProblem(.unreadable, "\(String(decoding: root, as: UTF8.self)): the disk does not answer")
        }
    }
}

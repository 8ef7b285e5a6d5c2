package import Catalog
package import NIOPosix

/// Looks at library folders on this machine's file systems. Every call runs on a thread pool, because a disk may be
/// slow.
package struct DiskLibraryWalker: LibraryWalker {
    private let pool: NIOThreadPool

    package init(pool: NIOThreadPool) {
        self.pool = pool
    }

    package func root(_ path: [UInt8]) async throws -> LibraryRoot {
        try await pool.runIfActive { try RootFolder.open(path) }
    }

    package func list(_ folder: [UInt8], in root: LibraryRoot) async throws -> FolderListing {
        try await pool.runIfActive {
            let folder = try OpenFolder(folder, in: root)
            return try folder.listing()
        }
    }

    package func facts(of path: LibraryPath, in root: LibraryRoot) async throws -> FileFacts? {
        try await pool.runIfActive {
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
}

package import Catalog
import Glibc
package import NIOPosix
import Primitives
import Synchronization

/// Reads library folders on this machine's file systems. Every call runs on one of the library's own threads, because a
/// disk may be slow.
package struct DiskLibraryWalker: LibraryWalker {
    private let threads: LibraryThreads

    package init(threads: LibraryThreads) {
        self.threads = threads
    }

    package init(pool: NIOThreadPool) {
        self.init(threads: LibraryThreads(all: pool))
    }

    /// The time to list a folder of very many files on a slow disk.
    private static let listingTimeout = Duration.seconds(300)

    package func root(_ path: [UInt8]) async throws -> LibraryRoot {
        try await run(for: path) { try RootFolder.open(path) }
    }

    package func list(_ folder: [UInt8], in root: LibraryRoot) async throws -> FolderListing {
        try await run(for: root.path, within: Self.listingTimeout) {
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
                // A lack of descriptors or a failing disk says nothing about the file.
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

/// The likely kind of a file by its name alone. The content decides later.
enum FileKind {
    case music, picture, text, other

    private static let extensions: [(kind: FileKind, names: Set<String>)] = [
        (
            .music,
            [
                "mp3", "flac", "ogg", "oga", "opus", "m4a", "m4b", "mp4", "aac", "wav", "wave", "aif", "aiff", "aifc",
                "wma", "asf", "ape", "wv",
            ]
        ),
        (.picture, ["jpg", "jpeg", "png", "webp", "gif", "avif", "bmp", "tif", "tiff"]),
        (.text, ["lrc", "ttml", "dfxp", "stl", "srt", "vtt", "txt", "nfo"]),
    ]

    init(_ name: [UInt8]) {
        let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? 0
        let suffix = String(decoding: name[dot...].dropFirst(), as: UTF8.self).lowercased()
        self = dot == 0 ? .other : Self.extensions.first { $0.names.contains(suffix) }?.kind ?? .other
    }
}

/// A lock by flock(2) on a file in the data folder. The kernel releases it when the process dies.
package final class FileScanLock: ScanLock {
    private let path: String
    private let descriptor = Mutex<CInt?>(nil)

    package init(path: String) {
        self.path = path
    }

    package func acquire() throws -> Bool {
        try descriptor.withLock { current in
            guard current == nil else { return false }
            let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard opened >= 0 else {
                throw DomainError(
                    errno == ENOSPC ? .storageFull : .unavailable, "The scan lock cannot be opened",
                    reason: "disk_error")
            }
            guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
                close(opened)
                return false
            }
            current = opened
            return true
        }
    }

    package func release() {
        descriptor.withLock { current in
            if let open = current {
                // A child process that is starting has a copy of the descriptor until it executes its program: closing
                // ours alone would leave the lock with it.
                flock(open, LOCK_UN)
                close(open)
            }
            current = nil
        }
    }

    deinit {
        release()
    }
}

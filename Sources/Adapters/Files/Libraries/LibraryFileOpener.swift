import CLinux
package import Catalog
import Glibc
import NIOCore
import NIOPosix
package import Primitives
import Streaming
import Synchronization

/// Opens files of the libraries for reading, and never anything outside them. The kernel itself resolves each path
/// beneath the library's folder (openat2 with RESOLVE_BENEATH); see `rondo_open_inside` for links that the kernel does
/// not follow.
///
/// A path in the kernel's cache is opened on the caller's thread. A path that needs the disk is opened on a thread of
/// its library.
package final class LibraryFileOpener: AudioFiles {
    private let roots = Mutex<[[UInt8]: Root]>([:])
    private let recent = RecentFiles()
    private let threads: LibraryThreads

    package init(threads: LibraryThreads = LibraryThreads()) {
        self.threads = threads
    }

    package func open(_ path: LibraryPath, in root: [UInt8]) async throws -> (any ReadableFile)? {
        if let file = openCached(path, in: root) { return file }
        do {
            return try await threads.run(for: root) { [self] in try openWaiting(path, in: root) }
        } catch is DiskTimeout {
            throw DomainError(
                .unavailable, "The disk of the library does not answer", reason: "library_unreadable",
                retryAfter: .seconds(10))
        }
    }

    package func openAtOnce(_ path: LibraryPath, in root: [UInt8]) -> (any ReadableFile)? {
        let name = RecentFiles.Name(root: root, path: path)
        if let file = recent.file(name) { return file }
        guard let file = openCached(path, in: root) else { return nil }
        recent.store(file, as: name)
        return file
    }

    private func openCached(_ path: LibraryPath, in root: [UInt8]) -> DescriptorFile? {
        guard let folder = roots.withLock({ $0[root] }), !folder.isRemote,
            case .file(let file) = folder.open(path, onlyCached: true)
        else { return nil }
        return file
    }

    /// Opens the path with a newly opened root, because a folder that was mounted over meanwhile has another identity.
    private func openWaiting(_ path: LibraryPath, in root: [UInt8]) throws -> (any ReadableFile)? {
        guard let folder = Root(path: root) else {
            throw DomainError(.unavailable, "The library's folder cannot be opened", reason: "library_unreadable")
        }
        roots.withLock { $0[root] = folder }
        switch folder.open(path, onlyCached: false) {
        case .file(let file): return file
        case .absent: return nil
        case .failure(let code):
            throw DomainError(
                .unavailable, "The file cannot be opened at the moment: \(String(cString: strerror(code)))",
                reason: "file_unreadable", retryAfter: .seconds(2))
        }
    }
}

/// An open library folder.
private final class Root: Sendable {
    enum Outcome {
        case file(DescriptorFile)
        case absent
        /// An error number that says nothing about the file: too few descriptors, a failing disk, or that the call
        /// would block.
        case failure(Int32)
    }

    private let descriptor: Int32
    private let path: [UInt8]
    let isRemote: Bool

    init?(path: [UInt8]) {
        self.path = path
        descriptor = path.withPath { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            if descriptor >= 0 { close(descriptor) }
            return nil
        }
        isRemote = RemoteFileSystems.contains(device: UInt64(status.st_dev))
    }

    deinit {
        close(descriptor)
    }

    func open(_ path: LibraryPath, onlyCached: Bool) -> Outcome {
        let result = path.bytes.withPath { text in
            // O_NONBLOCK: opening a FIFO in a library must not wait for a writer.
            if onlyCached { return rondo_openat2_cached(descriptor, text, O_RDONLY | O_NONBLOCK) }
            return self.path.withPath { rondo_open_inside(descriptor, $0, text, O_RDONLY | O_NONBLOCK) }
        }
        if result >= 0 { return DescriptorFile(taking: result).map { .file($0) } ?? .absent }
        return switch -result {
        case ENOENT, ENOTDIR, ELOOP, EXDEV, EACCES, EPERM, ENAMETOOLONG, ENXIO: .absent
        case let code: .failure(code)
        }
    }
}

/// The files that were opened a moment ago. Players request a track range by range, and opening and closing the file
/// takes a tenth of the time of a range.
///
/// A file that was modified, replaced or removed since is opened anew. A file that was moved away and replaced by
/// another is still served until its moment is over.
final class RecentFiles: Sendable {
    struct Name: Hashable {
        let root: [UInt8]
        let path: LibraryPath
    }

    private struct Entry {
        let file: DescriptorFile
        let end: NIODeadline
    }

    private struct State {
        var entries: [Name: Entry] = [:]
        var isSweepDue = false
    }

    private static let lifetime = TimeAmount.seconds(1)
    private static let most = 64

    private let state = Mutex(State())

    func file(_ name: Name) -> DescriptorFile? {
        guard let entry = state.withLock({ $0.entries[name] }), NIODeadline.now() < entry.end, entry.file.isInPlace
        else { return nil }
        return entry.file
    }

    func store(_ file: DescriptorFile, as name: Name) {
        let isFirst = state.withLock { state in
            guard state.entries.count < Self.most || state.entries[name] != nil else { return false }
            state.entries[name] = Entry(file: file, end: .now() + Self.lifetime)
            defer { state.isSweepDue = true }
            return !state.isSweepDue
        }
        if isFirst { sweepLater() }
    }

    private func sweepLater() {
        MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: Self.lifetime) { [weak self] in self?.sweep() }
    }

    /// Closes the files that were not requested in time.
    private func sweep() {
        let isLeft = state.withLock { state in
            let now = NIODeadline.now()
            state.entries = state.entries.filter { now < $0.value.end }
            state.isSweepDue = !state.entries.isEmpty
            return state.isSweepDue
        }
        if isLeft { sweepLater() }
    }
}

package import Catalog
import Dispatch
import Glibc
package import Logging

/// Watches library folders by inotify(7). It misses changes that other machines make on a network file system; the
/// regular scan finds those.
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

/// A folder with all its subfolders, watched as long as the object lives.
///
/// `@unchecked Sendable`: all mutable state is used on `queue` only.
final class WatchedTree: @unchecked Sendable {
    /// The changes that a scan could see. A write counts when the file is closed, not at every block.
    private static let mask =
        UInt32(IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
        | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)
    private static let retry = DispatchTimeInterval.seconds(5)

    private let root: [UInt8]
    private let logger: Logger
    private let changed: @Sendable () -> Void
    private let queue = DispatchQueue(label: "rondo.watch", qos: .utility)
    private var source: (any DispatchSourceRead)?
    private var descriptor: CInt = -1
    private var folders: [Int32: [UInt8]] = [:]
    private var isStopped = false
    private var isIncomplete = false

    /// - Parameter changed: called on the tree's own queue.
    init(root: [UInt8], logger: Logger, changed: @escaping @Sendable () -> Void) {
        self.root = root
        self.logger = logger
        self.changed = changed
    }

    func start() {
        queue.async { self.open(isReturn: false) }
    }

    func stop() {
        queue.async {
            self.isStopped = true
            self.closeAll()
        }
    }

    private func open(isReturn: Bool) {
        guard !isStopped, source == nil else { return }
        descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        guard descriptor >= 0, add(root) else {
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
            return retryLater()
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in self?.drain() }
        source.setCancelHandler { [descriptor] in close(descriptor) }
        self.source = source
        source.activate()
        if isReturn { changed() }
    }

    /// Tries again later: the folder is missing, or the machine has too many watches. Both may pass.
    private func retryLater() {
        queue.asyncAfter(deadline: .now() + Self.retry) { [weak self] in self?.open(isReturn: true) }
    }

    private func closeAll() {
        source?.cancel()
        source = nil
        descriptor = -1
        folders.removeAll()
    }

    /// Watches `folder` and all its subfolders; returns false when the folder is missing.
    @discardableResult
    private func add(_ folder: [UInt8]) -> Bool {
        var waiting = [folder]
        var isFirst = true
        while let next = waiting.popLast() {
            let flags = Self.mask | (isFirst ? 0 : UInt32(IN_DONT_FOLLOW))
            let watch = next.withPath { inotify_add_watch(descriptor, $0, flags) }
            guard watch >= 0 else {
                if errno == ENOSPC { reportIncomplete() }
                if isFirst { return false }
                continue
            }
            isFirst = false
            folders[watch] = next
            waiting += Self.folders(in: next)
        }
        return true
    }

    /// The subfolders of `folder` that a scan reads: no hidden ones, no links.
    private static func folders(in folder: [UInt8]) -> [[UInt8]] {
        guard let stream = folder.withPath({ opendir($0) }) else { return [] }
        defer { closedir(stream) }
        return DirectoryEntry.all(in: stream).entries.compactMap { entry in
            let path = folder + [UInt8(ascii: "/")] + entry.name
            var status = stat()
            let isFolder =
                entry.kind == DT_DIR
                || entry.kind == DT_UNKNOWN && path.withPath { lstat($0, &status) } == 0
                    && status.st_mode & S_IFMT == S_IFDIR
            return isFolder ? path : nil
        }
    }

    private func drain() {
        var isChange = false
        withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 8) { buffer in
            while descriptor >= 0 {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { break }
                for event in InotifyEvent.all(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
                    isChange = handle(event) || isChange
                }
            }
        }
        if isChange { changed() }
    }

    /// Whether a scan could see the change.
    private func handle(_ event: InotifyEvent) -> Bool {
        if event.has(Int(IN_Q_OVERFLOW)) {
            closeAll()
            open(isReturn: true)
            return true
        }
        guard let folder = folders[event.watch] else { return false }
        if event.has(Int(IN_IGNORED)) {
            folders[event.watch] = nil
            if folder == root { return startAnew() }
            return false
        }
        if event.has(Int(IN_DELETE_SELF)) || event.has(Int(IN_MOVE_SELF)) || event.has(Int(IN_UNMOUNT)) {
            return folder == root ? startAnew() : false
        }
        guard event.name.first != UInt8(ascii: ".") else { return false }
        let path = folder + [UInt8(ascii: "/")] + event.name
        guard event.has(Int(IN_ISDIR)) else {
            guard FileKind(event.name) != .other else { return false }
            // A file that is being written is reported when it is closed; a link is never written.
            return !event.has(Int(IN_CREATE)) || Self.isLink(path)
        }
        if event.has(Int(IN_MOVED_FROM)) { forget(path) }
        if event.has(Int(IN_CREATE)) || event.has(Int(IN_MOVED_TO)) { add(path) }
        return true
    }

    /// Whether the path is a symbolic link or an additional name of a file.
    private static func isLink(_ path: [UInt8]) -> Bool {
        var status = stat()
        guard path.withPath({ lstat($0, &status) }) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1
    }

    private func startAnew() -> Bool {
        closeAll()
        retryLater()
        return true
    }

    /// Removes the watches of a folder that moved away. Elsewhere in the library it is added again.
    private func forget(_ path: [UInt8]) {
        for (watch, folder) in folders where folder == path || folder.starts(with: path + [UInt8(ascii: "/")]) {
            inotify_rm_watch(descriptor, watch)
            folders[watch] = nil
        }
    }

    private func reportIncomplete() {
        guard !isIncomplete else { return }
        isIncomplete = true
        logger.warning(
            "Not all folders of a library can be watched: the regular scan finds changes in the others",
            metadata: [
                "library.path": "\(String(decoding: root, as: UTF8.self))", "raise": "fs.inotify.max_user_watches",
            ])
    }
}

/// One record of an inotify descriptor.
struct InotifyEvent {
    let watch: Int32
    let mask: UInt32
    /// The name of the entry in the watched folder; empty when the event is about the folder itself.
    let name: [UInt8]

    func has(_ flag: Int) -> Bool {
        mask & UInt32(truncatingIfNeeded: flag) != 0
    }

    /// All whole records in `bytes` (inotify(7): a fixed head, then `len` bytes of name, padded with NUL).
    static func all(in bytes: UnsafeRawBufferPointer) -> [InotifyEvent] {
        let head = MemoryLayout<inotify_event>.size
        var events: [InotifyEvent] = []
        var offset = 0
        while offset + head <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let end = offset + head + Int(event.len)
            guard end <= bytes.count else { break }
            let name = bytes[(offset + head)..<end].prefix { $0 != 0 }
            events.append(InotifyEvent(watch: event.wd, mask: event.mask, name: Array(name)))
            offset = end
        }
        return events
    }
}

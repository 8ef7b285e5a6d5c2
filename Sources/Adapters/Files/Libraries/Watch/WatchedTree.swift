import Dispatch
import Glibc
import Logging

/// A folder with all folders in it, watched as long as it lives.
///
/// `@unchecked Sendable`: everything that changes is touched on `queue` only.
final class WatchedTree: @unchecked Sendable {
    /// What a scan could see. Writing is noticed when the file is closed, not at every block.
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

    /// - Parameter changed: called on a queue of the tree's own.
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

    /// The folder is not there, or there are too many watchers on this machine: both may pass.
    private func retryLater() {
        queue.asyncAfter(deadline: .now() + Self.retry) { [weak self] in self?.open(isReturn: true) }
    }

    private func closeAll() {
        source?.cancel()
        source = nil
        descriptor = -1
        folders.removeAll()
    }

    /// Watches `folder` and all folders in it; false when it is not there.
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

    /// The folders in `folder` that a scan looks into: none that are hidden, no links.
    private static func folders(in folder: [UInt8]) -> [[UInt8]] {
        guard let stream = folder.withPath({ opendir($0) }) else { return [] }
        defer { closedir(stream) }
        var result: [[UInt8]] = []
        while let entry = readdir(stream) {
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
            let start = UnsafeRawPointer(entry).advanced(by: offset)
            let name = Array(
                UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
            guard name.first != UInt8(ascii: ".") else { continue }
            let path = folder + [UInt8(ascii: "/")] + name
            switch Int(entry.pointee.d_type) {
            case Int(DT_DIR): result.append(path)
            case Int(DT_UNKNOWN):
                var status = stat()
                if path.withPath({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR {
                    result.append(path)
                }
            default: break
            }
        }
        return result
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
            // A file that is being written is looked at when it is whole; a link is never written.
            return !event.has(Int(IN_CREATE)) || Self.isLink(path)
        }
        if event.has(Int(IN_MOVED_FROM)) { forget(path) }
        if event.has(Int(IN_CREATE)) || event.has(Int(IN_MOVED_TO)) { add(path) }
        return true
    }

    /// A symbolic link, or one more name of a file.
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

    /// What was moved away is watched no longer: elsewhere in the library it is added again.
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

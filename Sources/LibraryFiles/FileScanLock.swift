package import Catalog
import Glibc
import Primitives
import Synchronization

/// An advisory lock on a file of the data folder (flock), which the kernel frees when its holder ends, however it ends.
package final class FileScanLock: ScanLock {
    private let path: String
    private let descriptor = Mutex<Int32?>(nil)

    package init(path: String) {
        self.path = path
    }

    deinit {
        release()
    }

    package func acquire() throws -> Bool {
        try descriptor.withLock { held in
            guard held == nil else { return false }
            let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard opened >= 0 else {
                throw DomainError(.unavailable, "\(path) cannot be opened: \(String(cString: strerror(errno)))")
            }
            guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
                close(opened)
                return false
            }
            held = opened
            return true
        }
    }

    package func release() {
        descriptor.withLock { held in
            if let descriptor = held { close(descriptor) }
            held = nil
        }
    }
}

import Catalog
import Glibc
import Primitives
import Synchronization

/// A lock by flock(2) on a file in the data folder, which the kernel takes back when its holder dies.
package final class FileScanLock: ScanLock {
    private let path: String
    private let descriptor = Mutex<CInt?>(nil)

    package init(path: String) {
        self.path = path
    }

    package func acquire() throws -> Bool {
        try descriptor.withLock { held in
            guard held == nil else { return false }
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
            held = opened
            return true
        }
    }

    package func release() {
        descriptor.withLock { held in
            if let open = held {
                // A process that is being started this moment holds a copy of the descriptor until it executes its program: closing
                // ours alone would leave the lock with it.
                flock(open, LOCK_UN)
                close(open)
            }
            held = nil
        }
    }

    deinit {
        release()
    }
}

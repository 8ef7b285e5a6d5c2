import Glibc

/// Keeps a blob from being removed between the moment at which somebody sees that it is there already and the moment at which it is
/// young again: who puts goes beside others who put, and who removes goes alone. It holds between processes too, by flock(2).
struct SweepLock {
    enum Manner {
        case beside, alone
    }

    private let descriptor: CInt

    /// Waits for its turn. Blocking: for a thread pool.
    init(in folder: String, _ manner: Manner) throws {
        descriptor = open(folder + "/.sweep", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DiskFolder.failure(errno) }
        while flock(descriptor, manner == .alone ? LOCK_EX : LOCK_SH) != 0 {
            let code = errno
            guard code == EINTR else {
                close(descriptor)
                throw DiskFolder.failure(code)
            }
        }
    }

    /// Explicitly, since a process that is being started may hold a copy of the descriptor.
    func unlock() {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

import Glibc
import Primitives

/// Who works on a data folder: servers beside each other, or one command alone. It holds between processes, by flock(2), and ends with the
/// last reference or with the process.
final class FolderLock: Sendable {
    enum Manner {
        case beside, alone
    }

    private let descriptor: CInt

    /// Nil when another holds it in a manner that excludes this one.
    init?(at path: String, _ manner: Manner) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw DomainError(.unavailable, "\(path) cannot be opened: \(String(cString: strerror(errno)))")
        }
        // Closed by deinit, which runs here too. Closed twice it could be somebody else's socket the second time.
        guard flock(descriptor, (manner == .alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 else { return nil }
    }

    /// From now on beside others.
    func share() {
        flock(descriptor, LOCK_SH)
    }

    deinit {
        // A process that is being started may hold a copy of the descriptor.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

import Glibc
import Primitives

/// Held by whoever makes or unpacks backups, and by the sweep of unused images, which would otherwise remove what a copy of the database
/// still refers to. It holds between processes, by flock(2).
package final class BackupLock {
    private let descriptor: CInt

    /// Nil when another holds it.
    package init?(at path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BackupFailure.reading(path) }
        // Closed by deinit, which runs here too. Closed twice it could be somebody else's socket the second time.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
    }

    /// Waits for up to `seconds`, blocking. Throws `conflict` with reason `backup_running`.
    static func take(at path: String, within seconds: Int) throws -> BackupLock {
        let deadline = ContinuousClock.now + .seconds(seconds)
        repeat {
            if let lock = try BackupLock(at: path) { return lock }
            usleep(50_000)
        } while ContinuousClock.now < deadline
        throw DomainError(.conflict, "Another backup is being worked on", reason: "backup_running")
    }

    deinit {
        // A process that is being started may hold a copy of the descriptor.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

import CLinux
import Glibc

/// What the kernel holds a confined process to, beside its limits of memory, time and files.
package struct Confinement: Equatable, Sendable {
    /// Whose the process is.
    package enum Owner: UInt8, Sendable {
        /// The gateway's own user's, as everything else of that user.
        case gateway = 0
        /// The gateway's user's, in a user namespace of its own.
        case namespace = 1
        /// A user's that owns nothing else.
        case another = 2
    }

    /// It can touch the files that it needs and no others (Landlock).
    package var files: Bool
    /// It can make the system calls that it needs and no others (seccomp).
    package var calls: Bool
    package var owner: Owner

    package init(files: Bool, calls: Bool, owner: Owner) {
        self.files = files
        self.calls = calls
        self.owner = owner
    }

    /// Nil where `rondo_separate` has failed half-way.
    init?(files: CInt, calls: CInt, owner: CInt) {
        // No filter is known for other processors, and no Landlock for other kernels.
        guard files >= 0, calls == 0 || calls == -ENOSYS, owner >= 0 else { return nil }
        self.init(
            files: Int(files) >= RONDO_LANDLOCK_FILES, calls: calls == 0,
            owner: UInt8(exactly: owner).flatMap(Owner.init) ?? .gateway)
    }
}

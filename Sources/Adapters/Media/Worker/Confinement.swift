import CLinux
import Glibc
import Subprocess
import SystemPackage

/// The kernel's restrictions of a process, beside its limits of memory, time and files.
package struct Confinement: Equatable, Sendable {
    /// The user that the process runs as.
    package enum Owner: UInt8, Sendable {
        /// The server's own user, with all rights of that user.
        case gateway = 0
        /// The server's user, in a separate user namespace.
        case namespace = 1
        /// A user that owns nothing else.
        case another = 2
    }

    /// Whether it can access only the files that it needs (Landlock).
    package var files: Bool
    /// Whether it can make only the system calls that it needs (seccomp).
    package var calls: Bool
    package var owner: Owner
}

extension Confinement {
    /// Nil where `rondo_separate` failed halfway.
    init?(files: CInt, calls: CInt, owner: CInt) {
        // Other processors have no filter, and other kernels no Landlock.
        guard files >= 0, calls == 0 || calls == -ENOSYS, owner >= 0 else { return nil }
        self.init(
            files: Int(files) >= RONDO_LANDLOCK_FILES, calls: calls == 0,
            owner: UInt8(exactly: owner).flatMap(Owner.init) ?? .gateway)
    }
}

/// Finds out how well this machine confines a process that reads files, by confining one.
package enum ConfinementProbe {
    /// The argument with which the server's program calls `run`.
    package static let argument = "confinement-probe"

    /// Must be called first in `main`.
    package static func run() -> Never {
        let root = open("/usr", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0, let confinement = MediaWorker.confine(to: root) else { exit(3) }
        let answer: [UInt8] = [confinement.files ? 1 : 0, confinement.calls ? 1 : 0, confinement.owner.rawValue]
        exit(answer.withUnsafeBytes { write(1, $0.baseAddress, $0.count) } == answer.count ? 0 : 3)
    }

    /// - Parameter launcher: the program that calls `run`, as an absolute path: the server's own.
    /// - Returns: nil when a process could not be confined.
    package static func ask(_ launcher: String) async -> Confinement? {
        let result = try? await Subprocess.run(
            .path(FilePath(launcher)), arguments: [argument], environment: .custom(["SWIFT_BACKTRACE": "enable=no"]),
            output: .bytes(limit: 16), error: .discarded)
        guard let result, result.terminationStatus.isSuccess, result.standardOutput.count == 3,
            let owner = Confinement.Owner(rawValue: result.standardOutput[2])
        else { return nil }
        return Confinement(files: result.standardOutput[0] == 1, calls: result.standardOutput[1] == 1, owner: owner)
    }
}

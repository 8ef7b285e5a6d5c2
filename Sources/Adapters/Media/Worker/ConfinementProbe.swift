import CLinux
import Glibc
import Subprocess
import SystemPackage

/// Finds out how far this machine confines a process that reads files, by confining one.
package enum ConfinementProbe {
    /// What makes the gateway's program call `run`.
    package static let argument = "confinement-probe"

    /// To be called first thing in `main`.
    package static func run() -> Never {
        let root = open("/usr", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0, let confinement = MediaWorker.confine(to: root) else { exit(3) }
        let answer: [UInt8] = [confinement.files ? 1 : 0, confinement.calls ? 1 : 0, confinement.owner.rawValue]
        exit(answer.withUnsafeBytes { write(1, $0.baseAddress, $0.count) } == answer.count ? 0 : 3)
    }

    /// - Parameter launcher: the program that calls `run`, absolute: the gateway's own.
    /// - Returns: nil where a process could not be confined.
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

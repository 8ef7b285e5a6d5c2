package import Logging
package import Submissions
import Subprocess
import SystemPackage

/// Moves each file by a confined process of its own.
package struct ConfinedMover: LibraryMover {
    private let launcher: String
    private let logger: Logger

    /// - Parameter launcher: the program that calls `MoverProcess.run`, absolute: the gateway's own.
    package init(launcher: String, logger: Logger) {
        self.launcher = launcher
        self.logger = logger
    }

    package func move(_ publication: Publication, from quarantine: [UInt8]) async throws -> MoveOutcome {
        let order = MoveOrder(publication, from: quarantine)
        let result = try? await Subprocess.run(
            .path(FilePath(launcher)), arguments: [MoverProcess.argument],
            environment: .custom(["LC_ALL": "C", "SWIFT_BACKTRACE": "enable=no"]), input: .array(order.bytes),
            output: .string(limit: MoveReply.longest), error: .discarded)
        try Task.checkCancellation()
        guard let result, result.terminationStatus.isSuccess else {
            logger.error(
                "The mover did not do its work",
                metadata: ["mover.end": "\(result.map { "\($0.terminationStatus)" } ?? "not started")"])
            return .unavailable
        }
        return MoveReply.outcome(result.standardOutput)
    }
}

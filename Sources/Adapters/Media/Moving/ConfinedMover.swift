package import Logging
package import Moderation
package import Submissions
import Subprocess
import SystemPackage

/// Moves each file in a confined process of its own.
package struct ConfinedMover: LibraryMover, BinMover {
    private let launcher: String
    private let line: MoverConnection?
    private let logger: Logger

    /// - Parameters:
    /// - launcher: the program that calls `MoverProcess.run`, as an absolute path: the server's own.
    /// - line: the connection to `MoverStarter`, for a server that may not write into libraries, nor start a process
    ///   that may.
    package init(launcher: String, line: MoverConnection? = nil, logger: Logger) {
        self.launcher = launcher
        self.line = line
        self.logger = logger
    }

    package func move(_ publication: Publication, from quarantine: [UInt8]) async throws -> MoveOutcome {
        try await reply(to: MoveJob(publication, from: quarantine).bytes).map(MoveReply.outcome) ?? .unavailable
    }

    package func move(_ file: WithdrawnFile, _ direction: BinDirection) async throws -> BinOutcome {
        try await reply(to: BinJob(file, direction).bytes).map(MoveReply.binOutcome) ?? .unavailable
    }

    private func reply(to order: [UInt8]) async throws -> String? {
        let reply = if let line { await answer(of: line, to: order) } else { await answer(to: order) }
        try Task.checkCancellation()
        return reply
    }

    private func answer(of line: MoverConnection, to order: [UInt8]) async -> String? {
        let answer = await line.ask(order, longest: MoveReply.longest)
        guard answer.isEmpty else { return String(decoding: answer, as: UTF8.self) }
        logger.error("The mover did not do its work", metadata: ["mover.end": "no answer"])
        return nil
    }

    private func answer(to order: [UInt8]) async -> String? {
        let result =
            SpareDescriptors.areThere
            ? try? await Subprocess.run(
                .path(FilePath(launcher)), arguments: [MoverProcess.argument],
                environment: .custom(["LC_ALL": "C", "SWIFT_BACKTRACE": "enable=no"]), input: .array(order),
                output: .string(limit: MoveReply.longest), error: .discarded) : nil
        guard let result, result.terminationStatus.isSuccess else {
            logger.error(
                "The mover did not do its work",
                metadata: ["mover.end": "\(result.map { "\($0.terminationStatus)" } ?? "not started")"])
            return nil
        }
        return result.standardOutput
    }
}

import Primitives
import Glibc
import Logging
import NIOCore
import NIOPosix
import Streaming
import Subprocess
import SystemPackage

/// Runs ffmpeg over one file, in a confined process (`EncoderProcess`) that has the file as its standard input.
struct ConfinedFFmpeg: Sendable {
    /// The program that calls `EncoderProcess.run`, absolute: the gateway's own.
    let launcher: String
    /// ffmpeg, absolute; nil when there is none, which every call then says.
    let program: String?
    /// The longest that it may make nothing although somebody would take it.
    let timeout: Duration
    let logger: Logger

    /// Hands on what comes out, piece by piece. Throws `TranscodeFailure`, and whatever `take` throws, which ends the process.
    ///
    /// - Parameters:
    ///   - processorSeconds: what the process may use of a processor.
    ///   - isBackground: whether everything else on the machine goes before.
    func run(
        _ arguments: [String], on file: any ReadableFile, processorSeconds: Int64, isBackground: Bool = false,
        _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        guard let program, let pipe = EncoderPipe(), let input = file.duplicateDescriptor() else {
            throw TranscodeFailure.unavailable
        }
        let configuration = Configuration(
            executable: .path(FilePath(launcher)),
            arguments: Arguments(
                [EncoderProcess.argument, "\(processorSeconds)", isBackground ? "19" : "0", program] + arguments),
            environment: .custom(["LC_ALL": "C", "AV_LOG_FORCE_NOCOLOR": "1", "SWIFT_BACKTRACE": "enable=no"]))
        let complaint = EncoderComplaint()
        let status: TerminationStatus
        do {
            status = try await Subprocess.run(
                configuration,
                input: .fileDescriptor(FileDescriptor(rawValue: input), closeAfterSpawningProcess: true),
                output: .fileDescriptor(FileDescriptor(rawValue: pipe.takeWriteEnd()), closeAfterSpawningProcess: true),
                error: .sequence
            ) { execution in
                async let listening: Void = listen(execution.standardError, complaint)
                try await pass(pipe, to: take)
                try? await listening
            }.terminationStatus
        } catch let error as SubprocessError {
            try Task.checkCancellation()
            logger.error("ffmpeg cannot be started", metadata: ["error.message": "\(error)"])
            throw TranscodeFailure.unavailable
        }
        try Task.checkCancellation()
        guard !status.isSuccess else { return }
        logger.warning(
            "A file could not be decoded",
            metadata: ["encoder.end": "\(status)", "encoder.complaint": "\(complaint.text)"])
        switch status {
        case .exited(2...4): throw TranscodeFailure.unavailable
        case .signaled(SIGXCPU): throw TranscodeFailure.tooLong
        default: throw TranscodeFailure.broken
        }
    }

    /// Returns at the end of the output.
    private func pass(_ pipe: EncoderPipe, to take: @escaping @Sendable ([UInt8]) async throws -> Void) async throws {
        let watch = EncoderWatch()
        let channel = try await NIOPipeBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .takingOwnershipOfDescriptor(input: pipe.takeReadEnd()) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, Never>(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(backPressureStrategy: .init(lowWatermark: 1, highWatermark: 2)))
                }
            }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await watch.wait(timeout: timeout) }
            group.addTask {
                try await channel.executeThenClose { pieces, _ in
                    for try await piece in pieces {
                        watch.pause()
                        try await take(Array(piece.readableBytesView))
                        watch.resume()
                    }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func listen(_ errors: SubprocessOutputSequence, _ complaint: EncoderComplaint) async throws {
        for try await piece in errors { piece.withUnsafeBytes { complaint.add($0) } }
    }
}

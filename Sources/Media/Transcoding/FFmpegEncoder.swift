import Blobs
import Glibc
package import Logging
import NIOCore
import NIOPosix
package import Streaming
import Subprocess
import SystemPackage

/// Converts audio with ffmpeg, each file in a confined process of its own.
package struct FFmpegEncoder: AudioEncoder {
    private static let encoders = ["libmp3lame", "libopus", "aac", "flac"]

    private let launcher: String
    private let program: String?
    private let patience: Duration
    private let logger: Logger

    /// - Parameters:
    ///   - launcher: the program that calls `EncoderProcess.run`, absolute: the gateway's own.
    ///   - program: ffmpeg, absolute; nil when there is none, which every call then says.
    ///   - patience: the longest that it may make nothing although somebody would take it.
    package init(launcher: String, program: String?, patience: Duration = .seconds(30), logger: Logger) {
        self.launcher = launcher
        self.program = program
        self.patience = patience
        self.logger = logger
    }

    /// Where ffmpeg is on the search path, links followed.
    package static func find() async -> String? {
        guard let path = try? await Executable.name("ffmpeg").resolveExecutablePath(in: .inherit).string else {
            return nil
        }
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Those of the encoders that this relies on which `program` does not have.
    package static func missingEncoders(of program: String) async -> [String] {
        let result = try? await Subprocess.run(
            .path(FilePath(program)), arguments: ["-hide_banner", "-encoders"], output: .string(limit: 1 << 20),
            error: .discarded)
        let words = Set((result?.standardOutput ?? "").split { $0 == " " || $0 == "\n" }.map(String.init))
        return encoders.filter { !words.contains($0) }
    }

    package func encode(_ order: EncodeOrder, _ take: @escaping @Sendable ([UInt8]) async throws -> Void) async throws {
        guard let program, let pipe = EncoderPipe(), let input = order.file.duplicateDescriptor() else {
            throw TranscodeFailure.unavailable
        }
        let configuration = Configuration(
            executable: .path(FilePath(launcher)),
            arguments: Arguments(
                [EncoderProcess.argument, "\(Self.processorSeconds(for: order))", program]
                    + EncoderArguments(order).words),
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
            logger.error("The encoder cannot be started", metadata: ["error.message": "\(error)"])
            throw TranscodeFailure.unavailable
        }
        try Task.checkCancellation()
        guard !status.isSuccess else { return }
        logger.warning(
            "A track could not be converted",
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
            group.addTask { try await watch.wait(patience: patience) }
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

    /// Fifty times what the slowest encoder takes for a track of that length.
    private static func processorSeconds(for order: EncodeOrder) -> Int64 {
        60 + max(0, order.duration) / 1000
    }
}

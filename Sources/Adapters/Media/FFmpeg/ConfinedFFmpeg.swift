import Glibc
import Logging
import NIOCore
import NIOPosix
import Primitives
import Streaming
import Subprocess
import SystemPackage

/// Runs ffmpeg over one file, in a confined process (`FFmpegConfinement`) that has the file as its standard input.
struct ConfinedFFmpeg: Sendable {
    /// The program that calls `FFmpegConfinement.run`, as an absolute path: the server's own.
    let launcher: String
    /// The absolute path of ffmpeg; nil when there is none, in which case every call fails.
    let program: String?
    /// The longest time without output while the reader is ready for more.
    let timeout: Duration
    let logger: Logger

    /// Passes the output on in chunks. Throws `TranscodeFailure`, and any error of `take`, which ends the process.
    ///
    /// - Parameters:
    /// - processorSeconds: the limit of the process's processor time.
    /// - isBackground: whether everything else on the machine takes precedence.
    func run(
        _ arguments: [String], on file: any ReadableFile, processorSeconds: Int64, isBackground: Bool = false,
        _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        guard let pipe = EncoderPipe() else { throw TranscodeFailure.unavailable }
        _ = try await run(arguments, on: file, processorSeconds, isBackground, into: pipe.takeWriteEnd()) {
            try await pass(pipe, to: take)
        }
    }

    /// Writes the output into a pipe, whose reader may end before it. Returns the beginning of the standard error, which
    /// holds messages and whatever else the arguments send there.
    ///
    /// - Parameter output: is closed.
    func run(
        _ arguments: [String], on file: any ReadableFile, processorSeconds: Int64, isBackground: Bool,
        into output: CInt
    ) async throws -> [UInt8] {
        try await run(arguments, on: file, processorSeconds, isBackground, into: output) {}.bytes
    }

    /// - Parameters:
    ///   - output: is closed.
    ///   - read: reads the output; an error of it ends the process.
    private func run(
        _ arguments: [String], on file: any ReadableFile, _ processorSeconds: Int64, _ isBackground: Bool,
        into output: CInt, _ read: @escaping @Sendable () async throws -> Void
    ) async throws -> EncoderComplaint {
        guard program != nil, SpareDescriptors.areThere, let input = file.duplicateDescriptor() else {
            close(output)
            throw TranscodeFailure.unavailable
        }
        let complaint = EncoderComplaint()
        let end = try await end {
            try await Subprocess.run(
                configuration(arguments, processorSeconds, isBackground),
                input: .fileDescriptor(FileDescriptor(rawValue: input), closeAfterSpawningProcess: true),
                output: .fileDescriptor(FileDescriptor(rawValue: output), closeAfterSpawningProcess: true),
                error: .sequence
            ) { execution in
                async let listening: Void = listen(execution.standardError, complaint)
                try await read()
                try? await listening
            }.terminationStatus
        }
        try check(end, complaint.text)
        return complaint
    }

    /// Passes the output on while the input arrives. The process ends with the output, when `take` returns false, and with
    /// any error of `input` or `take`.
    func run(
        _ arguments: [String], fedBy input: some AsyncSequence<[UInt8], any Error> & Sendable, processorSeconds: Int64,
        isBackground: Bool = false, _ take: @escaping @Sendable ([UInt8]) async throws -> Bool
    ) async throws {
        guard let fed = EncoderPipe(), let made = EncoderPipe(), SpareDescriptors.areThere else {
            throw TranscodeFailure.unavailable
        }
        var isEnough = false
        let end = try await end {
            let result = try await Subprocess.run(
                configuration(arguments, processorSeconds, isBackground, input: "pipe"),
                input: .fileDescriptor(FileDescriptor(rawValue: fed.takeReadEnd()), closeAfterSpawningProcess: true),
                output: .fileDescriptor(FileDescriptor(rawValue: made.takeWriteEnd()), closeAfterSpawningProcess: true),
                error: .discarded
            ) { execution in
                let isEnough = try await exchange(input, fed, made, take)
                if isEnough { try? execution.send(signal: .kill) }
                return isEnough
            }
            isEnough = result.closureResult
            return result.terminationStatus
        }
        if !isEnough { try check(end, "") }
    }

    /// Feeds the process until its output ends. Returns whether `take` wanted no more.
    private func exchange(
        _ input: some AsyncSequence<[UInt8], any Error> & Sendable, _ fed: EncoderPipe, _ made: EncoderPipe,
        _ take: @escaping @Sendable ([UInt8]) async throws -> Bool
    ) async throws -> Bool {
        try await withThrowingTaskGroup(of: Bool?.self) { group in
            group.addTask {
                try await feed(fed, input)
                return nil
            }
            group.addTask {
                do {
                    try await pass(made) { bytes in
                        guard try await take(bytes) else { throw EnoughOutput() }
                    }
                    return false
                } catch is EnoughOutput {
                    return true
                }
            }
            defer { group.cancelAll() }
            while let step = try await group.next() {
                if let isEnough = step { return isEnough }
            }
            return false
        }
    }

    /// Writes the input into a pipe as its reader takes it. Ends early when the reader has ended: its end says why.
    private func feed(_ pipe: EncoderPipe, _ input: some AsyncSequence<[UInt8], any Error>) async throws {
        let channel = try await NIOPipeBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .takingOwnershipOfDescriptor(output: pipe.takeWriteEnd()).get()
        do {
            for try await piece in input {
                // Each is taken before the next is asked for.
                guard (try? await channel.writeAndFlush(ByteBuffer(bytes: piece)).get()) != nil else { break }
            }
        } catch {
            try? await channel.close()
            throw error
        }
        try? await channel.close()
    }

    private struct EnoughOutput: Error {}

    private func configuration(
        _ arguments: [String], _ processorSeconds: Int64, _ isBackground: Bool, input: String = "file"
    ) throws -> Configuration {
        guard let program else { throw TranscodeFailure.unavailable }
        return Configuration(
            executable: .path(FilePath(launcher)),
            arguments: Arguments(
                [
                    FFmpegConfinement.argument, "\(processorSeconds)", isBackground ? "background" : "now", input,
                    program,
                ]
                    + arguments),
            environment: .custom(Self.environment))
    }

    /// Debian's ffmpeg is linked with OpenBLAS, whose threads would wait for work that never comes by yielding.
    private static let environment: [Environment.Key: String] = [
        "LC_ALL": "C", "AV_LOG_FORCE_NOCOLOR": "1", "SWIFT_BACKTRACE": "enable=no", "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
    ]

    /// The end of a process. Throws `unavailable` where it cannot be started.
    private func end(_ run: () async throws -> TerminationStatus) async throws -> TerminationStatus {
        do {
            return try await run()
        } catch let error as SubprocessError {
            try Task.checkCancellation()
            logger.error("ffmpeg cannot be started", metadata: ["error.message": "\(error)"])
            throw TranscodeFailure.unavailable
        }
    }

    private func check(_ status: TerminationStatus, _ complaint: String) throws {
        try Task.checkCancellation()
        guard !status.isSuccess else { return }
        logger.warning(
            "A file could not be decoded", metadata: ["encoder.end": "\(status)", "encoder.complaint": "\(complaint)"])
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

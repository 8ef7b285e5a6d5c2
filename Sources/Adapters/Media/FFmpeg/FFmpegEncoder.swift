import Glibc
package import Logging
package import Primitives
package import Streaming
package import Submissions
import Subprocess
import Synchronization
import SystemPackage

/// Converts audio with ffmpeg, each file in a confined process of its own.
package struct FFmpegEncoder: AudioEncoder {
    private static let encoders = ["libmp3lame", "libopus", "aac", "flac"]

    private let ffmpeg: ConfinedFFmpeg

    /// - Parameters:
    /// - launcher: the program that calls `EncoderProcess.run`, as an absolute path: the server's own.
    /// - program: the absolute path of ffmpeg; nil when there is none, in which case every call fails.
    /// - timeout: the longest time without output while the reader is ready for more.
    package init(launcher: String, program: String?, timeout: Duration = .seconds(30), logger: Logger) {
        ffmpeg = ConfinedFFmpeg(launcher: launcher, program: program, timeout: timeout, logger: logger)
    }

    /// The path of ffmpeg on the search path, with links resolved.
    package static func find() async -> String? {
        guard let path = try? await Executable.name("ffmpeg").resolveExecutablePath(in: .inherit).string else {
            return nil
        }
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The required encoders that `program` lacks.
    package static func missingEncoders(of program: String) async -> [String] {
        let result = try? await Subprocess.run(
            .path(FilePath(program)), arguments: ["-hide_banner", "-encoders"], output: .string(limit: 1 << 20),
            error: .discarded)
        let words = Set((result?.standardOutput ?? "").split { $0 == " " || $0 == "\n" }.map(String.init))
        return encoders.filter { !words.contains($0) }
    }

    package func encode(_ order: EncodeJob, _ take: @escaping @Sendable ([UInt8]) async throws -> Void) async throws {
        try await ffmpeg.run(
            EncoderArguments(order).words, on: order.file, processorSeconds: Self.processorSeconds(for: order), take)
    }

    /// Fifty times the time of the slowest encoder for a track of that length.
    private static func processorSeconds(for order: EncodeJob) -> Int64 {
        60 + max(0, order.duration) / 1000
    }
}

/// Decodes whole files by ffmpeg in a confined process and counts the output: 8000 samples of one channel for each
/// second.
package struct FFmpegProof: AudioProof {
    private static let bytesPerSecond: Int64 = 16_000

    private let ffmpeg: ConfinedFFmpeg

    /// See `FFmpegEncoder.init`.
    package init(launcher: String, program: String?, logger: Logger) {
        ffmpeg = ConfinedFFmpeg(launcher: launcher, program: program, timeout: .seconds(20), logger: logger)
    }

    package func length(of file: any ReadableFile, saying duration: Int64, upTo limit: Int64) async throws -> Int64 {
        let most = limit / 1000 * Self.bytesPerSecond
        let count = Mutex<Int64>(0)
        do {
            try await ffmpeg.run(
                EncoderArguments.decoding, on: file, processorSeconds: 30 + max(0, min(duration, limit)) / 1000
            ) { bytes in
                let total = count.withLock { count in
                    count += Int64(bytes.count)
                    return count
                }
                guard total <= most else { throw AudioProofFailure.tooLong }
            }
        } catch let failure as TranscodeFailure {
            throw failure == .unavailable ? AudioProofFailure.unavailable : .broken
        }
        return count.withLock { $0 } * 1000 / Self.bytesPerSecond
    }
}

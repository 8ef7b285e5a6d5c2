import Glibc
package import Logging
package import Streaming
import Subprocess
import SystemPackage

/// Converts audio with ffmpeg, each file in a confined process of its own.
package struct FFmpegEncoder: AudioEncoder {
    private static let encoders = ["libmp3lame", "libopus", "aac", "flac"]

    private let ffmpeg: ConfinedFFmpeg

    /// - Parameters:
    ///   - launcher: the program that calls `EncoderProcess.run`, absolute: the gateway's own.
    ///   - program: ffmpeg, absolute; nil when there is none, which every call then says.
    ///   - patience: the longest that it may make nothing although somebody would take it.
    package init(launcher: String, program: String?, timeout: Duration = .seconds(30), logger: Logger) {
        ffmpeg = ConfinedFFmpeg(launcher: launcher, program: program, timeout: timeout, logger: logger)
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

    package func encode(_ order: EncodeJob, _ take: @escaping @Sendable ([UInt8]) async throws -> Void) async throws {
        try await ffmpeg.run(
            EncoderArguments(order).words, on: order.file, processorSeconds: Self.processorSeconds(for: order), take)
    }

    /// Fifty times what the slowest encoder takes for a track of that length.
    private static func processorSeconds(for order: EncodeJob) -> Int64 {
        60 + max(0, order.duration) / 1000
    }
}

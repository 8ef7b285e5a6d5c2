import Glibc
package import Logging
package import Streaming
import Subprocess
import Synchronization
import SystemPackage

/// Converts audio with ffmpeg, each file in a confined process of its own.
package struct FFmpegEncoder: AudioEncoder {
    private static let encoders = ["libmp3lame", "libopus", "aac", "flac"]

    private let ffmpeg: ConfinedFFmpeg

    /// - Parameters:
    /// - launcher: the program that calls `FFmpegConfinement.run`, as an absolute path: the server's own.
    /// - program: the absolute path of ffmpeg; nil when there is none, in which case every call fails.
    /// - timeout: the longest time without output while the reader is ready for more.
    package init(launcher: String, program: String?, timeout: Duration = .seconds(30), logger: Logger) {
        ffmpeg = ConfinedFFmpeg(launcher: launcher, program: program, timeout: timeout, logger: logger)
    }

    /// The path of ffmpeg on the search path, with links resolved.
    package static func find() async -> String? { await ProgramPath.find("ffmpeg") }

    /// The required encoders that `program` lacks.
    package static func missingEncoders(of program: String) async -> [String] {
        let words = await words(of: program, "-encoders")
        return encoders.filter { !words.contains($0) }
    }

    /// The words that `program` prints for an option.
    private static func words(of program: String, _ option: String) async -> Set<String> {
        let result = try? await Subprocess.run(
            .path(FilePath(program)), arguments: ["-hide_banner", option], output: .string(limit: 1 << 20),
            error: .discarded)
        return Set((result?.standardOutput ?? "").split { $0 == " " || $0 == "\n" }.map(String.init))
    }

    /// Whether `program` can make fingerprints (Chromaprint). Each program is asked once: it costs a tenth of a second
    /// of a processor.
    package static func hasChromaprint(_ program: String) async -> Bool {
        let answer = Self.chromaprint.withLock { known in
            let task = known[program] ?? Task { await words(of: program, "-muxers").contains("chromaprint") }
            known[program] = task
            return task
        }
        return await answer.value
    }

    private static let chromaprint = Mutex<[String: Task<Bool, Never>]>([:])

    package func encode(_ order: EncodeJob, _ take: @escaping @Sendable ([UInt8]) async throws -> Void) async throws {
        try await ffmpeg.run(
            EncoderArguments(order).words, on: order.file, processorSeconds: Self.processorSeconds(for: order), take)
    }

    /// Fifty times the time of the slowest encoder for a track of that length.
    private static func processorSeconds(for order: EncodeJob) -> Int64 {
        60 + max(0, order.duration) / 1000
    }
}

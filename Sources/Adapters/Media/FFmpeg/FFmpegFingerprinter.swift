package import Fingerprints
package import Logging
package import Primitives
import Streaming
import Subprocess
import Synchronization
import SystemPackage

/// Fingerprints files by ffmpeg with Chromaprint, each in a confined process of its own.
package struct FFmpegFingerprinter: Fingerprinter {
    /// A few times the time of the slowest format for two minutes.
    private static let processorSeconds: Int64 = 60
    /// More numbers than two minutes have.
    private static let most = 4 * 2400

    private let ffmpeg: ConfinedFFmpeg

    /// See `FFmpegEncoder.init`.
    package init(launcher: String, program: String?, logger: Logger) {
        // All output comes at the end, which may be late, as everything else on the machine takes precedence.
        ffmpeg = ConfinedFFmpeg(launcher: launcher, program: program, timeout: .seconds(300), logger: logger)
    }

    /// The path of ffmpeg, if it is on the search path and has Chromaprint.
    package static func find() async -> String? {
        guard let program = await FFmpegEncoder.find() else { return nil }
        let answer = Self.support.withLock { known in
            let task = known[program] ?? Task { await hasChromaprint(program) }
            known[program] = task
            return task
        }
        return await answer.value ? program : nil
    }

    /// The answers of programs that were asked: each costs a start of ffmpeg, a tenth of a second of a processor.
    private static let support = Mutex<[String: Task<Bool, Never>]>([:])

    private static func hasChromaprint(_ program: String) async -> Bool {
        let result = try? await Subprocess.run(
            .path(FilePath(program)), arguments: ["-hide_banner", "-muxers"], output: .string(limit: 1 << 20),
            error: .discarded)
        return (result?.standardOutput ?? "").split { $0 == " " || $0 == "\n" }.contains("chromaprint")
    }

    package func fingerprint(
        of file: any ReadableFile, background: Bool
    ) async throws(FingerprintFailure) -> Fingerprint? {
        let bytes = Mutex<[UInt8]>([])
        do {
            try await ffmpeg.run(
                EncoderArguments.fingerprint(seconds: Fingerprint.maximumSeconds), on: file,
                processorSeconds: Self.processorSeconds, isBackground: background
            ) { piece in
                bytes.withLock { $0 += piece.prefix(max(0, Self.most - $0.count)) }
            }
        } catch let failure as TranscodeFailure {
            throw failure == .unavailable ? .unavailable : .broken
        } catch {
            throw .unavailable
        }
        return Fingerprint(bytes: bytes.withLock { $0 })
    }
}

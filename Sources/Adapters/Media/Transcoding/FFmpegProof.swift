package import Primitives
package import Logging
import Streaming
package import Submissions
import Synchronization

/// Decodes whole files by ffmpeg in a confined process, and counts what comes out: 8000 samples of one channel for each second.
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

import Glibc
package import Logging
package import Primitives
package import Recognition
import Streaming
import Synchronization

/// Decodes recordings by ffmpeg in confined processes, while they arrive. Nothing of a recording is written to the disk
/// or to the log.
package struct FFmpegRecordingDecoder: RecordingDecoder {
    /// The most bytes of one recording: twenty seconds of 24-bit stereo at 192 kHz.
    package static let mostBytes = 24 << 20
    /// The longest time from the first byte to the end.
    private static let longest = Duration.seconds(60)
    private static let processorSeconds: Int64 = 20
    private static let mostSamples = 20 * 8000

    private let ffmpeg: ConfinedFFmpeg

    /// See `FFmpegEncoder.init`.
    package init(launcher: String, program: String?, logger: Logger) {
        ffmpeg = ConfinedFFmpeg(launcher: launcher, program: program, timeout: Self.longest, logger: logger)
    }

    package func decode(
        _ recording: some AsyncSequence<[UInt8], any Error> & Sendable,
        _ take: @escaping @Sendable ([Float]) async throws -> Bool
    ) async throws {
        let samples = SampleReader()
        let received = Mutex(0)
        let bounded = recording.map { piece in
            let count = received.withLock { count in
                count += piece.count
                return count
            }
            guard count <= Self.mostBytes else {
                throw DomainError(
                    .tooLarge, "A recording has at most \(Self.mostBytes >> 20) MiB", reason: "recording_too_large")
            }
            return piece
        }
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [ffmpeg] in
                    try await ffmpeg.run(
                        EncoderArguments.recording, fedBy: bounded, processorSeconds: Self.processorSeconds
                    ) { bytes in
                        let part = samples.read(bytes, most: Self.mostSamples)
                        return part.isEmpty ? !samples.isFull(Self.mostSamples) : try await take(part)
                    }
                }
                group.addTask {
                    try await Task.sleep(for: Self.longest)
                    throw TranscodeFailure.tooLong
                }
                try await group.next()
                group.cancelAll()
            }
        } catch let failure as TranscodeFailure {
            switch failure {
            case .unavailable, .stopped:
                throw DomainError(
                    .unavailable, "Recordings cannot be decoded at the moment", reason: "recognition_unavailable",
                    retryAfter: .seconds(5))
            case .broken, .tooLong:
                // A recording that is cut off in the middle has been heard as far as it went.
                guard samples.count == 0 else { return }
                throw DomainError(
                    .invalid, "The recording cannot be decoded", reason: "recording_unreadable", field: "body")
            }
        }
        guard samples.count > 0 else {
            throw DomainError(
                .invalid, "There is no sound in the recording", reason: "recording_unreadable", field: "body")
        }
    }
}

/// Turns bytes into samples; a sample may be split between two pieces.
private final class SampleReader: Sendable {
    private let state = Mutex<(rest: [UInt8], count: Int)>(([], 0))

    var count: Int { state.withLock { $0.count } }

    func isFull(_ most: Int) -> Bool { count >= most }

    func read(_ bytes: [UInt8], most: Int) -> [Float] {
        state.withLock { state in
            let all = state.rest + bytes
            let whole = min(all.count / 4, most - state.count)
            let samples = all.withUnsafeBytes { raw in
                (0..<whole).map { index in
                    let value = Float(
                        bitPattern: UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)))
                    return value.isFinite ? max(-8, min(8, value)) : 0
                }
            }
            state.rest = Array(all[(4 * whole)...].prefix(3))
            state.count += whole
            return samples
        }
    }
}

import Foundation
import Media
import Primitives
import Support
import Synchronization
import Testing

@Suite("A recording", .timeLimit(.minutes(10))) struct RecordingDecoderTests {
    private struct Pieces: AsyncSequence, Sendable {
        let bytes: [UInt8]
        let isEndless: Bool

        struct AsyncIterator: AsyncIteratorProtocol {
            var rest: ArraySlice<UInt8>
            let again: [UInt8]?

            mutating func next() async throws -> [UInt8]? {
                if rest.isEmpty {
                    guard let again else { return nil }
                    return again
                }
                defer { rest = rest.dropFirst(1 << 14) }
                return Array(rest.prefix(1 << 14))
            }
        }

        func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(rest: bytes[...], again: isEndless ? [UInt8](repeating: 0, count: 1 << 16) : nil)
        }
    }

    /// Returns the samples, and whether the reader wanted more at the end.
    private static func decode(
        _ bytes: [UInt8], isEndless: Bool = false, most: Int = .max
    ) async throws -> [Float] {
        let decoder = FFmpegRecordingDecoder(
            launcher: try WorkerFixture.executable, program: "/usr/bin/ffmpeg", logger: EncoderFixture.silent)
        let samples = Mutex<[Float]>([])
        try await decoder.decode(Pieces(bytes: bytes, isEndless: isEndless)) { part in
            samples.withLock {
                $0 += part
                return $0.count < most
            }
        }
        return samples.withLock { $0 }
    }

    private static func make(_ name: String, _ source: String, _ options: [String]) async throws -> [UInt8] {
        let folder = try TestFolder()
        try await TinyAudio.ffmpeg(
            ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source] + options + [folder.file(name)])
        return Array(try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
    }

    @Test(
        "is decoded in every browser's format, up to twenty seconds",
        arguments: [
            ("a.webm", ["-c:a", "libopus", "-b:a", "24k"]), ("a.ogg", ["-c:a", "libopus"]),
            ("a.mp4", ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"]), ("a.wav", []), ("a.flac", []),
            ("a.mp3", []), ("b.wav", ["-ac", "8", "-ar", "192000"]),
        ])
    func formats(name: String, options: [String]) async throws {
        let tone = "sine=frequency=440:sample_rate=48000:duration=4"
        let samples = try await Self.decode(try await Self.make(name, tone, options))
        #expect((31_000...33_000).contains(samples.count), "\(samples.count)")
        let level = (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
        #expect((0.03...0.2).contains(level), "\(level)")
    }

    @Test("ends as soon as its reader has enough, and after twenty seconds at the latest") func enough() async throws {
        let long = try await Self.make("a.wav", "sine=frequency=440:sample_rate=8000:duration=40", ["-ac", "1"])
        #expect(try await Self.decode(long).count == 160_000)
        #expect(try await Self.decode(long, most: 24_000).count < 80_000)
        #expect(try await Self.decode(long, isEndless: true).count == 160_000)
    }

    @Test("that is damaged gives audio or a clear error, and never more than twenty seconds")
    func damaged() async throws {
        var random = SeededGenerator(seed: 16)
        for (name, options) in [
            ("a.webm", ["-c:a", "libopus"]), ("a.ogg", ["-c:a", "libopus"]), ("a.mp4", ["-c:a", "aac"]), ("a.wav", []),
        ] {
            let whole = try await Self.make(name, "sine=frequency=440:duration=2", options)
            for _ in 0..<8 {
                var bytes = whole
                switch UInt8.random(in: 0..<3, using: &random) {
                case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
                case 1:
                    for _ in 0..<8 {
                        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                            in: 0...255, using: &random)
                    }
                default:
                    for _ in 0..<4 {
                        bytes[Int.random(in: 0..<min(bytes.count, 200), using: &random)] = UInt8.random(
                            in: 0...255, using: &random)
                    }
                }
                do {
                    #expect(try await Self.decode(bytes).count <= 160_000)
                } catch let error as DomainError {
                    #expect(error.reason == "recording_unreadable", "\(name) \(error)")
                }
            }
        }
    }
}

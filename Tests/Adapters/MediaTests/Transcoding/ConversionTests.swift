import Catalog
import Foundation
import Media
import Testing

@testable import Streaming

extension TranscodingSuite {
    @Suite("Converted audio sounds like the original", .timeLimit(.minutes(10)))
    struct ConversionTests {
        private static let targets: [Encoding] = [
            Encoding(.mp3, bitrate: 128, sampleRate: 44_100, channels: 2),
            Encoding(.opus, bitrate: 96, sampleRate: 48_000, channels: 2),
            Encoding(.aac, bitrate: 128, sampleRate: 44_100, channels: 2),
            Encoding(.m4a, bitrate: 128, sampleRate: 44_100, channels: 2),
            Encoding(.flac, bitrate: 0, sampleRate: 44_100, channels: 2, bitDepth: 16),
        ]

        private static func check(_ sound: Sound, pitches: [Double], _ what: String) {
            #expect(abs(sound.seconds - Double(pitches.count)) < 0.2, "\(what): \(sound.seconds) s")
            for (second, pitch) in pitches.enumerated() {
                let (from, to) = (Double(second) + 0.25, Double(second) + 0.75)
                #expect(sound.pitch(from, to) == pitch, "\(what), second \(second)")
                #expect(abs(sound.level(from, to) - 0.4 / 2.0.squareRoot()) < 0.03, "\(what), second \(second)")
            }
        }

        @Test("from every format to every format", arguments: TinyAudio.formats.map(\.name))
        func everything(name: String) async throws {
            let folder = try TestFolder()
            try await Sound.make(folder.file(name), TinyAudio.options(for: name))
            for encoding in Self.targets {
                let bytes = try await EncoderFixture.output(EncoderFixture.job(folder.file(name), encoding))
                try folder.write(bytes, to: "out")
                Self.check(
                    try await Sound(decoding: folder.file("out")), pitches: [440, 1320, 880],
                    "\(name) to \(encoding.name)")
            }
        }

        @Test("from an offset, encoded and cut", arguments: targets)
        func offsets(encoding: Encoding) async throws {
            let folder = try TestFolder()
            try await Sound.make(folder.file("a.flac"), ["-c:a", "flac"])
            let part = try await EncoderFixture.output(
                EncoderFixture.job(folder.file("a.flac"), encoding, offset: 1000))
            try folder.write(part, to: "part")
            Self.check(try await Sound(decoding: folder.file("part")), pitches: [1320, 880], encoding.name)
            guard encoding.format != .flac else { return }
            try folder.write(
                try await EncoderFixture.output(EncoderFixture.job(folder.file("a.flac"), encoding)), to: "whole")
            let cut = try await EncoderFixture.output(
                EncoderFixture.job(folder.file("whole"), encoding, .finished, offset: 2000))
            try folder.write(cut, to: "cut")
            Self.check(try await Sound(decoding: folder.file("cut")), pitches: [880], "cut \(encoding.name)")
            let between = try await EncoderFixture.output(
                EncoderFixture.job(folder.file("whole"), encoding, .finished, offset: 1500))
            try folder.write(between, to: "between")
            let seconds = try await Sound(decoding: folder.file("between")).seconds
            #expect(abs(seconds - 1.5) < 0.1, "\(encoding.name): \(seconds) s")
        }

        @Test("a conversion of a file with coarse timestamps can be cut") func coarse() async throws {
            let folder = try TestFolder()
            try await TinyAudio.make(folder.file("a.wma"), options: TinyAudio.options(for: "a.wma"), seconds: 6)
            let encoding = Encoding(.opus, bitrate: 96, sampleRate: 48_000, channels: 2)
            try folder.write(
                try await EncoderFixture.output(EncoderFixture.job(folder.file("a.wma"), encoding, duration: 6000)),
                to: "whole")
            let cut = try await EncoderFixture.output(
                EncoderFixture.job(folder.file("whole"), encoding, .finished, offset: 5000, duration: 6000))
            try folder.write(cut, to: "cut")
            let sound = try await Sound(decoding: folder.file("cut"))
            #expect(abs(sound.seconds - 1) < 0.1 && sound.pitch(0.25, 0.75) == 440, "\(sound.seconds) s")
        }

        @Test("the result is reproducible, has the requested bitrate, and contains no tags or cover")
        func repeatable() async throws {
            let folder = try TestFolder()
            try await TinyAudio.picture(folder.file("cover.png"))
            try await TinyAudio.make(
                folder.file("a.flac"), options: ["-c:a", "flac"], seconds: 20,
                tags: [("title", "A telling title"), ("lyrics", "la la")], cover: folder.file("cover.png"))
            for encoding in Self.targets {
                let job = try EncoderFixture.job(folder.file("a.flac"), encoding, duration: 20_000)
                let bytes = try await EncoderFixture.output(job)
                #expect(try await EncoderFixture.output(job) == bytes)
                #expect(!String(decoding: bytes, as: UTF8.self).contains("telling"))
                if encoding.bitrate > 0 {
                    let bitrate = Double(bytes.count) * 8 / 20 / 1000
                    #expect(bitrate < Double(encoding.bitrate) * 1.1, "\(encoding.name): \(bitrate) kbit/s")
                    let estimate = encoding.estimatedBytes(
                        of: 20_000,
                        from: .init(bitrate: 0, sampleRate: 44_100, channels: 1, bitDepth: 16, isCompressed: false))
                    #expect(Int64(bytes.count) <= estimate, "\(encoding.name): \(bytes.count) of \(estimate)")
                }
            }
        }

        @Test("24 bits stay 24, and six channels become two")
        func wide() async throws {
            let folder = try TestFolder()
            try await TinyAudio.ffmpeg([
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=2:sample_rate=96000", "-ac", "6", "-c:a",
                "flac",
                "-sample_fmt", "s32", "-bits_per_raw_sample", "24", folder.file("a.flac"),
            ])
            for (encoding, name) in [
                (Encoding(.flac, bitrate: 0, sampleRate: 96_000, channels: 6, bitDepth: 24), "flac"),
                (Encoding(.flac, bitrate: 0, sampleRate: 48_000, channels: 2, bitDepth: 16), "small.flac"),
                (Encoding(.opus, bitrate: 128, sampleRate: 48_000, channels: 2), "opus"),
            ] {
                try folder.write(
                    try await EncoderFixture.output(EncoderFixture.job(folder.file("a.flac"), encoding)), to: name)
                try await WorkerFixture.withPool { pool in
                    let audio = try await pool.read(.of(name), in: folder.root).audio
                    #expect(audio.channels == encoding.channels && audio.sampleRate == encoding.sampleRate, "\(name)")
                    #expect(audio.bitDepth == encoding.bitDepth, "\(name)")
                }
            }
        }
    }
}

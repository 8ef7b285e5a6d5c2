import Analysis
import Catalog
import Fingerprints
import Foundation
import Media
import Support
import Testing

@Suite("The audio of a file", .timeLimit(.minutes(10))) struct SoundAnalyzerTests {
    private static func analyze(
        _ path: String, codec: String? = nil, program: String? = "/usr/bin/ffmpeg"
    ) async throws -> AnalyzedSound {
        let analyzer = ConfinedSoundAnalyzer(
            launcher: try WorkerFixture.executable, program: program, canFingerprint: program != nil,
            logger: EncoderFixture.silent)
        let codec = codec ?? (path.hasSuffix(".mp3") ? "mp3" : "other")
        let audio = AudioProperties(
            mediaType: "", codec: codec, durationMilliseconds: 20_000, bitrate: 0, sampleRate: 0, channels: 0,
            bitDepth: 0)
        return try await analyzer.analyze(EncoderFixture.file(path), audio, background: false)
    }

    private static func listen(_ path: String) async throws -> Fingerprint? {
        try await analyze(path).fingerprint
    }

    private static func make(_ path: String, from source: String, _ options: [String] = []) async throws {
        try await TinyAudio.ffmpeg(["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source] + options + [path])
    }

    /// The values of ffmpeg's own loudness meter: integrated loudness, range and true peak.
    private static func measured(_ path: String) async throws -> (integrated: Double, range: Double, peak: Double) {
        let run = try await Program.run(
            "/usr/bin/ffmpeg",
            ["-nostdin", "-hide_banner", "-nostats", "-i", path, "-filter:a", "ebur128=peak=true", "-f", "null", "-"])
        let summary = run.error.components(separatedBy: "Summary:").last ?? ""
        func value(_ name: String) throws -> Double {
            let line = try #require(summary.split(separator: "\n").first { $0.contains(name + ":") })
            return try #require(Double(line.split(separator: ":")[1].split(separator: " ")[0]))
        }
        return (try value("    I"), try value("    LRA"), try value("    Peak"))
    }

    @Test(
        "has the loudness that ffmpeg's meter measures",
        arguments: [
            ("a.flac", "aevalsrc=0.5*sin(440*t*2*PI)|0.2*sin(333*t*2*PI):s=44100:d=8", [String]()),
            ("b.mp3", "anoisesrc=color=pink:seed=4:amplitude=0.4:d=8", ["-b:a", "192k"]),
            ("c.opus", "anoisesrc=color=brown:seed=9:amplitude=0.9:d=8,tremolo=f=0.3:d=0.9", ["-b:a", "96k"]),
            ("d.wav", "aevalsrc=0.9*sin(11025*t*2*PI+0.78):s=44100:d=6,afade=d=1,afade=t=out:st=5:d=1", []),
        ])
    func loudness(name: String, source: String, options: [String]) async throws {
        let folder = try TestFolder()
        try await Self.make(folder.file(name), from: source, options)
        let expected = try await Self.measured(folder.file(name))
        let loudness = try #require(try await Self.analyze(folder.file(name)).loudness)
        #expect(abs(loudness.integrated - expected.integrated) <= 0.1, "\(loudness.integrated) \(expected)")
        #expect(abs(loudness.range - expected.range) <= 0.2, "\(loudness.range) \(expected)")
        #expect(abs(20 * log10(loudness.truePeak) - expected.peak) <= 0.15, "\(loudness.truePeak) \(expected)")
        #expect(abs((loudness.histogram.integrated ?? 0) - expected.integrated) <= 0.15)
    }

    @Test("has the padding that the file declares, and the frames between") func padding() async throws {
        let folder = try TestFolder()
        try await Self.make(
            folder.file("a.mp3"), from: "sine=frequency=440:sample_rate=44100:duration=2.345", ["-b:a", "128k"])
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("a.mp3"))))
        let lavc = try #require(bytes.firstRange(of: Array("Lavc".utf8)) ?? bytes.firstRange(of: Array("LAME".utf8)))
        let at = lavc.lowerBound + 21
        let sound = try await Self.analyze(folder.file("a.mp3"))
        #expect(sound.padding?.start == Int(bytes[at]) << 4 | Int(bytes[at + 1]) >> 4)
        #expect(sound.padding?.end == (Int(bytes[at + 1]) & 15) << 8 | Int(bytes[at + 2]))
        #expect(abs(sound.sound.frames - Int((2.345 * 44_100).rounded())) <= 1, "\(sound.sound.frames)")
    }

    @Test("is the same when decoded by libmpg123 or ffmpeg") func decoders() async throws {
        let folder = try TestFolder()
        try await Melody.write(folder.file("a.mp3"), seed: 12.9898, seconds: 12)
        let own = try await Self.analyze(folder.file("a.mp3"))
        let other = try await Self.analyze(folder.file("a.mp3"), codec: "other")
        #expect(abs(own.sound.frames - other.sound.frames) <= 1200)
        let difference = try #require(own.loudness).integrated - #require(other.loudness).integrated
        #expect(abs(difference) < 0.1)
    }

    @Test(
        "has similar fingerprints in every format and bitrate, also after leading silence, unlike other recordings"
    )
    func formats() async throws {
        let folder = try TestFolder()
        try await Melody.write(folder.file("a.wav"), seed: 12.9898, seconds: 24)
        let original = try #require(try await Self.listen(folder.file("a.wav")))
        let comparison = FingerprintComparison(original)
        #expect(comparison.similarity(to: original) == 1)
        let copies = [
            ("a.mp3", ["-b:a", "48k"]), ("b.mp3", ["-b:a", "320k"]), ("a.opus", ["-b:a", "32k"]), ("a.flac", []),
            ("a.m4a", ["-b:a", "64k", "-ac", "1"]), ("a.ogg", ["-ar", "22050"]),
            ("late.flac", ["-af", "adelay=2500:all=1"]),
        ]
        for (name, options) in copies {
            try await TinyAudio.ffmpeg(
                ["-nostdin", "-v", "error", "-i", folder.file("a.wav")] + options + [folder.file(name)])
            let copy = try #require(try await Self.listen(folder.file(name)))
            #expect(comparison.similarity(to: copy) > 0.75, "\(name)")
        }
        for seed in [78.233, 3.7, 91.1] {
            try await Melody.write(folder.file("other.flac"), seed: seed, seconds: 24)
            let other = try #require(try await Self.listen(folder.file("other.flac")))
            #expect(comparison.similarity(to: other) < 0.45, "\(seed)")
        }
    }

    @Test("has no fingerprint where there is too little to compare")
    func nothing() async throws {
        let folder = try TestFolder()
        for source in ["anullsrc=d=20", "sine=frequency=440:duration=20"] {
            try await TinyAudio.ffmpeg([
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source, folder.file("a.flac"),
            ])
            #expect(try await Self.listen(folder.file("a.flac")) == nil, "\(source)")
        }
        try await Melody.write(folder.file("short.flac"), seed: 12.9898, seconds: 3)
        #expect(try await Self.listen(folder.file("short.flac")) == nil)
    }

    @Test("has its fingerprint although ffmpeg reports errors") func damaged() async throws {
        let folder = try TestFolder()
        try await Melody.write(folder.file("a.flac"), seed: 12.9898, seconds: 24)
        let original = try #require(try await Self.listen(folder.file("a.flac")))
        var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("a.flac"))))
        for index in bytes.count / 2..<bytes.count / 2 + 3000 { bytes[index] ^= 0x5B }
        try folder.write(bytes, to: "b.flac")
        let damaged = try #require(try await Self.listen(folder.file("b.flac")))
        #expect(FingerprintComparison(original).similarity(to: damaged) > 0.75)
    }

    @Test("has a fingerprint of only its first two minutes")
    func long() async throws {
        let folder = try TestFolder()
        try await Melody.write(folder.file("a.flac"), seed: 12.9898, seconds: 200, ["-ar", "11025"])
        let fingerprint = try #require(try await Self.listen(folder.file("a.flac")))
        #expect((900...980).contains(fingerprint.values.count))
    }

    @Test("is an error for files without audio, and where there is no ffmpeg")
    func failures() async throws {
        let folder = try TestFolder()
        try folder.write(Array("RIFF, but not really".utf8), to: "a.wav")
        for codec in ["pcm", "mp3"] {
            await #expect(throws: AnalysisFailure.broken(.corrupt)) {
                _ = try await Self.analyze(folder.file("a.wav"), codec: codec)
            }
        }
        await #expect(throws: AnalysisFailure.unavailable) {
            _ = try await Self.analyze(folder.file("a.wav"), program: nil)
        }
    }

    @Test("has a fingerprint that survives conversion to bytes and back") func bytes() throws {
        var random = SeededGenerator(seed: 3)
        let fingerprint = try #require(
            Fingerprint((0..<100).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }))
        #expect(Fingerprint(bytes: fingerprint.bytes) == fingerprint)
        #expect(Fingerprint(bytes: fingerprint.bytes + [1, 2, 3]) == fingerprint)
        #expect(Fingerprint(bytes: [] as [UInt8]) == nil)
    }

    @Test("can be cancelled at any moment, fifty times, without harm") func cancelled() async throws {
        let folder = try TestFolder()
        let paths = [folder.file("a.mp3"), folder.file("b.flac")]
        for path in paths { try await Self.make(path, from: "anoisesrc=seed=7:amplitude=0.4:d=20") }
        let expected = try await Self.analyze(paths[1])
        var random = SeededGenerator(seed: 23)
        for round in 0..<50 {
            let task = Task { try await Self.analyze(paths[round % 2]) }
            // Not a wait for an event: the random moment is what the test varies.
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...150, using: &random)))
            task.cancel()
            if case .failure(let error) = await task.result {
                #expect(error as? AnalysisFailure == .unavailable, "\(error)")
            }
        }
        #expect(try await Self.analyze(paths[1]) == expected)
    }
}

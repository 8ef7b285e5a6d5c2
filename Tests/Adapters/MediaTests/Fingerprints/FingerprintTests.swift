import Fingerprints
import Foundation
import Media
import Support
import Testing

@Suite("What a recording sounds like", .timeLimit(.minutes(10))) struct FingerprintTests {
    private static func listen(_ path: String, program: String? = "/usr/bin/ffmpeg") async throws -> Fingerprint? {
        let fingerprinter = FFmpegFingerprinter(
            launcher: try WorkerFixture.executable, program: program, logger: EncoderFixture.silent)
        return try await fingerprinter.fingerprint(of: EncoderFixture.file(path), background: false)
    }

    /// Five notes a second, which `seed` chooses.
    private static func melody(_ path: String, seed: Double, seconds: Int = 24, _ options: [String] = []) async throws {
        let note = "220*pow(2\\,floor(24*abs(sin(floor(t*5)*\(seed))))/12)"
        try await TinyAudio.ffmpeg(
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
                "aevalsrc=0.3*sin(2*PI*t*\(note))+0.15*sin(4*PI*t*\(note)):s=44100:d=\(seconds)",
            ] + options + [path])
    }

    @Test("is alike in every format and bitrate, with a silence before it too, and another for another recording")
    func formats() async throws {
        let folder = try TestFolder()
        try await Self.melody(folder.file("a.wav"), seed: 12.9898)
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
            try await Self.melody(folder.file("other.flac"), seed: seed)
            let other = try #require(try await Self.listen(folder.file("other.flac")))
            #expect(comparison.similarity(to: other) < 0.45, "\(seed)")
        }
    }

    @Test("is nothing where there is too little to tell by")
    func nothing() async throws {
        let folder = try TestFolder()
        for source in ["anullsrc=d=20", "sine=frequency=440:duration=20"] {
            try await TinyAudio.ffmpeg([
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source, folder.file("a.flac"),
            ])
            #expect(try await Self.listen(folder.file("a.flac")) == nil, "\(source)")
        }
        try await Self.melody(folder.file("short.flac"), seed: 12.9898, seconds: 3)
        #expect(try await Self.listen(folder.file("short.flac")) == nil)
    }

    @Test("looks at the first two minutes alone")
    func long() async throws {
        let folder = try TestFolder()
        try await Self.melody(folder.file("a.flac"), seed: 12.9898, seconds: 200, ["-ar", "11025"])
        let fingerprint = try #require(try await Self.listen(folder.file("a.flac")))
        #expect((900...980).contains(fingerprint.values.count))
    }

    @Test("is nothing but an error for what is no sound, and where there is no ffmpeg")
    func failures() async throws {
        let folder = try TestFolder()
        try folder.write(Array("RIFF, but not really".utf8), to: "a.wav")
        await #expect(throws: FingerprintFailure.broken) { try await Self.listen(folder.file("a.wav")) }
        await #expect(throws: FingerprintFailure.unavailable) {
            try await Self.listen(folder.file("a.wav"), program: nil)
        }
    }

    @Test("comes out of its bytes as it went in") func bytes() throws {
        var random = SeededGenerator(seed: 3)
        let fingerprint = try #require(
            Fingerprint((0..<100).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }))
        #expect(Fingerprint(bytes: fingerprint.bytes) == fingerprint)
        #expect(Fingerprint(bytes: fingerprint.bytes + [1, 2, 3]) == fingerprint)
        #expect(Fingerprint(bytes: [] as [UInt8]) == nil)
    }
}

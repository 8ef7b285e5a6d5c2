import Primitives
import Catalog
import Media
import Support
import Testing

@Suite("Monkey's Audio")
struct MonkeysAudioTests {
    private static let tags = [
        (key: "Title", value: "Żółta łódź"), (key: "Artist", value: "Zespół"), (key: "Album", value: "Morze"),
        (key: "Track", value: "3/12"), (key: "Year", value: "2004"), (key: "Genre", value: "Jazz"),
    ]

    @Test("is read with its media type, duration, tags and cover")
    func whole() async throws {
        let folder = try TestFolder()
        try await TinyAudio.picture(folder.file("cover.jpg"))
        let cover = try folder.bytes(of: "cover.jpg")
        try folder.write(MonkeysAudioFile.bytes(Self.tags, cover: cover), to: "a.ape")
        try await WorkerFixture.withPool { pool in
            let file = try await pool.read(.of("a.ape"), in: folder.root)
            #expect(file.audio.mediaType == "audio/x-ape")
            #expect(file.audio.codec == "ape")
            #expect(file.audio.durationMilliseconds == MonkeysAudioFile.milliseconds)
            #expect(file.audio.sampleRate == 44100)
            #expect(file.audio.channels == 2)
            #expect(file.audio.bitDepth == 16)
            #expect(file.tags.title == "Żółta łódź")
            #expect(file.tags.artists == ["Zespół"])
            #expect(file.tags.album == "Morze")
            #expect(file.tags.trackNumber == 3)
            #expect(file.tags.date == "2004")
            #expect(file.tags.genres == ["Jazz"])
            #expect(try await pool.embeddedCover(of: .of("a.ape"), in: folder.root) == cover)
        }
    }

    @Test("is listed as truncated when cut at any byte, and never stops the reader")
    func cut() async throws {
        let folder = try TestFolder()
        let whole = MonkeysAudioFile.bytes()
        try await WorkerFixture.withPool { pool in
            for length in stride(from: 80, to: whole.count * 9 / 10, by: 7) {
                try folder.write(Array(whole.prefix(length)), to: "cut.ape")
                let reason = try await pool.reason("cut.ape", in: folder)
                #expect(reason == .truncated, "\(length)")
            }
            for length in 1..<80 {
                try folder.write(Array(whole.prefix(length)), to: "cut.ape")
                let reason = try await pool.reason("cut.ape", in: folder)
                #expect(reason != nil && reason != .crashed && reason != .timeout, "\(length)")
            }
        }
    }

    @Test("with flipped bytes is a problem or playable")
    func mutations() async throws {
        let folder = try TestFolder()
        let whole = MonkeysAudioFile.bytes(Self.tags)
        var random = SeededGenerator(seed: 7)
        try await WorkerFixture.withPool { pool in
            for _ in 0..<300 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                try folder.write(bytes, to: "mutant.ape")
                let reason = try await pool.reason("mutant.ape", in: folder)
                #expect(reason != .crashed && reason != .timeout)
            }
        }
    }
}

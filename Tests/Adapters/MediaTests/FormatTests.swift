import Primitives
import Catalog
import Crypto
import Foundation
import Media
import Testing

@Suite("Every format")
struct FormatTests {
    /// The tags that ffmpeg itself can write into a format.
    private static let tags = [
        ("title", "Żółta łódź"), ("artist", "Zespół"), ("album", "Morze"), ("track", "3/12"), ("genre", "Jazz"),
        ("date", "2004"),
    ]

    @Test("is read with its media type, duration and tags", arguments: TinyAudio.formats.map(\.name))
    func formats(name: String) async throws {
        let folder = try TestFolder()
        let format = try #require(TinyAudio.formats.first { $0.name == name })
        try await TinyAudio.make(folder.file(name), options: format.options, tags: Self.tags)
        let file = try await WorkerFixture.withPool { try await $0.read(.of(name), in: folder.root) }
        #expect(file.audio.mediaType == format.mediaType)
        #expect(file.audio.codec == format.codec)
        #expect((900...1300).contains(file.audio.durationMilliseconds))
        // For AAC the MP4 box that TagLib reads always says two channels.
        #expect(file.audio.channels == (format.mediaType == "audio/mp4" && format.codec == "aac" ? 2 : 1))
        #expect(file.audio.sampleRate == (format.codec == "opus" ? 48000 : format.codec == "speex" ? 16000 : 44100))
        #expect((1...1500).contains(file.audio.bitrate))
        let isLossless = ["flac", "alac", "pcm", "wavpack"].contains(format.codec)
        #expect(isLossless ? [16, 24, 32].contains(file.audio.bitDepth) : file.audio.bitDepth == 0)
        #expect(file.tags.title == "Żółta łódź")
        #expect(file.tags.artists == ["Zespół"])
        #expect(file.tags.album == "Morze")
        #expect(file.tags.trackNumber == 3)
        #expect(file.tags.genres == ["Jazz"])
        #expect(file.tags.date == "2004")
        #expect(file.signature.count == 16)
        #expect(file.cover == nil)
    }

    @Test("contains its embedded cover", arguments: ["a.mp3", "a.flac", "aac.m4a", "alac.m4a"])
    func covers(name: String) async throws {
        let folder = try TestFolder()
        try await TinyAudio.picture(folder.file("cover.jpg"))
        try await TinyAudio.make(
            folder.file(name), options: TinyAudio.options(for: name), cover: folder.file("cover.jpg"))
        try await WorkerFixture.withPool { pool in
            let file = try await pool.read(.of(name), in: folder.root)
            let cover = try #require(try await pool.embeddedCover(of: .of(name), in: folder.root))
            #expect(ImageKind(sniffing: cover) == .jpeg)
            #expect(file.cover?.hex == SHA256.hash(data: cover).map { String(format: "%02x", $0) }.joined())
            #expect(try await pool.sidecarImage(.of("cover.jpg"), in: folder.root) == folder.bytes(of: "cover.jpg"))
            #expect(try await pool.sidecarImage(.of("none.jpg"), in: folder.root) == nil)
        }
    }

    @Test("is recognized by content, whatever the name says")
    func wrongName() async throws {
        let folder = try TestFolder()
        try await TinyAudio.make(folder.file("a.flac"), options: TinyAudio.options(for: "a.flac"))
        try FileManager.default.moveItem(atPath: folder.file("a.flac"), toPath: folder.file("a.mp3"))
        let file = try await WorkerFixture.withPool { try await $0.read(.of("a.mp3"), in: folder.root) }
        #expect(file.audio.codec == "flac")
    }

    @Test("keeps several values and MusicBrainz ids separate", arguments: ["a.flac", "a.opus", "a.mp3"])
    func lists(name: String) async throws {
        let folder = try TestFolder()
        let id = "b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d"
        try await TinyAudio.make(
            folder.file(name), options: TinyAudio.options(for: name),
            tags: [
                ("artist", "Ada feat. Grace"), ("ARTISTS", "Ada"), ("MusicBrainz Album Id", id.uppercased()),
                ("REPLAYGAIN_TRACK_GAIN", "-7.89 dB"), ("lyrics", "one\ntwo"),
            ])
        let tags = try await WorkerFixture.withPool { try await $0.read(.of(name), in: folder.root) }.tags
        #expect(tags.artists == ["Ada"])
        #expect(tags.artistCredit == "Ada feat. Grace")
        #expect(tags.musicBrainz.release == id)
        #expect(tags.replayGain.trackGain == -7.89)
        #expect(tags.lyrics.map(\.text) == ["one\ntwo"])
    }

    @Test("keeps its signature when renamed, and changes it when its content changes")
    func signature() async throws {
        let folder = try TestFolder()
        try await TinyAudio.make(folder.file("a.wav"), options: TinyAudio.options(for: "a.wav"), seconds: 3)
        try await WorkerFixture.withPool { pool in
            let first = try await pool.read(.of("a.wav"), in: folder.root)
            try FileManager.default.moveItem(atPath: folder.file("a.wav"), toPath: folder.file("b.wav"))
            #expect(try await pool.read(.of("b.wav"), in: folder.root).signature == first.signature)
            var bytes = try folder.bytes(of: "b.wav")
            bytes[bytes.count - 1] ^= 1
            try folder.write(bytes, to: "b.wav")
            #expect(try await pool.read(.of("b.wav"), in: folder.root).signature != first.signature)
        }
    }
}

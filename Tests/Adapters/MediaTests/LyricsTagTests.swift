import Catalog
import Foundation
import Testing

@testable import Media

@Suite("Lyrics in tags")
struct LyricsTagTests {
    @Test(
        "are read from every format to which ffmpeg writes them",
        arguments: ["a.mp3", "a.flac", "a.ogg", "a.opus", "aac.m4a", "a.wv"])
    func plain(name: String) async throws {
        let folder = try TestFolder()
        try await TinyAudio.make(
            folder.file(name), options: TinyAudio.options(for: name), tags: [("lyrics", "Pierwszy\nDrugi: żółw")])
        let file = try await WorkerFixture.withPool { try await $0.read(.of(name), in: folder.root) }
        #expect(file.tags.lyrics.map(\.text) == ["Pierwszy\nDrugi: żółw"])
    }

    @Test(
        "are read from the comment fields that programs use", arguments: ["UNSYNCEDLYRICS", "SYNCEDLYRICS", "LYRICS"])
    func comments(name: String) async throws {
        let folder = try TestFolder()
        try await TinyAudio.make(
            folder.file("a.flac"), options: TinyAudio.options(for: "a.flac"),
            tags: [(name, "[00:01.00]One\n[00:02.00]Two")])
        let file = try await WorkerFixture.withPool { try await $0.read(.of("a.flac"), in: folder.root) }
        #expect(file.tags.lyrics == [TagLyrics(text: "[00:01.00]One\n[00:02.00]Two")])
    }

    @Test("are read from an APE tag")
    func ape() async throws {
        let folder = try TestFolder()
        try folder.write(MonkeysAudioFile.bytes([(key: "Lyrics", value: "One\nTwo")]), to: "a.ape")
        let file = try await WorkerFixture.withPool { try await $0.read(.of("a.ape"), in: folder.root) }
        #expect(file.tags.lyrics.map(\.text) == ["One\nTwo"])
    }

    @Test("have languages and times in ID3v2")
    func id3() async throws {
        var tag = ID3Tag()
        tag.add("USLT", [3] + Array("eng".utf8) + [0] + Array("One\nTwo".utf8))
        tag.add("USLT", [3] + Array("pol".utf8) + Array("opis".utf8) + [0] + Array("Raz\nDwa".utf8))
        tag.add("USLT", [3] + Array("XXX".utf8) + [0] + Array("?".utf8))
        tag.add("SYLT", Self.synchronized("eng", kind: 1, [("One", 1000), ("Two", 62_345)]))
        tag.add("SYLT", Self.synchronized("pol", kind: 1, [("Raz", 1000), (" dwa", 1500), ("\nTrzy", 2000)]))
        tag.add("SYLT", Self.synchronized("eng", kind: 4, [("a chord", 1000)]))
        // Times count MPEG frames of 1152 samples each.
        var frames = Self.synchronized("spa", kind: 1, [("Uno", 100)])
        frames[4] = 1
        tag.add("SYLT", frames)
        let lyrics = try await Self.read(tag)
        #expect(
            lyrics == [
                TagLyrics(language: "eng", text: "[00:01.000]One\n[01:02.345]Two"),
                TagLyrics(
                    language: "pol", text: "[00:01.000]<00:01.000>Raz <00:01.500>dwa\n[00:02.000]<00:02.000>Trzy"),
                TagLyrics(language: "spa", text: "[00:02.612]Uno"),
                TagLyrics(language: "eng", text: "One\nTwo"), TagLyrics(language: "pol", text: "Raz\nDwa"),
                TagLyrics(text: "?"),
            ])
    }

    @Test("do no harm in ID3v2 when truncated or invalid")
    func hostile() async throws {
        let frame = Self.synchronized("eng", kind: 1, [("One", 1000), ("Two", 2000)])
        let folder = try TestFolder()
        let sound = try await Self.sound(in: folder)
        try await WorkerFixture.withPool { pool in
            for length in 0..<frame.count {
                var tag = ID3Tag()
                tag.add("SYLT", Array(frame.prefix(length)))
                tag.add("USLT", Array(frame.prefix(length)))
                try folder.write(tag.bytes + sound, to: "a.mp3")
                #expect(try await pool.read(.of("a.mp3"), in: folder.root).tags.lyrics.count <= 2)
            }
        }
    }

    @Test("in files beside the music are read by a worker, up to a size limit")
    func sidecar() async throws {
        let folder = try TestFolder()
        try folder.write(Array("[00:01.00]One".utf8), to: "a.lrc")
        try folder.write([UInt8](repeating: 0x61, count: TextFile.maximumBytes + 1), to: "large.lrc")
        try await WorkerFixture.withPool { pool in
            let found = try await pool.sidecarText(.of("a.lrc"), in: folder.root)
            #expect(found == Array("[00:01.00]One".utf8))
            let none = try await pool.sidecarText(.of("none.lrc"), in: folder.root)
            #expect(none == nil)
            await #expect(throws: FileProblem.self) { try await pool.sidecarText(.of("large.lrc"), in: folder.root) }
        }
    }

    /// UTF-8, milliseconds. https://id3.org/id3v2.4.0-frames 4.9
    private static func synchronized(_ language: String, kind: UInt8, _ texts: [(String, UInt32)]) -> [UInt8] {
        [3] + Array(language.utf8) + [2, kind, 0]
            + texts.flatMap { text, time in
                Array(text.utf8) + [0] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: time >> $0) }
            }
    }

    private static func read(_ tag: ID3Tag) async throws -> [TagLyrics] {
        let folder = try TestFolder()
        try folder.write(tag.bytes + (try await sound(in: folder)), to: "a.mp3")
        return try await WorkerFixture.withPool { try await $0.read(.of("a.mp3"), in: folder.root) }.tags.lyrics
    }

    /// An MP3 without tags.
    private static func sound(in folder: TestFolder) async throws -> [UInt8] {
        let options = TinyAudio.options(for: "a.mp3") + ["-id3v2_version", "0", "-write_id3v1", "0"]
        try await TinyAudio.make(folder.file("plain.mp3"), options: options)
        return try folder.bytes(of: "plain.mp3")
    }
}

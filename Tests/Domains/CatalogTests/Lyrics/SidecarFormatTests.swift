import Catalog
import Lyrics
import Primitives
import Testing

@Suite("Lyrics files of every format") struct SidecarFormatTests {
    @Test("are found beside the music and read, including binary formats", arguments: LyricsFormat.allCases)
    func formats(format: LyricsFormat) async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/Blue.flac", "title=Blue", "artist=Nina")
        let isSynced = format != .txt
        let lyrics = SongLyrics(
            source: .sidecar, isSynced: isSynced,
            lines: [
                LyricsLine(start: isSynced ? 1000 : nil, end: isSynced ? 2000 : nil, text: "Żółw"),
                LyricsLine(start: isSynced ? 2000 : nil, end: isSynced ? 3000 : nil, text: "płynie"),
            ])
        try catalog.music.write(Array("a/Blue.pl.\(format.rawValue)".utf8), try format.content(of: lyrics))
        try await catalog.scan()
        let found = try await all(catalog)
        #expect(found.map(\.lines) == [lyrics.lines])
        #expect(found.map(\.language) == ["pl"])
        #expect(found.map(\.source) == [.sidecar])
        try await catalog.scan()
        #expect(try await all(catalog).map(\.lines) == [lyrics.lines])
        #expect(try await catalog.faults() == [])
        try catalog.music.remove("a/Blue.pl.\(format.rawValue)")
        try await catalog.scan()
        #expect(try await all(catalog).isEmpty)
    }

    @Test("are ordered by precision, then tags before files, then by name") func order() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/Blue.flac", "title=Blue", "artist=Nina", "lyrics=[00:01.00]One|[00:02.00]Two")
        try catalog.music.write("a/Blue.txt", "Plain")
        try catalog.music.write("a/Blue.srt", "00:00:01,000 --> 00:00:02,000", "Subtitle")
        try catalog.music.write("a/Blue.lrc", "[00:01.00]Line")
        try catalog.music.write("a/Blue.vtt", "WEBVTT", "", "00:01.000 --> 00:03.000", "Word <00:02.000>by word")
        try catalog.music.write("a/Blue.stl", "a solid cube")
        try await catalog.scan()
        #expect(try await all(catalog).map(\.text) == ["Word by word", "One\nTwo", "Line", "Subtitle", "Plain"])
        #expect(try await all(catalog).map(\.precision) == [.words, .lines, .lines, .lines, .none])
    }

    @Test("are exported as files of any format, by their position") func files() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/Blue.flac", "title=Blue", "artist=Nina", "lyrics=Plain")
        try catalog.music.write("a/Blue.lrc", "[00:01.00]One", "[00:02.00]Two", "[00:03.00]")
        try await catalog.scan()
        let track = try #require(try await catalog.track("Blue")).id
        let service = catalog.lyrics
        let file = try await service.file(of: track, as: .lrc, version: 0, for: TestCatalog.listener)
        #expect(file.name == "Blue.lrc" && file.mediaType == "text/plain; charset=utf-8")
        #expect(
            String(decoding: file.content, as: UTF8.self)
                == "[ti:Blue]\n[ar:Nina]\n[00:01.00]One\n[00:02.00]Two\n[00:03.00]\n")
        let plain = try await service.file(of: track, as: .txt, version: 1, for: TestCatalog.listener)
        #expect(plain.content == Array("Plain\n".utf8))
        for (version, reason) in [(1, "lyrics_not_synced"), (2, "lyrics_not_found")] {
            let error = await #expect(throws: DomainError.self) {
                try await service.file(of: track, as: .srt, version: version, for: TestCatalog.listener)
            }
            #expect(error?.reason == reason)
        }
    }

    private func all(_ catalog: TestCatalog) async throws -> [SongLyrics] {
        let track = try #require(try await catalog.track("Blue"))
        return try await catalog.lyrics.lyrics(of: track.id, as: TestCatalog.listener)
    }
}

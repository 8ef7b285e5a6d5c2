import Catalog
import Lyrics
import Primitives
import SQLiteStore
import Testing

@Suite("Lyrics found by a scan") struct LyricsScanTests {
    @Test("come from the file and from files beside it, in several languages, synced ones first")
    func found() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/Blue.flac", "title=Blue", "artist=Nina", "lyrics=One|Two")
        try catalog.music.write("a/Blue.lrc", "[00:01.00]One", "[00:02.00]Two")
        try catalog.music.write("a/Blue.pl.lrc", "[00:01.00]Raz", "[00:02.00]Dwa")
        try catalog.music.write("a/Blue.flac.txt", "Uno", "Dos")
        try catalog.music.write("a/Blues.lrc", "[00:01.00]Another's")
        try catalog.music.write("a/readme.txt", "Nobody's")
        try await catalog.scan()
        #expect(catalog.reader.takeOpened() == ["a/Blue.flac", "a/Blue.flac.txt", "a/Blue.lrc", "a/Blue.pl.lrc"])
        #expect(try await lyrics("Blue", catalog) == ["- One/Two", "pl Raz/Dwa", "- One/Two", "- Uno/Dos"])
        try await catalog.scan()
        #expect(catalog.reader.takeOpened() == [])
        #expect(try await catalog.faults() == [])
    }

    @Test("follow changes and removals") func changes() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/Blue.flac", "title=Blue", "artist=Nina")
        try await catalog.scan()
        #expect(try await lyrics("Blue", catalog) == [])
        try catalog.music.write("a/Blue.lrc", "[00:01.00]One")
        try await catalog.scan()
        #expect(try await lyrics("Blue", catalog) == ["- One"])
        #expect(catalog.reader.takeOpened() == ["a/Blue.flac", "a/Blue.lrc"])
        try catalog.music.write("a/Blue.lrc", "[00:01.00]One more")
        try await catalog.scan()
        #expect(try await lyrics("Blue", catalog) == ["- One more"])
        // The music is renamed, so the lyrics file beside it belongs to no track.
        try catalog.music.move("a/Blue.flac", "a/Red.flac")
        try await catalog.scan()
        #expect(try await lyrics("Blue", catalog) == [])
        try catalog.music.move("a/Blue.lrc", "a/Red.lrc")
        try await catalog.scan()
        #expect(try await lyrics("Blue", catalog) == ["- One more"])
        try catalog.music.remove("a/Red.lrc")
        try await catalog.scan()
        #expect(try await lyrics("Blue", catalog) == [])
        try catalog.music.write("b/Sea.flac", "title=Sea", "artist=Nina")
        try catalog.music.write("b/Sea.txt", "Waves")
        try await catalog.scan()
        try catalog.music.remove("b")
        try await catalog.scan()
        #expect(try await !catalog.contents().contains { $0.hasPrefix("\"text\"") })
    }

    @Test("are read in any encoding") func encodings() async throws {
        let catalog = try await TestCatalog()
        let text = "[00:01.00]Żółw"
        let units = Array(text.utf16)
        let files: [(String, [UInt8])] = [
            ("utf8", Array(text.utf8)), ("bom", [0xEF, 0xBB, 0xBF] + Array(text.utf8)),
            (
                "little",
                [0xFF, 0xFE] + units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
            ),
            (
                "big",
                [0xFE, 0xFF] + units.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
            ),
            ("bare", units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }),
        ]
        for (name, bytes) in files {
            try catalog.music.write("a/\(name).flac", "title=\(name)", "artist=Nina")
            try catalog.music.write(Array("a/\(name).lrc".utf8), bytes)
        }
        try catalog.music.write("a/latin.flac", "title=latin", "artist=Nina")
        try catalog.music.write(
            Array("a/latin.txt".utf8), Array("Caf".utf8) + [0xE9, 0x20, 0x93, 0x61, 0x94, 0x0D, 0x0A, 0x62])
        try await catalog.scan()
        for (name, _) in files { #expect(try await lyrics(name, catalog) == ["- Żółw"], "\(name)") }
        #expect(try await lyrics("latin", catalog) == ["- Café “a”/b"])
    }

    @Test("are found by title and artist, in visible libraries") func search() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blue", "artist=Otis")
        try catalog.music.write("a/2.flac", "title=Blue", "artist=Nina", "lyrics=One")
        try await catalog.scan()
        let service = catalog.lyrics
        let second = try #require(
            try await catalog.service.tracks(TrackQuery(), .first(9), as: TestCatalog.admin).items
                .first { $0.artists[0].name == "Nina" })
        for (title, artist) in [("Blue", "Nina"), ("BLUE", "nina"), ("blue", nil)] {
            #expect(try await service.lyrics(titled: title, by: artist, as: TestCatalog.listener)?.track == second.id)
        }
        for (title, artist) in [("Blue", "Otis"), ("Blu", nil), ("", nil), ("\"", "x")] {
            #expect(try await service.lyrics(titled: title, by: artist, as: TestCatalog.listener)?.track == nil)
        }
        let stranger = Principal(user: ID("x"), role: .listener, libraries: .only(["elsewhere"]))
        #expect(try await service.lyrics(titled: "Blue", by: "Nina", as: stranger)?.track == nil)
        await #expect(throws: DomainError.self) { try await service.lyrics(of: second.id, as: stranger) }
        await #expect(throws: DomainError.self) { try await service.lyrics(of: ID("none"), as: TestCatalog.listener) }
    }

    @Test("are found by a track's artists in one line, in their order") func credits() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blue", "artist=AC/DC", "artist=Beta Two", "lyrics=Other")
        try catalog.music.write(
            "a/2.flac", "title=Blue", "artist=Álpha One", "artist=Beta Two", "artist=AC/DC", "albumartist=Various",
            "composer=Gamma", "lyrics=One")
        try await catalog.scan()
        let service = catalog.lyrics
        let track = try #require(
            try await catalog.service.tracks(TrackQuery(), .first(9), as: TestCatalog.admin).items
                .first { $0.artists.count == 3 })
        let credit = track.artists.map(\.name).joined(separator: ", ")
        for artist in [credit, "alpha one,  beta two, ac/dc", "Álpha One"] {
            let found = try await service.lyrics(titled: "Blue", by: artist, as: TestCatalog.listener)
            #expect(found?.track == track.id, "\(artist)")
        }
        for artist in ["Beta Two, Alpha One, AC/DC", "Alpha One, Beta Two", "Alpha One, Beta Two, AC/DC, Gamma"] {
            let found = try await service.lyrics(titled: "Blue", by: artist, as: TestCatalog.listener)
            #expect(found == nil, "\(artist)")
        }
    }

    @Test("with any bytes beside the music are harmless") func hostile() {
        for bytes in [
            [], [0xFF], [0xFF, 0xFE], [0xFE, 0xFF, 0xD8], [0xEF, 0xBB, 0xBF], [0, 0, 0, 0, 0], [0x61, 0, 0x62, 0],
        ] as [[UInt8]] {
            let text = TextDecoding.text(bytes)
            #expect(!text.unicodeScalars.contains("\0"))
        }
        #expect(TextDecoding.text([0x61, 0, 0x62, 0]) == "ab")
        #expect(TextDecoding.text(Array("a\r\nb\u{85}c\u{0}\u{1B}d\te".utf8)) == "a\nb\ncd\te")
    }

    private func lyrics(_ title: String, _ catalog: TestCatalog) async throws -> [String] {
        let track = try #require(try await catalog.track(title))
        return try await catalog.lyrics.lyrics(of: track.id, as: TestCatalog.listener).map {
            "\($0.language ?? "-") \($0.text.replacing("\n", with: "/"))"
        }
    }
}

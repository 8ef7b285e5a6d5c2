import Lyrics
import Primitives
import Testing

@Suite("EBU STL") struct STLTests {
    /// The offsets of Tech 3264, sections 4 and 5.
    @Test("is written field by field") func fields() throws {
        var lyrics = SongLyrics(
            source: .sidecar, isSynced: true,
            lines: [
                LyricsLine(start: 3_723_480, end: 3_725_000, text: "Où ça? $5 łódź"),
                LyricsLine(start: 3_723_480, end: 3_725_000, text: "second"),
                LyricsLine(start: 3_726_000, end: 3_727_000, text: String(repeating: "la ", count: 60)),
            ])
        (lyrics.title, lyrics.artist, lyrics.language) = ("Été", "Nina", "fr")
        let bytes = try LyricsFormat.stl.content(of: lyrics)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        #expect(bytes.count == 1024 + 3 * 128)
        #expect(text(0..<3) == "850" && text(3..<11) == "STL25.01" && text(11..<12) == "0" && text(12..<16) == "000F")
        #expect(Array(bytes[16..<20]) == [0x90, 0x74, 0x82, 0x20] && text(48..<53) == "Nina ")
        #expect(text(224..<238) == "70010170010100")
        #expect(text(238..<243) == "00003" && text(243..<248) == "00002" && text(248..<251) == "001")
        #expect(text(251..<256) == "40231" && text(256..<264) == "00000000" && text(264..<272) == "01020312")
        #expect(text(272..<277) == "11XXX")
        let first = Array(bytes[1024..<1152])
        #expect(Array(first[0..<5]) == [0, 0, 0, 0xFF, 0])
        #expect(Array(first[5..<13]) == [1, 2, 3, 12, 1, 2, 5, 0])
        #expect(Array(first[13..<16]) == [20, 2, 0])
        // An accent precedes its letter. The dollar sign has its own code.
        let row: [UInt8] =
            [
                0x4F, 0xC1, 0x75, 0x20, 0xCB, 0x63, 0x61, 0x3F, 0x20, 0xA4, 0x35, 0x20, 0xF8, 0xC2, 0x6F, 0x64, 0xC2,
                0x7A,
            ]
        #expect(Array(first[16..<(16 + row.count + 1)]) == row + [0x8A])
        #expect(first.last == 0x8F)
        // A long text continues in the next block.
        #expect(bytes[1024 + 128 + 3] == 0 && bytes[1024 + 256 + 3] == 0xFF)
        #expect(Array(bytes[(1024 + 256 + 1)..<(1024 + 256 + 3)]) == [1, 0])
    }

    @Test("is read from the program's start, without comments, styles and user data") func reading() throws {
        var bytes = try LyricsFormat.stl.content(
            of: SongLyrics(
                source: .sidecar, isSynced: true,
                lines: [
                    LyricsLine(start: 36_001_000, end: 36_002_000, text: "Żółw"),
                    LyricsLine(start: 36_003_000, end: 36_004_000, text: "comment"),
                    LyricsLine(start: 36_005_000, end: 36_006_000, text: "data"),
                ]))
        bytes.replaceSubrange(256..<264, with: "10000000".utf8)
        // The start of italics, a comment, and user data.
        bytes.replaceSubrange((1024 + 16)..<(1024 + 22), with: [0x80, 0x61, 0x07, 0x62, 0x81, 0x8F])
        bytes[1024 + 128 + 15] = 1
        bytes[1024 + 256 + 3] = 0xFE
        let lyrics = try #require(LyricsFormat.stl.lyrics(from: bytes, source: .sidecar).first)
        #expect(lyrics.lines.map(\.text) == ["ab"])
        #expect(lyrics.lines.map(\.start) == [1000])
        bytes.replaceSubrange(3..<11, with: "STL30.01".utf8)
        bytes[1024 + 8] = 15
        #expect(LyricsFormat.stl.lyrics(from: bytes, source: .sidecar).first?.lines.map(\.start) == [1500])
    }

    @Test(
        "supports Latin, Cyrillic, Greek, Hebrew and Arabic letters, and refuses others",
        arguments: ["Привет", "Γειά σου", "שלום", "مرحبا", "Nguyễn", "日本"])
    func letters(text: String) throws {
        let lyrics = SongLyrics(source: .sidecar, isSynced: true, lines: [LyricsLine(start: 0, end: 1000, text: text)])
        if ["Nguyễn", "日本"].contains(text) {
            let error = #expect(throws: DomainError.self) { try LyricsFormat.stl.content(of: lyrics) }
            #expect(error?.reason == "letters_not_in_format")
        } else {
            let bytes = try LyricsFormat.stl.content(of: lyrics)
            #expect(LyricsFormat.stl.lyrics(from: bytes, source: .sidecar).first?.lines[0].text == text)
        }
    }

    @Test("omits invisible characters") func shapeless() throws {
        let line = LyricsLine(start: 0, end: 1000, text: "pro\u{AD}mise \u{200E}you")
        let bytes = try LyricsFormat.stl.content(of: SongLyrics(source: .sidecar, isSynced: true, lines: [line]))
        #expect(LyricsFormat.stl.lyrics(from: bytes, source: .sidecar).first?.lines[0].text == "promise you")
    }

    @Test("requires times", arguments: [LyricsFormat.stl, .srt, .vtt]) func unsynced(format: LyricsFormat) {
        let lyrics = SongLyrics(source: .tag, isSynced: false, lines: [LyricsLine(text: "One")])
        let error = #expect(throws: DomainError.self) { try format.content(of: lyrics) }
        #expect(error?.reason == "lyrics_not_synced")
    }
}

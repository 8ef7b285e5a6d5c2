import Lyrics
import Primitives
import Testing

@Suite("Written lyrics") struct WrittenLyricsTests {
    private func lyrics(_ lines: [LyricsLine], language: String? = nil) -> SongLyrics {
        var lyrics = SongLyrics(source: .tag, isSynced: false, lines: lines)
        lyrics.language = language
        return lyrics
    }

    @Test("are sorted by time, and a voice without a name is the main one") func settled() throws {
        var song = lyrics([
            LyricsLine(start: 2000, text: "Second", agent: "v2"), LyricsLine(start: 1000, text: "First"),
        ])
        song.agents = [LyricsAgent(id: "v2", role: .voice, name: "Otis")]
        let written = try WrittenLyrics([song]).parts[0]
        #expect(written.lines.map(\.text) == ["First", "Second"] && written.isSynced && written.source == .written)
        #expect(written.agents.map(\.role) == [.main, .voice] && written.agents[1].name == "Otis")
        #expect(written.lines[0].agent == written.agents[0].id)
    }

    @Test("need a time for every line or for none")
    func half() throws {
        let half = lyrics([LyricsLine(start: 1000, text: "a"), LyricsLine(text: "b")])
        let error = #expect(throws: DomainError.self) { try WrittenLyrics([half]) }
        #expect(error?.reason == "lyrics_half_timed" && error?.message.contains("Line 2") == true)
    }

    private static let word = LyricsWord(start: 1000, range: 0..<2)
    private static let faults: [(String, [LyricsLine])] = [
        ("no words", []), ("no words", [LyricsLine(text: "")]),
        ("control", [LyricsLine(text: "two\nlines")]), ("control", [LyricsLine(text: "two\u{2028}lines")]),
        ("control", [LyricsLine(text: "two\u{2029}lines")]),
        ("longer", [LyricsLine(text: String(repeating: "a", count: 1001))]),
        ("not valid", [LyricsLine(start: 86_400_001, text: "late")]),
        ("not valid", [LyricsLine(start: 2, end: 1, text: "backwards")]),
        ("no time of its own", [LyricsLine(text: "ab", words: [word])]),
        ("parts of its text", [LyricsLine(start: 1, text: "a", words: [word])]),
        ("parts of its text", [LyricsLine(start: 1, text: "aż", words: [word])]),
        ("parts of its text", [LyricsLine(start: 1, text: "abc", words: [word, word])]),
        (
            "not in order",
            [LyricsLine(start: 1, text: "abcd", words: [word, LyricsWord(start: 999, range: 2..<4)])]
        ),
        ("not listed", [LyricsLine(text: "a", agent: "v9")]),
    ]

    @Test("are refused for an invalid line", arguments: faults)
    func refused(fault: String, lines: [LyricsLine]) {
        let error = #expect(throws: DomainError.self) { try WrittenLyrics([lyrics(lines)]) }
        #expect(error?.code == .invalid && error?.field == "items")
        #expect(error?.message.contains(fault) == true, "\(error?.message ?? "")")
    }

    @Test("start with the song's own lyrics, and have each language once") func parts() throws {
        let song = lyrics([LyricsLine(text: "Uno")], language: "es")
        var translation = lyrics([LyricsLine(text: "One")], language: "en")
        translation.kind = .translation
        #expect(try WrittenLyrics([song, translation]).parts.count == 2)
        #expect(try WrittenLyrics([]).parts.isEmpty)
        var unnamed = translation
        unnamed.language = nil
        for parts in [[translation], [song, song], [song, translation, translation], [song, unnamed]] {
            #expect(throws: DomainError.self) { try WrittenLyrics(parts) }
        }
        for language in ["english", "e", "en-", "en_us", "żu"] {
            let named = lyrics([LyricsLine(text: "a")], language: language)
            #expect(throws: DomainError.self) { try WrittenLyrics([named]) }
        }
    }
}

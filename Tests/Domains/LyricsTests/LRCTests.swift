import Lyrics
import Support
import Testing

@Suite("LRC") struct LRCTests {
    @Test("has tags, all forms of times and lines in order of time") func lines() {
        let lyrics = read(
            """
            \u{FEFF}[ar: Nina][ti:x]
            [ti:Blue]
            [la:EN]
            [00:12.34]Second
            [00:01]First
            [01:02:50]Fifth\r
            [00:20.5]Third  \r
            [00:00:30.123]Fourth [live] 1:23
            [02:00.00]
            """)
        #expect(lyrics.isSynced)
        #expect(lyrics.title == "Blue")
        #expect(lyrics.language == "en")
        #expect(lyrics.lines.map(\.text) == ["First", "Second", "Third", "Fourth [live] 1:23", "Fifth"])
        #expect(lyrics.lines.map(\.start) == [1000, 12_340, 20_500, 30_123, 62_500])
        #expect(lyrics.lines.map(\.end) == [nil, nil, nil, nil, 120_000])
        #expect(lyrics.agents.isEmpty)
    }

    @Test("omits the line at which an overlong text is cut") func cut() {
        let line = "la " + String(repeating: "x", count: 1021)
        let lyrics = read(Array(repeating: line, count: 513).joined(separator: "\n"))
        #expect(!lyrics.lines.isEmpty && lyrics.lines.allSatisfy { $0.text == line })
    }

    @Test("repeats a line that has several times") func repeated() {
        let lyrics = read("[00:10.00] [00:30.00]La <00:10.50>la\n[00:20.00]Verse")
        #expect(lyrics.lines.map(\.text) == ["La la", "Verse", "La la"])
        #expect(lyrics.lines[0].words.map(\.start) == [10_000, 10_500])
        #expect(lyrics.lines[2].words.map(\.start) == [30_000, 30_500])
    }

    @Test(
        "starts earlier by a positive offset, and never before zero",
        arguments: [("+250", 9750), ("-250", 10_250), ("99999", 0), ("x", 10_000), ("99999999999999999999", 10_000)])
    func offset(text: String, start: Int) {
        let lyrics = read("[offset:\(text)]\n[00:10.00]<00:10.00>La <00:10.40>la <00:11.00>\n[00:12.00]End")
        #expect(lyrics.lines[0].start == start)
        #expect(lyrics.lines[0].words.first?.start == start)
    }

    @Test("times words, with ranges in bytes of the line") func words() {
        let lyrics = read("[00:01.00]<00:01.00>Żół<00:01.20>wie <00:01.50> płyną<00:02.00>\n[00:05.00]Dalej")
        let line = lyrics.lines[0]
        #expect(line.text == "Żółwie  płyną")
        #expect(line.words.map { $0.text(in: line.text) } == ["Żół", "wie", "płyną"])
        #expect(line.words.map(\.start) == [1000, 1200, 1500])
        #expect(line.words.map(\.end) == [1200, 1500, 2000])
        #expect(line.words[0].range == 0..<6)
        #expect(line.end == 2000)
    }

    @Test("has an end for all words of a line or for none") func ends() {
        let lyrics = read("[00:01.00]<00:01.00>a <00:02.00>b\n[00:03.00]<00:03.00>c <00:04.00>d")
        #expect(lyrics.lines[0].words.map(\.end) == [2000, 3000])
        #expect(lyrics.lines[1].words.map(\.end) == [nil, nil])
    }

    @Test("distinguishes voices and background vocals") func voices() {
        let lyrics = read("[00:01.00]v1: Hello\n[bg:<00:01.50>ooh <00:01.90>]\n[00:02.00]v2: World\n[00:03.00]v1: Bye")
        #expect(lyrics.lines.map(\.text) == ["Hello", "World", "Bye"])
        #expect(lyrics.lines.map(\.agent) == ["v1", "v2", "v1"])
        #expect(
            lyrics.agents == [
                LyricsAgent(id: "v1", role: .main), LyricsAgent(id: "v2", role: .voice),
                LyricsAgent(id: "bg", role: .background),
            ])
        #expect(lyrics.lines[0].background?.text == "ooh")
        #expect(lyrics.lines[0].background?.words.map(\.end) == [1900])
    }

    @Test("accepts F, M and D as voices only if two of them occur") func walaoke() {
        let duet = read("[00:01.00]F: Hello\n[00:02.00]there\n[00:03.00]M: Hi\n[00:04.00]D: Bye")
        #expect(duet.lines.map(\.text) == ["Hello", "there", "Hi", "Bye"])
        #expect(duet.lines.map(\.agent) == ["F", "F", "M", "D"])
        #expect(duet.agents.map(\.role) == [.main, .voice, .group])
        let word = read("[00:01.00]M: is for murder\n[00:02.00]what")
        #expect(word.lines[0].text == "M: is for murder")
        #expect(word.agents.isEmpty)
    }

    @Test("joins lines without times to the line before") func continuation() {
        let lyrics = read("Lyrics by somebody\n[00:05.00]One\nUno\n[00:08.00]Two")
        #expect(lyrics.lines.map(\.text) == ["One", "Uno", "Two"])
        #expect(lyrics.lines.map(\.start) == [5000, 5000, 8000])
    }

    @Test("without times is plain, with single blank lines between verses") func plain() {
        let lyrics = read("\n[ar:Nina]\n\nOne\nTwo\n\n\n\nThree [x]\n\n")
        #expect(!lyrics.isSynced)
        #expect(lyrics.artist == "Nina")
        #expect(lyrics.text == "One\nTwo\n\nThree [x]")
        #expect(StoredLyrics(source: .tag, language: nil, text: " \n[ar:x]\n[00:01.00]").lyrics.isEmpty)
    }

    /// Checks the invariants of lyrics, whatever is read.
    @Test("with any bytes is valid") func hostile() {
        var random = SeededGenerator(seed: 23)
        let pieces = [
            "[00:01.00]", "[99999:59.999]", "[00:61.00]", "<00:02.00>", "<00:01>", "<", ">", "[", "]", "[bg:", "v1:",
            "v22:", "F:", "M:",
            "D:", "ż", "👩‍👩‍👧", "\u{301}", " ", "\t", "\n", "\r\n", "[offset:-500]", "[offset:99999999]", "la", "[ar:", "0",
            ":", ".",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            check(text)
        }
        for _ in 0..<1000 {
            let bytes = (0..<Int.random(in: 0...100, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            check(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test("of any size is read within limits") func bounds() {
        check(String(repeating: "[00:01.00]", count: 100_000))
        check(String(repeating: "[00:01.00]la\n", count: 100_000))
        check("[00:01.00]" + String(repeating: "<00:01.00>la", count: 100_000))
        check(String(repeating: "[bg:x]\n", count: 100_000))
        check(String(repeating: "la\n", count: 300_000))
        #expect(read(String(repeating: "[00:01.00]la\n", count: 100_000)).lines.count == 10_000)
    }

    private func check(_ text: String) {
        guard let lyrics = StoredLyrics(source: .sidecar, language: nil, text: text).lyrics.first else {
            return
        }
        let fault = LyricsFault.first(in: lyrics)
        #expect(fault == nil, "\(text.prefix(200))")
    }

    private func read(_ text: String) -> SongLyrics {
        StoredLyrics(source: .sidecar, language: nil, text: text).lyrics.first
            ?? SongLyrics(source: .tag, isSynced: false, lines: [])
    }
}

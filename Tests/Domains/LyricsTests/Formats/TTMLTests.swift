import Lyrics
import Support
import Testing

@Suite("TTML") struct TTMLTests {
    @Test(
        "is read in every namespace, with all forms of times",
        arguments: [
            "http://www.w3.org/ns/ttml", "http://www.w3.org/2006/10/ttaf1", "http://www.w3.org/2006/04/ttaf1#", "",
        ])
    func times(namespace: String) throws {
        let lyrics = try #require(
            read(
                """
                <?xml version="1.0"?><tt xmlns="\(namespace)" xmlns:ttp="x" ttp:frameRate="25"
                  ttp:tickRate="1000" xml:lang="PL">
                <body><div>
                <p begin="00:00:01" end="00:00:02.5">clock</p><p begin="00:00:03:05" dur="1s">frames</p>
                <p begin="4.25s">seconds</p><p begin="5500ms">milliseconds</p><p begin="0.1m">minutes</p>
                <p begin="175f">frames</p><p begin="8000t">ticks</p>
                <p begin="1:09.5">short</p><p begin="0.02h">hours</p>
                </div></body></tt>
                """))
        #expect(lyrics.lines.map(\.start) == [1000, 3200, 4250, 5500, 6000, 7000, 8000, 69_500, 72_000])
        #expect(lyrics.lines.prefix(3).map(\.end) == [2500, 4200, nil])
        #expect(lyrics.language == "pl")
    }

    @Test("has times relative to the enclosing element, in parallel or in sequence") func nested() throws {
        let lyrics = try #require(
            read(
                """
                <tt xmlns="http://www.w3.org/ns/ttml"><body begin="10s"><div begin="5s">
                <p begin="1s" end="4s"><span begin="0.5s" end="1s">One</span>
                <span begin="1s" dur="0.5s">two</span></p></div>
                <div begin="20s" timeContainer="seq"><p dur="2s">Three</p>
                <p begin="1s" dur="2s">Four</p><p>Five</p></div>
                </body></tt>
                """))
        #expect(lyrics.lines.map(\.text) == ["One two", "Three", "Four", "Five"])
        #expect(lyrics.lines.map(\.start) == [16_000, 30_000, 33_000, 35_000])
        #expect(lyrics.lines[0].words.map(\.start) == [16_500, 17_000])
        #expect(lyrics.lines[0].words.map(\.end) == [17_000, 17_500])
    }

    @Test("with Apple's extension has absolute times, voices, background, translation and pronunciation")
    func extended() throws {
        let text = """
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:itunes="http://music.apple.com/lyric-ttml-internal"
              xmlns:ttm="http://www.w3.org/ns/ttml#metadata" itunes:timing="Word" xml:lang="ja"><head><metadata>
              <ttm:agent type="person" xml:id="v1"><ttm:name type="full">Nina</ttm:name></ttm:agent>
              <ttm:agent type="group" xml:id="v1000"/></metadata></head><body dur="1:00">
            <div begin="9.5" end="20"><p begin="10.0" end="12.0" ttm:agent="v1"><span
              begin="10.0" end="10.5">夜</span><span begin="10.5" end="11.0">に</span><span
              ttm:role="x-bg"><span begin="11.0" end="11.5">(ooh)</span></span><span
              ttm:role="x-translation" xml:lang="en">At night</span><span
              ttm:role="x-roman" xml:lang="ja-Latn">yoru ni</span></p>
            <p begin="13.0" end="14.0" ttm:agent="v1000">All</p></div></body></tt>
            """
        let all = LyricsFormat.ttml.lyrics(from: Array(text.utf8), source: .sidecar)
        #expect(all.map(\.kind) == [.main, .pronunciation, .translation])
        #expect(all.map(\.language) == ["ja", "ja-latn", "en"])
        #expect(all.map(\.text) == ["夜に\nAll", "yoru ni", "At night"])
        #expect(all[2].lines[0].start == 10_000)
        let line = all[0].lines[0]
        #expect(line.words.map(\.start) == [10_000, 10_500])
        #expect(line.background?.text == "(ooh)")
        #expect(line.background?.words.map(\.end) == [11_500])
        #expect(
            all[0].agents == [
                LyricsAgent(id: "v1", role: .main, name: "Nina"), LyricsAgent(id: "v1000", role: .group),
                LyricsAgent(id: "bg", role: .background),
            ])
    }

    @Test("assigns text after a line break to the word of a span that started before it") func breaks() throws {
        let broken = try #require(
            read(
                """
                <tt><body><div><p begin="0s" end="9s"><span begin="0s" end="1s">w</span><span begin="1s"
                end="5s">x<br/>ż <span begin="0s" end="1s">hello</span>y</span></p><p begin="10s">a<span begin="1s"
                end="2s">x<br/>éz</span></p></div></body></tt>
                """))
        #expect(broken.lines.map(\.text) == ["wx", "ż helloy", "ax", "éz"])
        #expect(
            broken.lines.map { line in line.words.map { $0.text(in: line.text) } }
                == [["w"], ["hello"], [], ["éz"]])
    }

    @Test("with any spans, parts and breaks has no overlapping words, and can be written in every format")
    func generated() throws {
        var random = SeededGenerator(seed: 17)
        func inner(_ depth: Int) -> String {
            (0..<Int.random(in: 0...4, using: &random)).map { _ in
                switch Int.random(in: 0..<8, using: &random) {
                case 0, 1: return ["a ", "żó", " 😀b", "夜"].randomElement(using: &random) ?? ""
                case 2: return "<br/>"
                case 3 where depth > 0: return "<span ttm:role=\"x-bg\">\(inner(depth - 1))</span>"
                case 4 where depth > 0:
                    return "<span ttm:role=\"x-translation\" xml:lang=\"en\">\(inner(depth - 1))</span>"
                case 5 where depth > 0: return "<span>\(inner(depth - 1))</span>"
                default:
                    guard depth > 0 else { return "c" }
                    let begin = Int.random(in: 0...3, using: &random)
                    return "<span begin=\"\(begin)s\" dur=\"1s\">\(inner(depth - 1))</span>"
                }
            }.joined()
        }
        for _ in 0..<3000 {
            let space = Bool.random(using: &random) ? " xml:space=\"preserve\"" : ""
            let text = """
                <tt xmlns:ttm="http://www.w3.org/ns/ttml#metadata"><body><div>
                <p begin="1s" end="9s"\(space)>\(inner(3))</p></div></body></tt>
                """
            for lyrics in LyricsFormat.ttml.lyrics(from: Array(text.utf8), source: .sidecar) {
                for line in lyrics.lines {
                    for (text, words) in [
                        (line.text, line.words), (line.background?.text ?? "", line.background?.words ?? []),
                    ] {
                        var end = 0
                        for word in words {
                            try #require(word.range.lowerBound >= end && !word.range.isEmpty, "\(text)")
                            end = word.range.upperBound
                            let bytes = Array(text.utf8.dropFirst(word.range.lowerBound).prefix(word.range.count))
                            try #require(String(validating: bytes, as: UTF8.self) != nil, "\(text)")
                        }
                        try #require(end <= text.utf8.count, "\(text)")
                    }
                }
                for format in LyricsFormat.allCases { _ = try? format.content(of: lyrics) }
            }
        }
    }

    @Test("without times is plain, with a verse for each division") func plain() throws {
        let lyrics = try #require(
            read(
                "<tt><body><div><p>One<br/>two</p></div><div><p>  Three\n x </p></div></body></tt>"
            ))
        #expect(!lyrics.isSynced)
        #expect(lyrics.text == "One\ntwo\n\nThree x")
    }

    @Test(
        "is refused if it declares entities, nests too deeply or is another kind of document",
        arguments: [
            "<!DOCTYPE tt [<!ENTITY a 'b'>]><tt><body><div><p>&a;</p></div></body></tt>",
            "<tt><body><div><p>&a;</p></div></body></tt>",
            "<tt>" + String(repeating: "<div>", count: 40) + "<p>a</p>" + String(repeating: "</div>", count: 40)
                + "</tt>",
            "<html><body><p>a</p></body></html>", "<tt><body><div><p>a</p>", "",
        ])
    func refused(text: String) {
        #expect(read(text) == nil)
    }

    private func read(_ text: String) -> SongLyrics? {
        LyricsFormat.ttml.lyrics(from: Array(text.utf8), source: .sidecar).first
    }
}

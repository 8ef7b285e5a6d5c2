import Support
import Testing

@testable import Lyrics

@Suite("Generated lyrics") struct LyricsInputTests {
    private static let lrc = """
        [ar:Nina][ti:Song]
        [offset:+250]
        [lang:pl]
        [00:12.00][01:15.3]v1: First <00:12.00>line <00:12.40>here <00:12.90>
        [00:15:20]F: Second
        and more of it
        [bg:<00:16.00>ooh <00:16.50>]
        [00:17.2]M: Third
        [00:19]
        [01:00:00.000]D: Last
        """

    @Test("lines are in order of time, words lie within their line, and output never outgrows input")
    func lrc() throws {
        let input = GeneratedInput(
            "lyrics", corpus: [Self.lrc, "Plain\n\n\nwords\r\nonly", "[00:01]a\nb\n[bg:c]"],
            tokens: [
                "[", "]", "<", ">", "[00:01]", "[00:01.00]", "<00:02.00>", "[bg:", "[offset:-9999999999999]",
                "[offset:+]",
                "v2:", "F:", "[99999:59.999]", "[-1:00]", "[00:01]\n", "\nx",
            ])
        try input.each { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            guard let lyrics = StoredLyrics(source: .tag, language: nil, text: text).lyrics.first else {
                return
            }
            try #require(!lyrics.lines.isEmpty && lyrics.lines.count <= LyricsFormat.lineLimit)
            var before = 0
            // A line may have up to 64 times. Each one repeats the line's text.
            var size = 0
            for line in lyrics.lines {
                if lyrics.isSynced {
                    let start = try #require(line.start)
                    #expect(start >= before)
                    before = start
                }
                for (text, words) in [
                    (line.text, line.words), (line.background?.text ?? "", line.background?.words ?? []),
                ] {
                    var end = 0
                    for word in words {
                        #expect(word.range.lowerBound >= end && !word.range.isEmpty && !word.text(in: text).isEmpty)
                        end = word.range.upperBound
                    }
                    try #require(end <= text.utf8.count)
                    size += text.utf8.count
                }
            }
            #expect(size <= 128 * (text.utf8.count + 1))
        }
    }

    @Test(
        "a file of any format is read or refused in time, and parsed lyrics survive writing and rereading",
        arguments: LyricsFormat.allCases)
    func formats(format: LyricsFormat) throws {
        let source = StoredLyrics(source: .tag, language: nil, text: Self.lrc).lyrics
        let corpus = try source.map { try format.content(of: $0) }
        let input = GeneratedInput(
            "lyrics-\(format.rawValue)", corpus: corpus,
            tokens: [
                "<p begin=\"", "</p>", "<span begin='1s'>", "</span>", "<br/>", "<div timeContainer='seq'>", "</div>",
                " ttm:role='x-bg'", "&#0;", "&amp;", "99999h", "1e9s", "-1s", "00:00:01.000", " --> ", "00:00:01,000",
                "<v Nina>", "</v>", "<c.bg>", "<00:00:02.000>", "WEBVTT", "\n\n", "NOTE", "<i>", "{\\an8}", "STL30.01",
            ], count: 500)
        try input.each { bytes in
            for lyrics in format.lyrics(from: bytes, source: .sidecar) {
                try Self.check(lyrics)
                try #require(lyrics.text.utf8.count <= 64 * (bytes.count + 1))
                for other in LyricsFormat.allCases {
                    guard let content = try? other.content(of: lyrics) else { continue }
                    for again in other.lyrics(from: content, source: .sidecar) { try Self.check(again) }
                }
            }
        }
    }

    @Test("a tag with any bytes is read or refused", arguments: [true, false]) func frames(isSynced: Bool) throws {
        let source = StoredLyrics(source: .tag, language: nil, text: Self.lrc).lyrics
        let corpus = source.flatMap { lyrics in
            (0...3 as ClosedRange<UInt8>).map { encoding in
                isSynced
                    ? SYLTFrame.content(of: lyrics, encoding: encoding)
                    : USLTFrame.content(of: lyrics, encoding: encoding)
            }
        }
        let input = GeneratedInput("lyrics-frame-\(isSynced)", corpus: corpus)
        try input.each { bytes in
            let lyrics = isSynced ? SYLTFrame.lyrics(from: bytes, frameMilliseconds: 26) : USLTFrame.lyrics(from: bytes)
            if let lyrics { try Self.check(lyrics) }
        }
    }

    private static func check(_ lyrics: SongLyrics) throws {
        try #require(!lyrics.lines.isEmpty && lyrics.lines.count <= LyricsFormat.lineLimit)
        try #require(lyrics.agents.isEmpty || lyrics.agents.count { $0.role == .main } == 1)
        var before = 0
        for line in lyrics.lines {
            try #require((line.start != nil) == lyrics.isSynced && line.start ?? 0 >= before)
            before = line.start ?? 0
            for (text, words) in [(line.text, line.words), (line.background?.text ?? "", line.background?.words ?? [])]
            {
                var (end, time) = (0, 0)
                for word in words {
                    try #require(word.range.lowerBound >= end && !word.range.isEmpty && word.start >= time)
                    try #require((word.end == nil) == (words[0].end == nil) && word.end ?? word.start >= word.start)
                    (end, time) = (word.range.upperBound, word.start)
                }
                let bytes = Array(text.utf8)
                try #require(end <= bytes.count)
                for place in words.flatMap({ [$0.range.lowerBound, $0.range.upperBound] }) where place < bytes.count {
                    try #require(bytes[place] & 0xC0 != 0x80)
                }
            }
        }
    }

    @Test("text built to expand takes time and memory in proportion to its length")
    func multiplied() throws {
        let long = String(repeating: "ooh ", count: 30_000)
        let lines = String(repeating: "x\n", count: 9000)
        let same = (0..<9000).map { "[00:01]\($0)" }.joined(separator: "\n")
        let texts = [
            "[00:01]a\n\(lines)[bg:\(long)]\n", same, same + "\n[00:02]",
            String(repeating: "[00:01]", count: 60_000) + "a",
            String(repeating: "<00:01>a", count: 60_000), String(repeating: "[", count: 400_000),
            (0..<70).map { _ in
                String(repeating: "[0:01]", count: 64) + String(repeating: "a<0:01>", count: 1000)
                    + "\n[bg:ooh <0:01>x]"
            }.joined(separator: "\n"),
            "a" + String(repeating: "\u{0301}", count: 100_000) + String(repeating: "\u{0323}", count: 100_000),
        ]
        for text in texts {
            let start = ContinuousClock.now
            let lyrics = StoredLyrics(source: .tag, language: nil, text: text).lyrics.first
            let size = lyrics?.lines.reduce(0) { $0 + $1.text.utf8.count + ($1.background?.text.utf8.count ?? 0) } ?? 0
            #expect(size <= 128 * text.utf8.count)
            let words = lyrics?.lines.reduce(0) { $0 + $1.words.count + ($1.background?.words.count ?? 0) } ?? 0
            #expect(words <= 52_000)
            for format in LyricsFormat.allCases { if let lyrics { _ = try? format.content(of: lyrics) } }
            #expect(ContinuousClock.now - start < .seconds(30), "\(text.prefix(20))")
        }
    }
}

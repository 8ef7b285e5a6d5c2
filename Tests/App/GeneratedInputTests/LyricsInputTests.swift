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

    @Test("lines come in order of time, their words lie within them, and nothing grows beyond what was given")
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
            guard let lyrics = LyricsReading.lyrics(StoredLyrics(source: .tag, language: nil, text: text)) else {
                return
            }
            try #require(!lyrics.lines.isEmpty && lyrics.lines.count <= LyricsReading.lineLimit)
            var before = 0
            // A line may have 64 times, and each copy what is sung behind it.
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

    @Test("a text that is made to multiply takes no longer and no more room than it is long")
    func multiplied() throws {
        let long = String(repeating: "ooh ", count: 30_000)
        let lines = String(repeating: "x\n", count: 9000)
        let same = (0..<9000).map { "[00:01]\($0)" }.joined(separator: "\n")
        let texts = [
            "[00:01]a\n\(lines)[bg:\(long)]\n", same, same + "\n[00:02]",
            String(repeating: "[00:01]", count: 60_000) + "a",
            String(repeating: "<00:01>a", count: 60_000), String(repeating: "[", count: 400_000),
        ]
        for text in texts {
            let start = ContinuousClock.now
            let lyrics = LyricsReading.lyrics(StoredLyrics(source: .tag, language: nil, text: text))
            let size = lyrics?.lines.reduce(0) { $0 + $1.text.utf8.count + ($1.background?.text.utf8.count ?? 0) } ?? 0
            #expect(size <= 128 * text.utf8.count)
            #expect(ContinuousClock.now - start < .seconds(30), "\(text.prefix(20))")
        }
    }
}

import Lyrics
import Support
import Testing

@Suite("Lyrics formats") struct RoundTripTests {
    @Test("read what they have written, as far as they support it", arguments: LyricsCodec.all)
    func roundTrip(codec: LyricsCodec) throws {
        for seed in 1...10_000 as ClosedRange<UInt64> {
            var maker = LyricsMaker(codec, seed: seed)
            let lyrics = maker.lyrics()
            let content = try codec.write(lyrics)
            guard codec.read(content) != lyrics else { continue }
            Issue.record(
                """
                \(codec.name), seed \(seed): \(String(decoding: content, as: UTF8.self))
                \(lyrics)
                \(String(describing: codec.read(content)))
                """)
            return
        }
    }

    /// The richest lyrics. Most formats must omit some of them. A second round trip omits nothing more.
    @Test("lose no line of any lyrics, and nothing more the second time", arguments: LyricsCodec.all)
    func projection(codec: LyricsCodec) throws {
        let richest = try #require(LyricsCodec.all.first { $0.name == "ttml" })
        for seed in 1...1000 as ClosedRange<UInt64> {
            var maker = LyricsMaker(richest, seed: seed)
            let lyrics = maker.lyrics()
            guard let content = try? codec.write(lyrics) else {
                // Only the binary subtitle format has a limited character set.
                try #require(codec.latin)
                continue
            }
            let once = try #require(codec.read(content), "\(codec.name), seed \(seed)")
            try #require(LyricsFault.first(in: once) == nil, "\(codec.name), seed \(seed)")
            let twice = codec.read(try codec.write(once))
            try #require(once == twice, "\(codec.name), seed \(seed)")
            try #require(once.lines.count >= lyrics.lines.count, "\(codec.name), seed \(seed)")
            guard let resolution = codec.resolution, !codec.latin else { continue }
            let starts = Set(once.lines.compactMap(\.start))
            for line in lyrics.lines {
                let start = try #require(line.start)
                try #require(
                    starts.contains { abs($0 - start) < resolution || codec.allWords }, "\(codec.name), seed \(seed)")
            }
        }
    }
}

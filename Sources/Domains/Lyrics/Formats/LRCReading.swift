/// LRC with its extensions: several times for a line, an offset, the times of words (enhanced LRC), voices (`v1:`,
/// `F:` and `M:` and `D:`, `[bg:…]`).
///
/// A time without text ends the line before. What has no time in a text that has some goes with the line before it.
struct LRCReading {
    private let text: LRCText
    private let voices: LRCVoices

    init(_ text: LRCText) {
        self.text = text
        voices = LRCVoices(text.lines)
    }

    /// Nil where no line has a time.
    func lyrics(from source: LyricsSource) -> SongLyrics? {
        guard text.lines.contains(where: { !$0.stamps.isEmpty }) else { return nil }
        var lines = sorted()
        fillEnds(&lines)
        var lyrics = SongLyrics(source: source, isSynced: true, lines: lines.map(\.line).filter { !$0.text.isEmpty })
        guard !lyrics.lines.isEmpty else { return nil }
        voices.assign(to: &lyrics)
        return lyrics
    }

    private struct Placed {
        var line: LyricsLine
        let place: Int
    }

    /// By time, and as written where times are equal.
    private func sorted() -> [Placed] {
        var placed: [Placed] = []
        var voice: String?
        /// Where the copies of the line before begin in `placed`.
        var before = 0
        for line in text.lines where placed.count < LyricsReading.lineLimit {
            if line.isBackground {
                addBackground(line, to: &placed, from: before)
                continue
            }
            if line.stamps.isEmpty {
                guard let last = placed.last, !line.rest.isEmpty else { continue }
                // It has no place of its own in time: it shares that of the line before.
                let start = last.line.start ?? 0
                before = placed.count
                placed.append(
                    Placed(
                        line: LyricsLine(start: start, text: LRCWords(line.rest, start: start).text, agent: voice),
                        place: placed.count))
                continue
            }
            before = placed.count
            let (agent, rest) = voices.agent(line.rest)
            voice = agent ?? (voices.persist ? voice : nil)
            let first = line.stamps.min() ?? 0
            let words = LRCWords(rest, start: first)
            for stamp in line.stamps where placed.count < LyricsReading.lineLimit {
                placed.append(Placed(line: self.line(words, at: stamp, first: first, voice), place: placed.count))
            }
        }
        return placed.sorted { ($0.line.start ?? 0, $0.place) < ($1.line.start ?? 0, $1.place) }
    }

    /// The words of a line that is sung several times are timed for the first.
    private func line(_ words: LRCWords, at stamp: Int, first: Int, _ voice: String?) -> LyricsLine {
        let shift = stamp - first - text.offset
        return LyricsLine(
            start: max(0, stamp - text.offset), end: words.end.map { max(0, $0 + shift) }, text: words.text,
            words: words.words.map { word in
                LyricsWord(
                    start: max(0, word.start + shift), end: word.end.map { max(0, $0 + shift) }, range: word.range)
            }, agent: voice)
    }

    private func addBackground(_ line: LRCText.Line, to placed: inout [Placed], from before: Int) {
        guard before < placed.count, !placed[before].line.text.isEmpty else { return }
        for index in before..<placed.count where placed[index].line.background == nil {
            let start = placed[index].line.start ?? 0
            let words = LRCWords(line.rest, start: start)
            guard !words.text.isEmpty else { return }
            let shift = index == before ? text.offset : 0
            placed[index].line.background = LyricsLine.Background(
                text: words.text,
                words: Self.closed(
                    words.words.map { word in
                        LyricsWord(
                            start: max(0, word.start - shift), end: word.end.map { max(0, $0 - shift) },
                            range: word.range)
                    }, end: words.end.map { max(0, $0 - shift) }), agent: LRCVoices.background)
        }
    }

    /// A time without text ends what is sung before it. The last word of a line ends with the line, or with the next
    /// one; where there is none, no word of the line has an end.
    private func fillEnds(_ lines: inout [Placed]) {
        // From the last one on: thousands of lines may have the same time.
        var (next, following): (LyricsLine?, LyricsLine?) = (nil, nil)
        for index in lines.indices.reversed() {
            if let following, following.start != lines[index].line.start { next = following }
            following = lines[index].line
            guard !lines[index].line.text.isEmpty else { continue }
            if let next, next.text.isEmpty, lines[index].line.end == nil { lines[index].line.end = next.start }
            lines[index].line.words = Self.closed(lines[index].line.words, end: lines[index].line.end ?? next?.start)
        }
    }

    private static func closed(_ words: [LyricsWord], end: Int?) -> [LyricsWord] {
        guard var last = words.last, last.end == nil else { return words }
        guard let end, end >= last.start else {
            return words.map { LyricsWord(start: $0.start, range: $0.range) }
        }
        last.end = end
        return words.dropLast() + [last]
    }
}

/// Parses LRC with its extensions: several times for a line, an offset, the times of words (enhanced LRC), voices
/// (`v1:`, `F:` and `M:` and `D:`, `[bg:…]`).
///
/// A time without text ends the line before it. In a text with times, a line without one shares the time of the line
/// before it.
struct LRCReading {
    private let text: LRCText
    private let voices: LRCVoices

    init(_ text: LRCText) {
        self.text = text
        voices = LRCVoices(text.lines)
    }

    /// The lyrics with times, else the plain ones; nil if there are no words.
    func any(from source: LyricsSource) -> SongLyrics? {
        guard var lyrics = lyrics(from: source) ?? plain(from: source) else { return nil }
        lyrics.language = text.language
        (lyrics.artist, lyrics.title) = (text.tags["ar"], text.tags["ti"])
        return lyrics
    }

    /// The lines without times. Blank lines stay between verses, one at a time.
    private func plain(from source: LyricsSource) -> SongLyrics? {
        var lines: [LyricsLine] = []
        for line in text.lines {
            let content = String(decoding: line.rest, as: UTF8.self)
            if content.isEmpty, lines.last.map(\.text.isEmpty) ?? true { continue }
            lines.append(LyricsLine(text: content))
        }
        while lines.last?.text.isEmpty == true { lines.removeLast() }
        return lines.isEmpty ? nil : SongLyrics(source: source, isSynced: false, lines: lines)
    }

    /// Nil if no line has a time.
    func lyrics(from source: LyricsSource) -> SongLyrics? {
        guard text.lines.contains(where: { !$0.stamps.isEmpty }) else { return nil }
        var lyrics = SongLyrics(source: source, isSynced: true, lines: lines().settled())
        guard !lyrics.lines.isEmpty else { return nil }
        lyrics.settleVoices()
        return lyrics
    }

    /// The bounds of all copies of lines with several times together.
    private struct Room {
        var bytes = 2 * LyricsFormat.sizeLimit
        var words = 50_000

        mutating func take(_ text: String, _ count: Int) {
            bytes -= text.utf8.count
            words -= count
        }
    }

    /// The lines as written.
    private func lines() -> [LyricsLine] {
        var lines: [LyricsLine] = []
        var room = Room()
        var voice: String?
        /// The index in `lines` of the first copy of the previous line.
        var before = 0
        for line in text.lines where lines.count < LyricsFormat.lineLimit {
            if line.isBackground {
                addBackground(line, to: &lines, from: before, &room)
                continue
            }
            if line.stamps.isEmpty {
                guard let last = lines.last, !line.rest.isEmpty else { continue }
                // It has no time of its own: it shares that of the line before it.
                let start = last.start ?? 0
                before = lines.count
                lines.append(LyricsLine(start: start, text: LRCWords.parse(line.rest, start: start).text, agent: voice))
                continue
            }
            before = lines.count
            let (agent, rest) = voices.agent(line.rest)
            voice = agent ?? (voices.persist ? voice : nil)
            let first = line.stamps.min() ?? 0
            var words = LRCWords.parse(rest, start: first)
            for (copy, stamp) in line.stamps.enumerated() where lines.count < LyricsFormat.lineLimit {
                if room.words < 0 { (words.words, words.end) = ([], nil) }
                guard copy == 0 || room.bytes >= 0 else { break }
                room.take(words.text, words.words.count)
                lines.append(self.line(words, at: stamp, first: first, voice))
            }
        }
        return lines
    }

    /// The line at `stamp`. The words of a line with several times are timed for the first.
    private func line(_ words: TimedText.Result, at stamp: Int, first: Int, _ voice: String?) -> LyricsLine {
        let shift = stamp - first - text.offset
        return LyricsLine(
            start: max(0, stamp - text.offset), end: words.end.map { max(0, $0 + shift) }, text: words.text,
            words: words.words.map { word in
                LyricsWord(
                    start: max(0, word.start + shift), end: word.end.map { max(0, $0 + shift) }, range: word.range)
            }, agent: voice)
    }

    private func addBackground(
        _ line: LRCText.Line, to lines: inout [LyricsLine], from before: Int, _ room: inout Room
    ) {
        guard before < lines.count, !lines[before].text.isEmpty else { return }
        for index in before..<lines.count where lines[index].background == nil {
            let start = lines[index].start ?? 0
            let words = LRCWords.parse(line.rest, start: start)
            guard !words.text.isEmpty, index == before || room.bytes >= 0 && room.words >= 0 else { return }
            room.take(words.text, words.words.count)
            let shift = index == before ? text.offset : 0
            lines[index].background = LyricsLine.Background(
                text: words.text,
                words: words.words.map { word in
                    LyricsWord(
                        start: max(0, word.start - shift), end: word.end.map { max(0, $0 - shift) }, range: word.range)
                }.closed(end: words.end.map { max(0, $0 - shift) }), agent: SongLyrics.backgroundVoice)
        }
    }
}
/// The voices of lines: `v1:` and `v2:` before a line, as players of word-timed lyrics write it, or `F:`, `M:` and `D:`
/// for a woman, a man and both, as Walaoke's extension has it. The letters count only if at least two of them occur,
/// since a single one may be a word of the song; each applies until the next.
struct LRCVoices {
    /// Whether a voice applies until another is named.
    let persist: Bool
    private let marks: Set<String>

    init(_ lines: [LRCText.Line]) {
        let found = Set(lines.lazy.filter { !$0.stamps.isEmpty }.compactMap { Self.mark($0.rest)?.mark })
        let letters = found.intersection(["F", "M", "D"])
        persist = letters.count > 1
        marks = persist ? found : found.subtracting(letters)
    }

    /// The agent of a line, and the line without its mark.
    func agent(_ line: ArraySlice<UInt8>) -> (agent: String?, rest: ArraySlice<UInt8>) {
        guard let (mark, rest) = Self.mark(line), marks.contains(mark) else { return (nil, line) }
        return (mark, rest)
    }

    static func mark(_ line: ArraySlice<UInt8>) -> (mark: String, rest: ArraySlice<UInt8>)? {
        guard let colon = line.prefix(4).firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = line[..<colon]
        let isVoice =
            name.count >= 2 && name.first == UInt8(ascii: "v")
            && name.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let isLetter = name.count == 1 && "FMD".utf8.contains(name[name.startIndex])
        guard isVoice || isLetter else { return nil }
        return (String(decoding: name, as: UTF8.self), LRCText.trimmed(line[(colon + 1)...]))
    }
}

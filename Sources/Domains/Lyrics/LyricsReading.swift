/// Parses a text into lyrics: as LRC if it has times, else as plain lines.
package enum LyricsReading {
    /// The largest part of a text that is read, in bytes of UTF-8.
    package static let textLimit = 512 * 1024
    static let lineLimit = 10_000

    /// Nil if the text contains no words.
    package static func lyrics(_ stored: StoredLyrics) -> SongLyrics? {
        let text = LRCText(stored.text)
        guard var lyrics = LRCReading(text).lyrics(from: stored.source) ?? plain(text, stored.source) else {
            return nil
        }
        lyrics.language = stored.language ?? text.language
        (lyrics.artist, lyrics.title) = (text.tags["ar"], text.tags["ti"])
        return lyrics
    }

    /// The lyrics of a text without times. Blank lines stay between verses, one at a time.
    private static func plain(_ text: LRCText, _ source: LyricsSource) -> SongLyrics? {
        var lines: [LyricsLine] = []
        for line in text.lines {
            let content = String(decoding: line.rest, as: UTF8.self)
            if content.isEmpty, lines.last.map(\.text.isEmpty) ?? true { continue }
            lines.append(LyricsLine(text: content))
        }
        while lines.last?.text.isEmpty == true { lines.removeLast() }
        return lines.isEmpty ? nil : SongLyrics(source: source, isSynced: false, lines: lines)
    }
}

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

    /// Nil if no line has a time.
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

    /// The lines ordered by time, and as written if times are equal.
    private func sorted() -> [Placed] {
        var placed: [Placed] = []
        var voice: String?
        /// The index in `placed` of the first copy of the previous line.
        var before = 0
        for line in text.lines where placed.count < LyricsReading.lineLimit {
            if line.isBackground {
                addBackground(line, to: &placed, from: before)
                continue
            }
            if line.stamps.isEmpty {
                guard let last = placed.last, !line.rest.isEmpty else { continue }
                // It has no time of its own: it shares that of the line before it.
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

    /// The line at `stamp`. The words of a line with several times are timed for the first.
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

    /// Sets the missing ends. A time without text ends the line before it. The last word of a line ends with the line,
    /// or with the next one; if there is none, no word of the line has an end.
    private func fillEnds(_ lines: inout [Placed]) {
        // In reverse order, since thousands of lines may have the same time.
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

/// The voices of lines: `v1:` and `v2:` before a line, as players of word-timed lyrics write it, or `F:`, `M:` and `D:`
/// for a woman, a man and both, as Walaoke's extension has it. The letters count only if at least two of them occur,
/// since a single one may be a word of the song; each applies until the next.
struct LRCVoices {
    static let background = "bg"

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

    /// Sets the agents of `lyrics` to those that its lines name. Exactly one of them is the main one.
    func assign(to lyrics: inout SongLyrics) {
        var ids: [String] = []
        var hasBackground = false
        for line in lyrics.lines {
            if let agent = line.agent, !ids.contains(agent) { ids.append(agent) }
            hasBackground = hasBackground || line.background != nil
        }
        let isWithout = lyrics.lines.contains { $0.agent == nil }
        guard !ids.isEmpty || hasBackground else { return }
        // Lines without a voice belong to the main voice.
        let main = ids.contains("v1") ? "v1" : isWithout ? "main" : ids.first { $0 != "D" } ?? ids[0]
        if !ids.contains(main) { ids.insert(main, at: 0) }
        for index in lyrics.lines.indices where lyrics.lines[index].agent == nil { lyrics.lines[index].agent = main }
        lyrics.agents = ids.map { LyricsAgent(id: $0, role: $0 == main ? .main : $0 == "D" ? .group : .voice) }
        if hasBackground { lyrics.agents.append(LyricsAgent(id: Self.background, role: .background)) }
    }

    private static func mark(_ line: ArraySlice<UInt8>) -> (mark: String, rest: ArraySlice<UInt8>)? {
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

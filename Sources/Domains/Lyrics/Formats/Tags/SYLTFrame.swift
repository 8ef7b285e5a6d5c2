/// The content of ID3v2's frame for synchronized lyrics (`SYLT`): encoding, language, the unit of times, the kind of
/// content, a description, then texts each with the time at which it is heard.
///
/// Where texts begin with line breaks, the frame times syllables, and a text without a break continues the line. A text
/// of nothing ends what comes before it.
package enum SYLTFrame {
    private static let milliseconds: UInt8 = 2
    /// Other, lyrics, and the transcription of a text; the others are movements, events, chords, trivia and addresses.
    private static let words: Set<UInt8> = [0, 1, 2]

    /// Nil if the content is malformed, is not of words, or has no words. Times in frames of MPEG need the length of
    /// one.
    package static func lyrics(from content: [UInt8], frameMilliseconds: Double? = nil) -> SongLyrics? {
        guard content.count > 6, let encoding = ID3Text(rawValue: content[0]), words.contains(content[5]),
            let unit = content[4] == milliseconds ? 1 : content[4] == 1 ? frameMilliseconds : nil
        else { return nil }
        let parts = parts(content.prefix(LyricsFormat.sizeLimit), encoding, unit)
        let hasBreaks = parts.contains { $0.text.utf8.first == 0x0A }
        var lyrics = SongLyrics(
            source: .tag, isSynced: true, lines: (hasBreaks ? syllables(parts) : lines(parts)).settled())
        guard !lyrics.lines.isEmpty else { return nil }
        lyrics.language = ID3Text.language(content[1..<4])
        return lyrics
    }

    private static func parts(_ content: ArraySlice<UInt8>, _ encoding: ID3Text, _ unit: Double) -> [(
        text: String, time: Int
    )] {
        var rest = content[6...]
        var isLittle = encoding == .utf16
        _ = encoding.take(from: &rest, isLittle: &isLittle)
        var parts: [(String, Int)] = []
        while !rest.isEmpty, parts.count < 4 * LyricsFormat.lineLimit {
            let text = encoding.take(from: &rest, isLittle: &isLittle)
            guard rest.count >= 4 else { break }
            let time = Double(rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }) * unit
            rest = rest.dropFirst(4)
            parts.append((String(text.unicodeScalars.filter { $0 != "\r" }), Int(min(time, Double(LRCTime.limit)))))
        }
        return parts
    }

    private static func lines(_ parts: [(text: String, time: Int)]) -> [LyricsLine] {
        parts.prefix(LyricsFormat.lineLimit).map { LyricsLine(start: $0.time, text: PlainLine.of($0.text)) }
    }

    private static func syllables(_ parts: [(text: String, time: Int)]) -> [LyricsLine] {
        var lines: [LyricsLine] = []
        var current: (start: Int, text: TimedText)?
        func finish() {
            guard let start = current?.start, let result = current?.text.finish() else { return }
            lines.append(LyricsLine(start: start, end: result.end, text: result.text, words: result.words))
        }
        for (text, time) in parts where lines.count < LyricsFormat.lineLimit {
            if text.utf8.first == 0x0A || current == nil {
                finish()
                current = (time, TimedText(start: time))
            }
            current?.text.mark(time)
            for byte in text.utf8 where byte != 0x0A { current?.text.append(byte) }
        }
        finish()
        return lines
    }

    /// Writes synced lyrics, in milliseconds. Lyrics with the times of words become syllables.
    package static func content(of lyrics: SongLyrics, encoding: UInt8 = ID3Text.utf8.rawValue) -> [UInt8] {
        let text = ID3Text(rawValue: encoding) ?? .utf8
        var content = [text.rawValue] + ID3Text.code(lyrics.language) + [milliseconds, 1] + text.encode("")
        func add(_ part: String, _ time: Int) {
            content += text.encode(part)
            content += (0..<4).map { UInt8(truncatingIfNeeded: time >> (24 - 8 * $0)) }
        }
        let hasWords = lyrics.lines.contains { !$0.words.isEmpty }
        let following = lyrics.lines.followingStarts
        for (index, line) in lyrics.lines.enumerated() {
            let start = line.start ?? 0
            let next = lyrics.lines.indices.contains(index + 1) ? lyrics.lines[index + 1].start : nil
            if hasWords {
                addSyllables(line, next: following[index], add)
            } else {
                add(line.text, start)
                if let background = line.background { add("(\(background.text))", start) }
                if next != start, let end = line.end, end > start, next.map({ $0 >= end }) ?? true { add("", end) }
            }
        }
        return content
    }

    private static func addSyllables(_ line: LyricsLine, next: Int?, _ add: (String, Int) -> Void) {
        let bytes = Array(line.text.utf8)
        let words =
            line.words.isEmpty
            ? [LyricsWord(start: line.start ?? 0, range: 0..<bytes.count)] : line.openWords(next: next)
        var at = 0
        for (index, word) in words.enumerated() {
            let isLast = index == words.count - 1
            let end = isLast ? bytes.count : word.range.upperBound
            add((index == 0 ? "\n" : "") + String(decoding: bytes[at..<end], as: UTF8.self), word.start)
            at = end
            let next = isLast ? nil : words[index + 1].start
            if let finish = word.end, finish != next { add("", finish) }
            if isLast, let end = line.end, end > (word.end ?? word.start) { add("", end) }
        }
    }
}

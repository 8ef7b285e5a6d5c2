/// Writes LRC with its extensions, in hundredths of a second, and plain text.
///
/// The end of a line is written as a time without text; that of a line whose words have times is a last time in the
/// line. LRC has no escapes: in a text that would be read as a time, a tag or a voice, a word joiner (U+2060) keeps it
/// from being one.
enum LRCWriter {
    private static let joiner = "\u{2060}"

    static func text(of lyrics: SongLyrics) -> String {
        var text = ""
        for (name, value) in [("ti", lyrics.title), ("ar", lyrics.artist), ("la", lyrics.language)] {
            guard let value, !value.isEmpty else { continue }
            text += "[\(name):\(withoutBrackets(value))]\n"
        }
        guard lyrics.isSynced else { return text + plainText(of: lyrics) }
        let (marks, following) = (lyrics.numberedVoices, lyrics.lines.followingStarts)
        for (index, line) in lyrics.lines.enumerated() {
            let start = line.start ?? 0
            let mark = line.agent.flatMap { marks[$0] ?? nil }
            let words = TimedText.marked(
                line.text, line.openWords(next: following[index], resolution: 10), end: line.end,
                stamp: { "<\(stamp($0))>" }, escape: { guarded($0) })
            text += "[\(stamp(start))]" + (mark.map { "\($0): \(words)" } ?? unmarked(words)) + "\n"
            if let background = line.background {
                let words = TimedText.marked(
                    withoutBrackets(background.text), background.words, end: nil, stamp: { "<\(stamp($0))>" },
                    escape: { guarded($0) })
                text += "[bg:\(words)]\n"
            }
            if let end = end(of: index, in: lyrics.lines) { text += "[\(stamp(end))]\n" }
        }
        return text
    }

    /// The lines alone, those of the background in parentheses.
    static func plainText(of lyrics: SongLyrics) -> String {
        lyrics.lines.flatMap { line in
            [line.text] + (line.background.map { ["(\($0.text))"] } ?? [])
        }.map { unmarked(guarded($0[...]), isTimed: false) + "\n" }.joined()
    }

    /// The time that ends the lines that begin with this one, if it is the last of them, they end together, and no
    /// other begins before.
    private static func end(of index: Int, in lines: [LyricsLine]) -> Int? {
        let line = lines[index]
        let (start, next) = (rounded(line.start), lines.indices.contains(index + 1) ? lines[index + 1].start : nil)
        guard rounded(next) != start else { return nil }
        var end: Int?
        var at = index
        while at >= 0, rounded(lines[at].start) == start {
            if lines[at].words.isEmpty {
                guard let stated = lines[at].end, end.map({ rounded($0) == rounded(stated) }) ?? true else {
                    return nil
                }
                end = stated
            }
            at -= 1
        }
        guard let end, rounded(end) > start, next.map({ rounded($0) >= rounded(end) }) ?? true else { return nil }
        return end
    }

    private static func rounded(_ time: Int?) -> Int { time.map { $0 / 10 } ?? -1 }

    /// `mm:ss.xx`; there may be more than 99 minutes.
    static func stamp(_ milliseconds: Int) -> String {
        let hundredths = milliseconds / 10
        return "\(two(hundredths / 6000)):\(two(hundredths / 100 % 60)).\(two(hundredths % 100))"
    }

    static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }

    /// The text without what would be read as the time of a word.
    private static func guarded(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return String(text) }
        let bytes = Array(text.utf8)
        var guarded: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            guarded.append(byte)
            guard byte == UInt8(ascii: "<"),
                let close = bytes[index...].prefix(20).firstIndex(of: UInt8(ascii: ">")),
                LRCTime.milliseconds(bytes[(index + 1)..<close]) != nil
            else { continue }
            guarded.append(contentsOf: joiner.utf8)
        }
        return String(decoding: guarded, as: UTF8.self)
    }

    /// The line without what would be read as a time, a tag or a voice before it.
    private static func unmarked(_ line: String, isTimed: Bool = true) -> String {
        let bytes = Array(line.utf8)
        guard let first = bytes.first else { return line }
        if first == UInt8(ascii: "["), let close = bytes.firstIndex(of: UInt8(ascii: "]")),
            LRCTime.milliseconds(bytes[1..<close]) != nil
                || !isTimed && close == bytes.count - 1 && LRCText.tag(bytes[1..<close]) != nil
        {
            return "[" + joiner + line.dropFirst()
        }
        if isTimed, LRCVoices.mark(bytes[...]) != nil { return line.prefix(1) + joiner + line.dropFirst() }
        return line
    }

    private static func withoutBrackets(_ text: String) -> String {
        String(text.map { $0 == "[" ? "(" : $0 == "]" ? ")" : $0 })
    }
}

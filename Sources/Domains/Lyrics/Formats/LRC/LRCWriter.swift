/// Writes LRC with its extensions, and plain text.
///
/// The end of a line is written as a time without text; that of a line whose words have times is a last time in the
/// line. LRC has no escapes: in a text that would be read as a time, a tag or a voice, a word joiner (U+2060) keeps it
/// from being one.
struct LRCWriter {
    private static let joiner = "\u{2060}"

    private let lyrics: SongLyrics
    /// In milliseconds: 10, as everybody reads it, or 1.
    private let resolution: Int

    /// In hundredths of a second.
    static func text(of lyrics: SongLyrics) -> String {
        var text = ""
        for (name, value) in [("ti", lyrics.title), ("ar", lyrics.artist), ("la", lyrics.language)] {
            guard let value, !value.isEmpty else { continue }
            text += "[\(name):\(withoutBrackets(value))]\n"
        }
        return text + (lyrics.isSynced ? Self(lyrics: lyrics, resolution: 10).lines() : plainText(of: lyrics))
    }

    /// The lines alone, in milliseconds.
    static func exactLines(of lyrics: SongLyrics) -> String {
        Self(lyrics: lyrics, resolution: 1).lines()
    }

    private func lines() -> String {
        var text = ""
        let (marks, following) = (lyrics.numberedVoices, lyrics.lines.followingStarts)
        for (index, line) in lyrics.lines.enumerated() {
            let start = line.start ?? 0
            let mark = line.agent.flatMap { marks[$0] ?? nil }
            let words = TimedText.marked(
                line.text, line.openWords(next: following[index], resolution: resolution), end: line.end,
                stamp: { "<\(stamp($0))>" }, escape: { Self.guarded($0) })
            text += "[\(stamp(start))]" + (mark.map { "\($0): \(words)" } ?? Self.unmarked(words)) + "\n"
            if let background = line.background {
                let words = TimedText.marked(
                    Self.withoutBrackets(background.text), background.words, end: nil, stamp: { "<\(stamp($0))>" },
                    escape: { Self.guarded($0) })
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
    private func end(of index: Int, in lines: [LyricsLine]) -> Int? {
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

    private func rounded(_ time: Int?) -> Int { time.map { $0 / resolution } ?? -1 }

    /// `mm:ss.xx` or `mm:ss.xxx`; there may be more than 99 minutes.
    private func stamp(_ milliseconds: Int) -> String {
        let rest = milliseconds % 1000 / resolution
        let fraction = (resolution == 1 && rest < 100 ? "0" : "") + Self.two(rest)
        return "\(Self.two(milliseconds / 60_000)):\(Self.two(milliseconds / 1000 % 60)).\(fraction)"
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

extension SongLyrics {
    /// The lines as LRC in hundredths of a second, without tags, voices and times of words, which many players would
    /// show as text, and with the background in parentheses. For synced lyrics.
    package var lineLRC: String {
        var plain = self
        (plain.title, plain.artist, plain.language, plain.agents) = (nil, nil, nil, [])
        for index in plain.lines.indices {
            plain.lines[index].text = plain.lines[index].wholeText
            plain.lines[index].words = []
            plain.lines[index].agent = nil
            plain.lines[index].background = nil
        }
        return LRCWriter.text(of: plain)
    }

    /// The lines alone, one after the other, with the background in parentheses.
    package var plainText: String { LRCWriter.plainText(of: self) }
}

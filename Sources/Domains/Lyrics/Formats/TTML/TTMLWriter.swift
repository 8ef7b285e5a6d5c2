/// Writes TTML 1 or DFXP: a paragraph for each line and a span for each word, whose times are relative to its line.
/// Lyrics without times are paragraphs without them, and their verses divisions.
struct TTMLWriter {
    private let lyrics: SongLyrics
    private let namespace: String

    init(_ lyrics: SongLyrics, _ format: LyricsFormat) {
        self.lyrics = lyrics
        namespace = format == .dfxp ? "http://www.w3.org/2006/10/ttaf1" : "http://www.w3.org/ns/ttml"
    }

    func text() -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <tt xmlns="\(namespace)" xmlns:ttm="\(namespace)#metadata" xml:lang="\(Self.escaped(lyrics.language ?? ""))">
        \(head)<body>
        <div>
        \(lyrics.lines.map { paragraph($0) }.joined())</div>
        </body>
        </tt>

        """
    }

    /// The main voice is declared first.
    private var head: String {
        var text = ""
        if let title = lyrics.title { text += "<ttm:title>\(Self.escaped(title))</ttm:title>\n" }
        let singers = lyrics.agents.filter { $0.role != .background }
        for agent in singers.filter({ $0.role == .main }) + singers.filter({ $0.role != .main }) {
            let kind = agent.role == .group ? "group" : "person"
            text += "<ttm:agent xml:id=\"\(Self.escaped(agent.id))\" type=\"\(kind)\">"
            text += agent.name.map { "<ttm:name type=\"full\">\(Self.escaped($0))</ttm:name>" } ?? ""
            text += "</ttm:agent>\n"
        }
        return text.isEmpty ? "<head/>\n" : "<head>\n<metadata>\n\(text)</metadata>\n</head>\n"
    }

    private func paragraph(_ line: LyricsLine) -> String {
        guard !line.text.isEmpty else { return "</div>\n<div>\n" }
        var text = "<p"
        if let start = line.start { text += " begin=\"\(TextLines.stamp(start, point: "."))\"" }
        if let end = line.end { text += " end=\"\(TextLines.stamp(end, point: "."))\"" }
        if let agent = line.agent { text += " ttm:agent=\"\(Self.escaped(agent))\"" }
        if Self.hasWideSpace(line.text) || line.background.map({ Self.hasWideSpace($0.text) }) == true {
            text += " xml:space=\"preserve\""
        }
        text += ">" + spans(line.text, line.words, from: line.start ?? 0)
        if let background = line.background {
            text += "<span ttm:role=\"x-bg\">"
            text += spans(background.text, background.words, from: line.start ?? 0) + "</span>"
        }
        return text + "</p>\n"
    }

    private func spans(_ text: String, _ words: [LyricsWord], from origin: Int) -> String {
        guard !words.isEmpty else { return Self.escaped(text) }
        let bytes = Array(text.utf8)
        var (written, at) = ("", 0)
        let part = { (range: Range<Int>) in Self.escaped(String(decoding: bytes[range], as: UTF8.self)) }
        for word in words {
            written += part(at..<word.range.lowerBound)
            written += "<span begin=\"\(TextLines.stamp(max(0, word.start - origin), point: "."))\""
            if let end = word.end { written += " end=\"\(TextLines.stamp(max(0, end - origin), point: "."))\"" }
            written += ">\(part(word.range))</span>"
            at = word.range.upperBound
        }
        return written + part(at..<bytes.count)
    }

    /// Whether the text has space that a reader would reduce to one.
    private static func hasWideSpace(_ text: String) -> Bool {
        var wasSpace = false
        for byte in text.utf8 {
            let isSpace = byte == 0x20
            if byte == 0x09 || isSpace && wasSpace { return true }
            wasSpace = isSpace
        }
        return false
    }

    /// Escapes text for XML, without the characters that XML 1.0 does not allow.
    private static func escaped(_ text: String) -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): escaped.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): escaped.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): escaped.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): escaped.append(contentsOf: "&quot;".utf8)
            case 0x09, 0x20...: escaped.append(byte)
            default: continue
            }
            // U+FFFE and U+FFFF.
            let isNoCharacter =
                (byte == 0xBE || byte == 0xBF) && escaped.dropLast().suffix(2).elementsEqual([0xEF, 0xBF])
            if isNoCharacter { escaped.removeLast(3) }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}

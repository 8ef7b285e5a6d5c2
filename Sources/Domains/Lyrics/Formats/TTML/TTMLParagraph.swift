import Primitives

/// The lines of a paragraph, put together from its text, its spans and its line breaks. A paragraph is one line for
/// every `<br/>` in it and one more.
struct TTMLParagraph {
    enum Part {
        case main, background, other
    }

    /// A place in the text of the current part.
    struct Place {
        /// The number of lines before it.
        var line = 0
        /// Bytes of UTF-8.
        var offset = 0
        /// The number of words before it.
        var words = 0
    }

    private struct Text {
        var bytes: [UInt8] = []
        var words: [LyricsWord] = []

        /// The text without space around it, and its words.
        var trimmed: (text: String, words: [LyricsWord]) {
            (String(decoding: LRCText.trimmed(bytes[...]), as: UTF8.self), words)
        }
    }

    private var lines: [LyricsLine] = []
    private var main = Text()
    private var background = Text()
    private var other = Text()
    private var parts: [Part] = []
    private var marks = MarkRun()
    private let keepsSpace: Bool

    init(keepsSpace: Bool) {
        self.keepsSpace = keepsSpace
    }

    /// The place at which what is added next begins.
    var place: Place { Place(line: lines.count, offset: current.bytes.count, words: current.words.count) }

    private var current: Text {
        get {
            switch parts.last ?? .main {
            case .main: main
            case .background: background
            case .other: other
            }
        }
        _modify {
            switch parts.last ?? .main {
            case .main: yield &main
            case .background: yield &background
            case .other: yield &other
            }
        }
    }

    /// Adds text. Space is one space, unless `keepsSpace`; there is none at the beginning of a line.
    mutating func add(_ text: String, keepsSpace: Bool) {
        for byte in marks.limited(text).utf8 {
            let isBreak = byte == 0x0A || byte == 0x0D
            if keepsSpace, isBreak, parts.isEmpty {
                breakLine()
            } else if isBreak || byte == 0x20 || byte == 0x09 {
                guard !current.bytes.isEmpty, keepsSpace && !isBreak || current.bytes.last != 0x20 else { continue }
                current.bytes.append(isBreak ? 0x20 : byte)
            } else if byte >= 0x20 {
                current.bytes.append(byte)
            }
        }
    }

    mutating func breakLine() {
        guard parts.isEmpty else { return add(" ", keepsSpace: false) }
        guard lines.count < LyricsFormat.lineLimit else { return }
        let (text, words) = main.trimmed
        let behind = background.trimmed
        main = Text()
        background = Text()
        if text.isEmpty {
            // Only the background is heard: it is the line.
            lines.append(LyricsLine(text: behind.text, words: behind.words))
            return
        }
        var line = LyricsLine(text: text, words: words)
        if !behind.text.isEmpty {
            line.background = LyricsLine.Background(
                text: behind.text, words: behind.words, agent: SongLyrics.backgroundVoice)
        }
        lines.append(line)
    }

    /// What follows belongs to another part until `leave`.
    mutating func enter(_ part: Part) {
        parts.append(part)
    }

    /// Ends the part; returns its text if it is none of the line.
    mutating func leave() -> String {
        guard let part = parts.popLast(), part == .other, !parts.contains(.other) else { return "" }
        defer { other = Text() }
        return other.trimmed.text
    }

    /// Adds the word of a timed span that contains no other. Of a span with line breaks in it, that is the text in its
    /// last line.
    ///
    /// - Parameter place: where the span began.
    mutating func addWord(from place: Place, start: Int, end: Int?) {
        let isHere = place.line == lines.count
        let (offset, count) = isHere ? (place.offset, place.words) : (0, 0)
        guard current.words.count == count, count < 1000, offset <= current.bytes.count else { return }
        let range = LRCText.trimmed(current.bytes[offset...])
        guard !range.isEmpty else { return }
        current.words.append(LyricsWord(start: start, end: end, range: range.startIndex..<range.endIndex))
    }

    mutating func finish() -> [LyricsLine] {
        parts = []
        breakLine()
        return lines
    }
}

/// The text of one line, put together from its parts and the times between them.
struct TimedText {
    /// The text from one time to the next. A time that is followed only by space ends the word before it.
    private struct Segment {
        var start: Int
        var range: Range<Int>
    }

    private static let wordLimit = 1000

    private(set) var bytes: [UInt8] = []
    private var segments: [Segment] = []
    private var current: Int
    private var begin = 0
    private var isTimed = false

    /// - Parameter start: the time of the line, which is the start of the text before the first marked time.
    init(start: Int) {
        current = start
    }

    var mayMark: Bool { segments.count < Self.wordLimit }

    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// What follows begins at `time`, or at the time before it if that is later.
    mutating func mark(_ time: Int) {
        guard mayMark else { return }
        if isTimed || begin < bytes.count { close() }
        isTimed = true
        current = max(current, time)
        begin = bytes.count
    }

    private mutating func close() {
        segments.append(Segment(start: current, range: begin..<bytes.count))
    }

    /// The range with each bound moved behind the scalar that it splits.
    private func scalars(_ range: Range<Int>) -> Range<Int> {
        func bound(_ place: Int) -> Int {
            var place = place
            while place < bytes.count, bytes[place] & 0xC0 == 0x80 { place += 1 }
            return place
        }
        return bound(range.lowerBound)..<bound(range.upperBound)
    }

    struct Result {
        var text: String
        var words: [LyricsWord] = []
        /// The last time, if nothing follows it.
        var end: Int?
    }

    mutating func finish() -> Result {
        let whole = LRCText.trimmed(bytes[...])
        var result = Result(text: String(decoding: whole, as: UTF8.self))
        guard isTimed else { return result }
        close()
        // Offsets refer to the returned text, which has the same bytes only if they are valid UTF-8.
        guard result.text.utf8.elementsEqual(whole) else { return result }
        for (index, segment) in segments.enumerated() {
            let content = LRCText.trimmed(bytes[scalars(segment.range)])
            let next = segments.indices.contains(index + 1) ? segments[index + 1].start : nil
            guard !content.isEmpty else {
                if next == nil { result.end = segment.start }
                continue
            }
            result.words.append(
                LyricsWord(
                    start: segment.start, end: next,
                    range: (content.startIndex - whole.startIndex)..<(content.endIndex - whole.startIndex)))
        }
        return result
    }

    /// Writes a line with the times of its words before them. The end of a word is written where the next does not
    /// begin at once.
    ///
    /// - Parameters:
    ///   - end: the end of the line, written after that of its last word if it is later.
    ///   - omitsFirst: whether the time of the first word need not be written, for it is that of the line.
    static func marked(
        _ text: String, _ words: [LyricsWord], end: Int?, omitsFirst: Bool = false, stamp: (Int) -> String,
        escape: (Substring) -> String = { String($0) }
    ) -> String {
        guard !words.isEmpty else { return escape(text[...]) }
        let bytes = text.utf8
        var (written, at) = ("", bytes.startIndex)
        for (index, word) in words.enumerated() {
            let start = bytes.index(bytes.startIndex, offsetBy: word.range.lowerBound)
            let close = bytes.index(bytes.startIndex, offsetBy: word.range.upperBound)
            written += escape(text[at..<start])
            if !(index == 0 && omitsFirst) { written += stamp(word.start) }
            written += escape(text[start..<close])
            at = close
            let next = words.indices.contains(index + 1) ? words[index + 1] : nil
            guard let finish = word.end ?? (next == nil ? end : nil) else { continue }
            if next.map({ stamp($0.start) != stamp(finish) }) ?? true { written += stamp(finish) }
            if next == nil, let end, end > finish, stamp(end) != stamp(finish) { written += stamp(end) }
        }
        return written + escape(text[at...])
    }
}

extension [LyricsLine] {
    /// The lines of synced lyrics in order of time, and as written if times are equal, with the missing ends. A time
    /// without text ends the line before it. The last word of a line ends with the line, or with the next one; if there
    /// is none, no word of the line has an end.
    ///
    /// - Parameter closesWords: whether the source leaves the end of the last word to the line.
    func settled(closesWords: Bool = true) -> [LyricsLine] {
        var lines = inOrderOfTime
        // In reverse order, since thousands of lines may have the same time.
        var (next, following): (LyricsLine?, LyricsLine?) = (nil, nil)
        for index in lines.indices.reversed() {
            if let following, following.start != lines[index].start { next = following }
            following = lines[index]
            guard !lines[index].text.isEmpty else { continue }
            if let next, next.text.isEmpty, lines[index].end == nil { lines[index].end = next.start }
            guard closesWords else { continue }
            lines[index].words = lines[index].words.closed(end: lines[index].end ?? next?.start)
        }
        return lines.filter { !$0.text.isEmpty }
    }
}

extension [LyricsLine] {
    /// Lines of equal times stay as written.
    var inOrderOfTime: [LyricsLine] {
        enumerated().sorted { ($0.element.start ?? 0, $0.offset) < ($1.element.start ?? 0, $1.offset) }.map(\.element)
    }

    /// Of each line, the start of the next that begins later.
    var followingStarts: [Int?] {
        var starts = [Int?](repeating: nil, count: count)
        for index in indices.dropLast().reversed() {
            starts[index] = self[index + 1].start == self[index].start ? starts[index + 1] : self[index + 1].start
        }
        return starts
    }
}

extension LyricsLine {
    /// The words as a format writes them that ends the last one when the next line begins: without its end, if that is
    /// the only place where it comes from.
    func openWords(next: Int?, resolution: Int = 1) -> [LyricsWord] {
        guard end == nil, let last = words.last, let close = last.end, let next, close / resolution == next / resolution
        else { return words }
        return words.dropLast() + [LyricsWord(start: last.start, range: last.range)]
    }
}

extension [LyricsWord] {
    /// The words with the end of the last, where the source has that of all others.
    func closed(end: Int?) -> [LyricsWord] {
        guard var last, last.end == nil else { return self }
        guard let end, end >= last.start else { return map { LyricsWord(start: $0.start, range: $0.range) } }
        last.end = end
        return dropLast() + [last]
    }

    /// The words of a source that states each word's times: none begins before the one before it, or ends after the
    /// next begins. A missing end is the next word's start, or the line's end.
    func ordered(end: Int?) -> [LyricsWord] {
        var words = self
        for index in words.indices.dropFirst() {
            words[index].start = Swift.max(words[index].start, words[index - 1].start)
        }
        guard words.contains(where: { $0.end != nil }) else { return words }
        for index in words.indices {
            let next = words.indices.contains(index + 1) ? words[index + 1].start : nil
            guard let stated = words[index].end ?? next ?? end else {
                return words.map { LyricsWord(start: $0.start, range: $0.range) }
            }
            words[index].end = Swift.max(words[index].start, next.map { Swift.min(stated, $0) } ?? stated)
        }
        return words
    }
}

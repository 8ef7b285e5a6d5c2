/// A word or syllable with its time.
package struct LyricsWord: Sendable, Equatable {
    /// Milliseconds from the start of the track.
    package var start: Int
    /// All words of a line have an end or none has.
    package var end: Int?
    /// Where it stands in the text of its line: offsets in bytes of UTF-8, at whole scalars, never empty.
    package var range: Range<Int>

    package init(start: Int, end: Int? = nil, range: Range<Int>) {
        self.start = start
        self.end = end
        self.range = range
    }

    /// The word itself; `text` is that of its line.
    package func text(in text: String) -> String {
        let bytes = text.utf8
        guard let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound, limitedBy: bytes.endIndex),
            let end = bytes.index(bytes.startIndex, offsetBy: range.upperBound, limitedBy: bytes.endIndex)
        else { return "" }
        return String(text[start..<end])
    }
}

/// The text of one line and the times of its words: `<00:12.00>Some <00:12.40>words <00:12.90>`.
struct LRCWords {
    /// A marker that is followed by nothing but space ends the word before it.
    private struct Segment {
        var start: Int
        var range: Range<Int>
    }

    private static let wordLimit = 1000

    private(set) var text: String
    private(set) var words: [LyricsWord] = []
    /// The last marker, when nothing follows it.
    private(set) var end: Int?

    /// - Parameter start: that of the line, from which on it is sung what stands before the first marker.
    init(_ line: ArraySlice<UInt8>, start: Int) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(line.count)
        var segments: [Segment] = []
        var current = start
        var begin = 0
        var isTimed = false
        var index = line.startIndex
        func close(_ segments: inout [Segment]) {
            segments.append(Segment(start: current, range: begin..<bytes.count))
        }
        while index < line.endIndex {
            if line[index] == UInt8(ascii: "<"), segments.count < Self.wordLimit,
                let angle = line[index...].prefix(20).firstIndex(of: UInt8(ascii: ">")),
                let time = LRCTime.milliseconds(line[(index + 1)..<angle])
            {
                if isTimed || begin < bytes.count { close(&segments) }
                isTimed = true
                current = max(current, time)
                begin = bytes.count
                index = angle + 1
            } else {
                bytes.append(line[index])
                index += 1
            }
        }
        guard isTimed else {
            text = String(decoding: LRCText.trimmed(bytes[...]), as: UTF8.self)
            return
        }
        close(&segments)
        let whole = LRCText.trimmed(bytes[...])
        text = String(decoding: whole, as: UTF8.self)
        // Offsets are meant for the text as it is given out: it is the same bytes only when they are UTF-8.
        guard text.utf8.elementsEqual(whole) else { return }
        take(segments, of: bytes, shift: whole.startIndex)
    }

    private mutating func take(_ segments: [Segment], of bytes: [UInt8], shift: Int) {
        for (index, segment) in segments.enumerated() {
            let content = LRCText.trimmed(bytes[segment.range])
            let next = segments.indices.contains(index + 1) ? segments[index + 1].start : nil
            guard !content.isEmpty else {
                if next == nil { end = segment.start }
                continue
            }
            words.append(
                LyricsWord(
                    start: segment.start, end: next,
                    range: (content.startIndex - shift)..<(content.endIndex - shift)))
        }
    }
}

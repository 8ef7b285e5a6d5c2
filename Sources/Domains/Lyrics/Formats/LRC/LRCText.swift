/// A text split into lines with their times, and tags such as `[ar:Nina]`. A text without times has only its lines.
struct LRCText {
    struct Line {
        /// In milliseconds, as written.
        var stamps: [Int]
        /// The text after the times, without space around it.
        var rest: ArraySlice<UInt8>
        /// Whether the text is that of `[bg:…]`: the background vocals of the line before.
        var isBackground = false
    }

    private static let stampLimit = 64

    private(set) var lines: [Line] = []
    /// By name in lower case, the first of each.
    private(set) var tags: [String: String] = [:]

    init(_ text: [UInt8]) {
        var bytes = Array(text.prefix(LyricsFormat.sizeLimit))
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        if text.count > LyricsFormat.sizeLimit, let end = bytes.lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            // The last line of a truncated text is incomplete.
            bytes.removeSubrange(end...)
        }
        for line in bytes.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard lines.count < LyricsFormat.lineLimit else { break }
            add(Self.trimmed(line))
        }
    }

    /// In milliseconds, from `[offset:+250]`; positive means sooner.
    var offset: Int {
        guard let text = tags["offset"], let value = Int(text.first == "+" ? String(text.dropFirst()) : text) else {
            return 0
        }
        return max(-LRCTime.limit, min(LRCTime.limit, value))
    }

    var language: String? {
        (tags["lang"] ?? tags["la"]).flatMap { (2...8).contains($0.utf8.count) ? $0.lowercased() : nil }
    }

    private mutating func add(_ line: ArraySlice<UInt8>) {
        var rest = line
        var stamps: [Int] = []
        while rest.first == UInt8(ascii: "["), let close = rest.firstIndex(of: UInt8(ascii: "]")) {
            let inner = rest[(rest.startIndex + 1)..<close]
            if let time = LRCTime.milliseconds(inner) {
                if stamps.count < Self.stampLimit { stamps.append(time) }
                rest = Self.trimmed(rest[(close + 1)...])
            } else if stamps.isEmpty, let (name, value) = Self.tag(inner), close == rest.endIndex - 1 {
                return add(tag: name, value)
            } else {
                break
            }
        }
        lines.append(Line(stamps: stamps, rest: rest))
    }

    private mutating func add(tag name: String, _ value: ArraySlice<UInt8>) {
        if name == "bg" {
            lines.append(Line(stamps: [], rest: value, isBackground: true))
        } else if tags[name] == nil, tags.count < 64, !value.isEmpty {
            tags[name] = String(decoding: value.prefix(500), as: UTF8.self)
        }
    }

    /// `name:value`, where a name is a word of letters, `#` and `_`.
    static func tag(_ inner: ArraySlice<UInt8>) -> (name: String, value: ArraySlice<UInt8>)? {
        guard let colon = inner.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = inner[..<colon]
        guard (1...16).contains(name.count), name.allSatisfy(isTagLetter) else { return nil }
        return (String(decoding: name, as: UTF8.self).lowercased(), trimmed(inner[(colon + 1)...]))
    }

    private static func isTagLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "#")
            || byte == UInt8(ascii: "_")
    }

    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return bytes
    }
}

/// The times of LRC: `mm:ss`, `mm:ss.x` to `mm:ss.xxx`, `mm:ss:xx` and `hh:mm:ss.xx`.
enum LRCTime {
    /// The longest time, a day: no song is longer.
    static let limit = 86_400_000

    /// In milliseconds; nil if `bytes` is not a time, or exceeds the limit.
    ///
    /// - Parameter takesHundredths: whether a third number without a point is hundredths, as some programs write LRC.
    static func milliseconds(_ bytes: ArraySlice<UInt8>, takesHundredths: Bool = true) -> Int? {
        guard (4...16).contains(bytes.count) else { return nil }
        let point = bytes.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
        var fields = bytes[..<(point ?? bytes.endIndex)].split(
            separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count) else { return nil }
        var fraction: ArraySlice<UInt8>?
        if let point {
            fraction = bytes[(point + 1)...]
        } else if fields.count == 3, takesHundredths {
            fraction = fields.removeLast()
        }
        var total = 0
        for (index, field) in fields.enumerated() {
            guard let number = number(field, digits: 1...(index == 0 ? 5 : 2)) else { return nil }
            guard index == 0 || number < 60 else { return nil }
            total = total * 60 + number
        }
        var milliseconds = total * 1000
        if let fraction {
            guard let number = number(fraction, digits: 1...3) else { return nil }
            milliseconds += number * [1, 100, 10, 1][fraction.count]
        }
        return milliseconds <= limit ? milliseconds : nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(bytes.count) else { return nil }
        var value = 0
        for byte in bytes {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }
}

/// The text of one line and the times of its words: `<00:12.00>Some <00:12.40>words <00:12.90>`.
enum LRCWords {
    /// - Parameter start: the time of the line, which is the start of the text before the first marker.
    static func parse(_ line: ArraySlice<UInt8>, start: Int) -> TimedText.Result {
        var text = TimedText(start: start)
        var index = line.startIndex
        while index < line.endIndex {
            if line[index] == UInt8(ascii: "<"), text.mayMark,
                let angle = line[index...].prefix(20).firstIndex(of: UInt8(ascii: ">")),
                let time = LRCTime.milliseconds(line[(index + 1)..<angle])
            {
                text.mark(time)
                index = angle + 1
            } else {
                text.append(line[index])
                index += 1
            }
        }
        return text.finish()
    }
}

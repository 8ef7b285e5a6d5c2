/// A text taken apart into lines with their times, and tags like `[ar:Nina]`. Of a text without times the lines are
/// all that is left.
struct LRCText {
    struct Line {
        /// Milliseconds, as they are written.
        var stamps: [Int]
        /// What follows them, without space around it.
        var rest: ArraySlice<UInt8>
        /// The text of `[bg:…]`: what is sung behind the line before.
        var isBackground = false
    }

    private static let stampLimit = 64

    private(set) var lines: [Line] = []
    /// By name in lower case, the first of each.
    private(set) var tags: [String: String] = [:]

    init(_ text: String) {
        let bytes = Array(text.utf8.prefix(LyricsReading.textLimit))
        // Whole lines only, when it was cut.
        for line in bytes.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard lines.count < LyricsReading.lineLimit else { break }
            add(Self.trimmed(line))
        }
    }

    /// `[offset:+250]`: positive means sooner.
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
    private static func tag(_ inner: ArraySlice<UInt8>) -> (name: String, value: ArraySlice<UInt8>)? {
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

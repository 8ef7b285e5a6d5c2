/// SubRip: numbered subtitles in milliseconds. It has no place for voices, words or the language. There is no
/// specification; the form is that which players and ffmpeg read.
enum SRTFile {
    static func lyrics(from content: [UInt8], source: LyricsSource) -> SongLyrics? {
        var lines: [LyricsLine] = []
        var timing: (start: Int, end: Int)?
        /// The number of the next subtitle precedes its times.
        var pending: ArraySlice<UInt8>?
        func add(_ line: ArraySlice<UInt8>) {
            guard let timing, lines.count < LyricsFormat.lineLimit else { return }
            let text = Self.text(line)
            if !text.isEmpty { lines.append(LyricsLine(start: timing.start, end: timing.end, text: text)) }
        }
        var isAfterBlank = true
        for line in TextLines.of(content) {
            let line = LRCText.trimmed(line)
            if let found = TextLines.timing(line) {
                (timing, pending) = (found, nil)
                isAfterBlank = false
                continue
            }
            if let number = pending { add(number) }
            pending = nil
            if line.isEmpty {
                isAfterBlank = true
            } else if isAfterBlank, line.allSatisfy({ (0x30...0x39).contains($0) }) {
                pending = line
            } else {
                add(line)
                isAfterBlank = false
            }
        }
        if let number = pending { add(number) }
        return lines.subtitles(from: source)
    }

    static func text(of lyrics: SongLyrics) -> String {
        var text = ""
        for (index, cue) in SubtitleCue.all(of: lyrics).enumerated() {
            let times = [cue.start, cue.end].map { TextLines.stamp($0, point: ",") }
            text += "\(index + 1)\n\(times[0]) --> \(times[1])\n"
            for line in cue.texts { text += guarded(line) + "\n" }
            text += "\n"
        }
        return text
    }

    /// The text without tags of style and position.
    private static func text(_ line: ArraySlice<UInt8>) -> String {
        guard line.contains(UInt8(ascii: "<")) || line.contains(UInt8(ascii: "{")) else {
            return String(decoding: line, as: UTF8.self)
        }
        var bytes: [UInt8] = []
        var at = line.startIndex
        while at < line.endIndex {
            if let end = tag(line, at) {
                at = end
            } else {
                bytes.append(line[at])
                at += 1
            }
        }
        return String(decoding: LRCText.trimmed(bytes[...]), as: UTF8.self)
    }

    /// The end of a tag that begins here: `<i>`, `</font>`, `{\an8}`.
    private static func tag(_ line: ArraySlice<UInt8>, _ at: Int) -> Int? {
        let window = line[at...].prefix(128)
        if line[at] == UInt8(ascii: "{") {
            guard window.dropFirst().first == UInt8(ascii: "\\") else { return nil }
            return window.firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 }
        }
        guard line[at] == UInt8(ascii: "<"), let close = window.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        var name = line[(at + 1)..<close]
        if name.first == UInt8(ascii: "/") { name = name.dropFirst() }
        let word = name.map { $0 | 0x20 }
        let isTag =
            ["b", "i", "u", "s", "font"].contains { word.elementsEqual($0.utf8) } || word.starts(with: "font ".utf8)
        return isTag ? close + 1 : nil
    }

    /// The text with a word joiner in what would be read as a tag, a time or a number.
    private static func guarded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard TextLines.timing(bytes[...]) == nil else { return text.replacing("-->", with: "\u{2060}-->") }
        guard bytes.contains(UInt8(ascii: "<")) || bytes.contains(UInt8(ascii: "{")) else { return text }
        var guarded: [UInt8] = []
        for index in bytes.indices {
            guarded.append(bytes[index])
            if tag(bytes[...], index) != nil { guarded.append(contentsOf: "\u{2060}".utf8) }
        }
        return String(decoding: guarded, as: UTF8.self)
    }
}

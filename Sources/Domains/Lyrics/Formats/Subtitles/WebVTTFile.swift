/// WebVTT (W3C Candidate Recommendation of 2019-04-04) in milliseconds, with the times of words (`<00:00:01.000>`) and
/// voices (`<v Name>`). What is sung in the background is a line in `<c.bg>`; a voice of several is `<v.group Name>`.
enum WebVTTFile {
    /// The state of reading.
    private struct Reading {
        var lines: [LyricsLine] = []
        var agents: [LyricsAgent] = []
        /// The ids of voices by their names.
        var ids: [String: String] = [:]
        var language: String?

        mutating func voice(_ name: String, classes: [Substring]) -> String {
            if let id = ids[name] { return id }
            let isUnnamed = SongLyrics.isNumbered(name)
            var id = name
            if !isUnnamed {
                let taken = Set(ids.values)
                var number = agents.count + 1
                while taken.contains("v\(number)") { number += 1 }
                id = "v\(number)"
            } else if let other = ids.first(where: { $0.value == name })?.key {
                // A number that was given to a name before.
                return voice(other, classes: classes)
            }
            guard agents.count < 64 else { return agents[0].id }
            ids[name] = id
            agents.append(
                LyricsAgent(
                    id: id, role: classes.contains("group") ? .group : classes.contains("main") ? .main : .voice,
                    name: isUnnamed ? nil : name))
            return id
        }
    }

    static func lyrics(from content: [UInt8], source: LyricsSource) -> SongLyrics? {
        let blocks = TextLines.of(content).split(omittingEmptySubsequences: true) { $0.isEmpty }
        guard let head = blocks.first, head.first?.starts(with: "WEBVTT".utf8) == true else { return nil }
        var reading = Reading()
        for line in head.dropFirst() where line.starts(with: "Language:".utf8) {
            let code = String(decoding: LRCText.trimmed(line.dropFirst(9).prefix(32)), as: UTF8.self)
            reading.language = code.isEmpty ? nil : code.lowercased()
        }
        for block in blocks {
            guard let place = block.prefix(2).firstIndex(where: { TextLines.timing($0) != nil }),
                let timing = TextLines.timing(block[place])
            else { continue }
            read(block[(place + 1)...], timing, into: &reading)
        }
        guard var lyrics = reading.lines.subtitles(from: source) else { return nil }
        lyrics.language = reading.language
        lyrics.settleVoices(declared: reading.agents)
        return lyrics
    }

    private static func read(
        _ lines: ArraySlice<ArraySlice<UInt8>>, _ timing: (start: Int, end: Int), into reading: inout Reading
    ) {
        var voice: String?
        for line in lines {
            guard reading.lines.count < LyricsFormat.lineLimit else { return }
            var text = WebVTTText(start: timing.start)
            let before = voice
            text.read(line) { name, classes in
                voice = name.map { reading.voice($0, classes: classes) }
                return voice
            }
            let found = text.finish()
            guard !found.text.isEmpty else { continue }
            let words = found.words.closed(end: timing.end)
            if text.isBackground, let last = reading.lines.last, last.start == timing.start, last.background == nil {
                reading.lines[reading.lines.count - 1].background = LyricsLine.Background(
                    text: found.text, words: found.words.closed(end: found.end), agent: SongLyrics.backgroundVoice)
            } else {
                reading.lines.append(
                    LyricsLine(
                        start: timing.start, end: timing.end, text: found.text, words: words,
                        agent: text.voice ?? before))
            }
        }
    }

    static func text(of lyrics: SongLyrics) -> String {
        var text = "WEBVTT\n" + (lyrics.language.map { "Language: \($0)\n" } ?? "") + "\n"
        let marks = marks(of: lyrics)
        for cue in SubtitleCue.all(of: lyrics) {
            text += "\(TextLines.stamp(cue.start, point: ".")) --> \(TextLines.stamp(cue.end, point: "."))\n"
            for line in cue.lines {
                let words = marked(line.text, line.words, lineStart: cue.start, lineEnd: cue.end)
                let mark = line.agent.flatMap { marks[$0] }
                text += (mark.map { "<v\($0)>\(words)</v>" } ?? words) + "\n"
                guard let background = line.background else { continue }
                let sung = marked(background.text, background.words, lineStart: nil, lineEnd: nil)
                text += "<c.bg>\(sung)</c>\n"
            }
            text += "\n"
        }
        return text
    }

    private static func marked(_ text: String, _ words: [LyricsWord], lineStart: Int?, lineEnd: Int?) -> String {
        var words = words
        // The end of the cue ends the last word.
        let isClosed = words.last?.end == lineEnd && lineEnd != nil
        if isClosed { words = words.dropLast() + words.suffix(1).map { LyricsWord(start: $0.start, range: $0.range) } }
        return TimedText.marked(
            text, words, end: nil, omitsFirst: words.count > 1 && words[0].start == lineStart,
            stamp: { "<\(TextLines.stamp($0, point: "."))>" }, escape: { escaped($0) })
    }

    /// The classes and names of voices by their ids, as they stand in `<v>`. The main voice without a name has none.
    private static func marks(of lyrics: SongLyrics) -> [String: String] {
        let numbers = lyrics.numberedVoices
        var marks: [String: String] = [:]
        let isDuet = lyrics.agents.count { $0.role != .background } > 1
        for agent in lyrics.agents {
            guard agent.role != .background, let name = agent.name ?? numbers[agent.id] ?? nil else { continue }
            let role = agent.role == .group ? ".group" : agent.role == .main && isDuet ? ".main" : ""
            marks[agent.id] = "\(role) \(escaped(name[...]))"
        }
        return marks
    }

    private static func escaped(_ text: Substring) -> String {
        guard text.utf8.contains(where: { "&<>".utf8.contains($0) }) else { return String(text) }
        return String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

/// One line of a cue's text.
struct WebVTTText {
    private static let longestTag = 256
    private static let entities: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "lrm": "\u{200E}",
        "rlm": "\u{200F}",
    ]

    private(set) var isBackground = false
    /// The voice of the line.
    private(set) var voice: String?
    private var text: TimedText

    init(start: Int) {
        text = TimedText(start: start)
    }

    mutating func finish() -> TimedText.Result { text.finish() }

    /// - Parameter enter: called with the name and the classes of a voice, or with nil at its end.
    mutating func read(_ line: ArraySlice<UInt8>, enter: (String?, [Substring]) -> String?) {
        var at = line.startIndex
        while at < line.endIndex {
            let window = line[at...].prefix(Self.longestTag)
            if line[at] == UInt8(ascii: "<"), let close = window.firstIndex(of: UInt8(ascii: ">")) {
                tag(line[(at + 1)..<close], enter)
                at = close + 1
            } else if line[at] == UInt8(ascii: "&"), let end = window.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let character = Self.character(line[(at + 1)..<end])
            {
                text.append(character)
                at = end + 1
            } else {
                text.append(line[at])
                at += 1
            }
        }
    }

    private mutating func tag(_ tag: ArraySlice<UInt8>, _ enter: (String?, [Substring]) -> String?) {
        if let first = tag.first, (0x30...0x39).contains(first) {
            if let time = LRCTime.milliseconds(tag, takesHundredths: false) { text.mark(time) }
            return
        }
        let content = String(decoding: tag, as: UTF8.self)
        let space = content.firstIndex { $0 == " " || $0 == "\t" } ?? content.endIndex
        let parts = content[..<space].split(separator: ".")
        switch parts.first {
        case "v":
            let name = String(decoding: LRCText.trimmed(Array(content[space...].utf8)[...]), as: UTF8.self)
            if !name.isEmpty { voice = voice ?? enter(Self.expanded(name), Array(parts.dropFirst())) }
        case "/v": _ = enter(nil, [])
        case "c": if parts.contains("bg") { isBackground = true }
        default: break
        }
    }

    private static func expanded(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }

    private static func character(_ entity: ArraySlice<UInt8>) -> String? {
        let name = String(decoding: entity, as: UTF8.self)
        if let text = entities[name] { return text }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).flatMap { $0.value < 0x20 ? nil : String($0) }
    }
}

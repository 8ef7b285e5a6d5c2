import Lyrics
import Support

/// Generates lyrics with the features that a format supports.
struct LyricsMaker {
    private static let tokens = [
        "la", "Żółw", "serce", "niño", "über", "naïve", "it's", "(ooh)", "rock&roll", "5", "1:23", "♪", "a<b", "x>y",
        "\"so\"", "дом", "日本", "שלום", "👩‍👩‍👧", "[x]", "{y}", "v", "-->",
    ]
    private static let latinTokens = [
        "la", "señor", "cæsar", "über", "naïve", "it's", "(ooh)", "a&b", "5", "1:23", "x>y",
    ]

    let codec: LyricsCodec
    private var random: SeededGenerator

    init(_ codec: LyricsCodec, seed: UInt64) {
        self.codec = codec
        random = SeededGenerator(seed: seed)
    }

    private var step: Int { codec.resolution ?? 1 }

    private mutating func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }

    /// A duration in multiples of the format's resolution.
    private mutating func duration(_ most: Int = 3000) -> Int {
        step * Int.random(in: 1...max(1, most / step), using: &random)
    }

    mutating func lyrics() -> SongLyrics {
        var lyrics = SongLyrics(source: codec.source, isSynced: codec.resolution != nil, lines: [])
        if codec.title, chance(2) { lyrics.title = name() }
        if codec.artist, chance(2) { lyrics.artist = name() }
        lyrics.language = chance(2) ? codec.languages.randomElement(using: &random) : nil
        let count = Int.random(in: 1...5, using: &random)
        lyrics.lines = codec.resolution == nil ? plain(count) : synced(count)
        giveVoices(to: &lyrics)
        return lyrics
    }

    private mutating func plain(_ count: Int) -> [LyricsLine] {
        var lines: [LyricsLine] = []
        for index in 0..<count {
            if index > 0, chance(4) { lines.append(LyricsLine(text: "")) }
            lines.append(LyricsLine(text: text()))
        }
        return lines
    }

    private mutating func synced(_ count: Int) -> [LyricsLine] {
        var lines: [LyricsLine] = []
        var time = chance(4) ? 0 : duration(100_000_0)
        let isWordy = codec.words && chance(2)
        while lines.count < count {
            let next = time + duration(8000)
            let end = end(from: time, next: next)
            for _ in 0...(chance(5) ? 1 : 0) {
                var line = LyricsLine(start: time, end: end, text: text())
                if isWordy, codec.allWords || chance(2) {
                    line.words = words(of: line.text, from: codec.allWords || chance(2) ? time : time + duration(300))
                    let last = line.words.last?.end ?? line.words.last?.start ?? time
                    if codec.ends != .any { line.end = max(line.end ?? 0, last) }
                }
                if codec.voices != .none, chance(6) {
                    let text = name()
                    line.background = LyricsLine.Background(
                        text: text, words: chance(2) ? words(of: text, from: time + duration(300)) : [], agent: "bg")
                }
                lines.append(line)
            }
            time = next
        }
        return lines
    }

    private mutating func end(from start: Int, next: Int) -> Int? {
        switch codec.ends {
        case .never: nil
        case .always: start + duration(6000)
        case .any: chance(2) ? start + duration(6000) : nil
        case .untilNext: chance(3) ? next : chance(2) ? min(next, start + duration()) : nil
        }
    }

    private mutating func text() -> String {
        let tokens = codec.latin ? Self.latinTokens : Self.tokens
        return (0..<Int.random(in: 1...4, using: &random)).map { _ in tokens.randomElement(using: &random) ?? "" }
            .joined(separator: " ")
    }

    /// A text without brackets, which a tag cannot contain.
    private mutating func name() -> String {
        let name = text().filter { $0 != "[" && $0 != "]" }
        return name.isEmpty ? "la" : name
    }

    /// Words that cover the text, some of them split into two syllables.
    private mutating func words(of text: String, from start: Int) -> [LyricsWord] {
        let hasEnds = !codec.openWords || chance(2)
        var words: [LyricsWord] = []
        var (time, place) = (start, 0)
        for token in text.split(separator: " ") {
            let first = token.count > 1 && chance(4) ? token.prefix(1).utf8.count : token.utf8.count
            for length in [first, token.utf8.count - first] where length > 0 {
                let close = time + duration(500)
                words.append(LyricsWord(start: time, end: hasEnds ? close : nil, range: place..<(place + length)))
                time = chance(3) ? close + duration(200) : close
                place += length
            }
            place += 1
        }
        return words
    }

    private mutating func giveVoices(to lyrics: inout SongLyrics) {
        let hasBackground = lyrics.lines.contains { $0.background != nil }
        let isNamed = codec.voices == .named && chance(2) || codec.voices == .declared
        var pool = ["v1", "v2", "v3"]
        if !isNamed, chance(2) { pool[0] = "main" }
        guard codec.voices != .none, hasBackground || chance(2) else { return }
        var heard: [String] = []
        for index in lyrics.lines.indices {
            let voice = pool.randomElement(using: &random) ?? "v1"
            lyrics.lines[index].agent = voice
            if !heard.contains(voice) { heard.append(voice) }
        }
        if isNamed, codec.voices == .named {
            // Voices are numbered in the order in which they first sing.
            let numbers = Dictionary(uniqueKeysWithValues: heard.enumerated().map { ($1, "v\($0 + 1)") })
            for index in lyrics.lines.indices {
                lyrics.lines[index].agent = lyrics.lines[index].agent.flatMap { numbers[$0] }
            }
            heard = heard.indices.map { "v\($0 + 1)" }
        }
        if heard == ["main"], !hasBackground {
            for index in lyrics.lines.indices { lyrics.lines[index].agent = nil }
            return
        }
        if let place = heard.firstIndex(of: "main") { heard.insert(heard.remove(at: place), at: 0) }
        var main = heard.contains("v1") ? "v1" : heard[0]
        if isNamed { main = heard.randomElement(using: &random) ?? main }
        lyrics.agents = heard.map { id in
            LyricsAgent(
                id: id, role: id == main ? .main : isNamed && chance(3) ? .group : .voice,
                name: isNamed ? "Nina & \(id)" : nil)
        }
        if hasBackground { lyrics.agents.append(LyricsAgent(id: "bg", role: .background)) }
    }
}

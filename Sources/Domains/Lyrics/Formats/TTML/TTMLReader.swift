import Primitives

/// Reads TTML and DFXP: paragraphs with times, which are relative to the element that contains them, the times of words
/// as spans, voices (`ttm:agent`), the background (`ttm:role="x-bg"`), translations and pronunciations of a line
/// (`x-translation`, `x-roman`).
///
/// A document in which nothing has a time is plain lyrics; its divisions are verses. Lyrics by Apple's extension state
/// all times from the start of the song, and are read so.
struct TTMLReader {
    private struct Element {
        var name: String
        var begin: Int
        var end: Int?
        /// Whether the element itself states a time.
        var isTimed = false
        /// In a sequence, the end of the child before.
        var cursor: Int?
        var agent: String?
        var language: String?
        var keepsSpace: Bool
        var role: Role?
        /// The place at which a span begins.
        var place = TTMLParagraph.Place()
    }

    private enum Role: Hashable {
        case background
        case other(SongLyrics.Kind, String?)
    }

    /// The elements that may have times.
    private static let content: Set<String> = ["body", "div", "p", "span"]

    private var reader: XMLReader
    private let source: LyricsSource
    private var time = TTMLTime([:])
    private var statesAbsoluteTimes = false
    private var isSynced = false
    private var stack: [Element] = []
    private var agents: [LyricsAgent] = []
    private var title: String?
    private var language: String?
    private var lines: [LyricsLine] = []
    private var others: [Role: [LyricsLine]] = [:]
    private var paragraph: TTMLParagraph?
    private var isNewVerse = false

    private init(_ content: ArraySlice<UInt8>, source: LyricsSource) {
        reader = XMLReader(Array(content))
        self.source = source
    }

    /// The lyrics themselves, and each translation and pronunciation. Empty for a damaged document.
    static func lyrics(from content: [UInt8], source: LyricsSource) -> [SongLyrics] {
        var reader = TTMLReader(content.prefix(LyricsFormat.sizeLimit), source: source)
        return (try? reader.all()) ?? []
    }

    private mutating func all() throws(XMLReader.Fault) -> [SongLyrics] {
        while let event = try reader.next() {
            switch event {
            case .start(let name):
                if stack.isEmpty {
                    guard name == "tt" else { return [] }
                    begin()
                }
                start(name)
            case .text(let text): add(text)
            case .end: end()
            }
        }
        guard var main = song(lines, .main, language) else { return [] }
        main.title = title
        main.settleVoices(declared: agents)
        return [main]
            + others.compactMap { role, lines in
                guard case .other(let kind, let language) = role else { return nil }
                return song(lines, kind, language)
            }.sorted { ($0.kind.rawValue, $0.language ?? "") < ($1.kind.rawValue, $1.language ?? "") }
    }

    private func song(_ lines: [LyricsLine], _ kind: SongLyrics.Kind, _ language: String?) -> SongLyrics? {
        var lines = lines
        if isSynced {
            lines = lines.filter { !$0.text.isEmpty }.settled(closesWords: false)
        } else {
            while lines.last?.text.isEmpty == true { lines.removeLast() }
            for index in lines.indices { (lines[index].start, lines[index].end, lines[index].words) = (nil, nil, []) }
        }
        guard !lines.isEmpty else { return nil }
        var lyrics = SongLyrics(source: source, isSynced: isSynced, lines: lines)
        (lyrics.kind, lyrics.language) = (kind, language)
        return lyrics
    }

    private mutating func begin() {
        let attributes = reader.attributes
        time = TTMLTime(attributes)
        language = Self.code(attributes["lang"])
        statesAbsoluteTimes = reader.namespaces.contains { namespace in
            ["http://music.apple.com/", "http://itunes.apple.com/"].contains { namespace.hasPrefix($0) }
        }
    }

    private static func code(_ text: String?) -> String? {
        text.flatMap { (2...16).contains($0.utf8.count) ? $0.lowercased() : nil }
    }

    // MARK: Elements

    private mutating func start(_ name: String) {
        let attributes = reader.attributes
        let parent = stack.last
        var element = Element(name: name, begin: parent?.begin ?? 0, keepsSpace: parent?.keepsSpace ?? false)
        element.agent = attributes["agent"]?.split(separator: " ").first.map { String($0.prefix(64)) } ?? parent?.agent
        element.language = Self.code(attributes["lang"]) ?? parent?.language
        if let space = attributes["space"] { element.keepsSpace = space == "preserve" }
        if Self.content.contains(name) { place(&element, attributes, in: parent) }
        if attributes["timeContainer"] == "seq" { element.cursor = element.begin }
        switch name {
        case "agent": declare(attributes)
        case "div": isNewVerse = !lines.isEmpty
        case "p": paragraph = TTMLParagraph(keepsSpace: element.keepsSpace)
        case "br": paragraph?.breakLine()
        case "span":
            element.role = Self.role(attributes["role"], element.language)
            if let role = element.role { paragraph?.enter(role == .background ? .background : .other) }
            element.place = paragraph?.place ?? TTMLParagraph.Place()
        default: break
        }
        stack.append(element)
    }

    /// Sets the times of an element.
    private mutating func place(_ element: inout Element, _ attributes: [String: String], in parent: Element?) {
        let begin = attributes["begin"].flatMap(time.milliseconds)
        let end = attributes["end"].flatMap(time.milliseconds)
        let duration = attributes["dur"].flatMap(time.milliseconds)
        let origin = statesAbsoluteTimes ? 0 : parent?.cursor ?? parent?.begin ?? 0
        let limit = { (time: Int) in min(max(0, time), LRCTime.limit) }
        element.isTimed = begin != nil || end != nil || duration != nil
        isSynced = isSynced || element.isTimed
        element.begin = begin.map { limit(origin + $0) } ?? (statesAbsoluteTimes ? parent?.begin ?? 0 : origin)
        let ends = [end.map { limit(origin + $0) }, duration.map { limit(element.begin + $0) }].compactMap(\.self)
        element.end = ends.min().map { max($0, element.begin) }
    }

    private mutating func end() {
        guard let element = stack.popLast() else { return }
        if let last = stack.indices.last, stack[last].cursor != nil, Self.content.contains(element.name) {
            stack[last].cursor = element.end ?? element.cursor ?? element.begin
        }
        switch element.name {
        case "span":
            if element.isTimed, element.role != .background {
                paragraph?.addWord(from: element.place, start: element.begin, end: element.end)
            }
            if let role = element.role {
                let texts = paragraph?.leave() ?? ""
                if case .other = role, !texts.isEmpty, others.count < 16 || others[role] != nil {
                    others[role, default: []].append(LyricsLine(start: paragraphStart, end: nil, text: texts))
                }
            }
        case "p": finish(element)
        default: break
        }
    }

    private var paragraphStart: Int { stack.last { $0.name == "p" }?.begin ?? 0 }

    private mutating func finish(_ element: Element) {
        guard let found = paragraph?.finish(), lines.count < LyricsFormat.lineLimit else { return }
        paragraph = nil
        if isNewVerse, !isSynced, lines.last?.text.isEmpty == false { lines.append(LyricsLine(text: "")) }
        isNewVerse = false
        for var line in found where lines.count < LyricsFormat.lineLimit {
            line.start = element.isTimed ? element.begin : line.words.first?.start ?? element.begin
            line.end = element.end
            line.words = line.words.ordered(end: line.end)
            if let background = line.background {
                line.background?.words = background.words.ordered(end: nil)
            }
            line.agent = element.agent
            if !line.text.isEmpty { lines.append(line) }
        }
    }

    // MARK: Metadata

    private mutating func declare(_ attributes: [String: String]) {
        guard let id = attributes["id"].map({ String($0.prefix(64)) }), !id.isEmpty, agents.count < 64,
            !agents.contains(where: { $0.id == id })
        else { return }
        let isGroup = attributes["type"] == "group"
        let isFirst = !agents.contains { $0.role == .main }
        agents.append(LyricsAgent(id: id, role: isGroup ? .group : isFirst ? .main : .voice))
    }

    private static func role(_ text: String?, _ language: String?) -> Role? {
        switch text {
        case "x-bg": .background
        case "x-translation": .other(.translation, language)
        case "x-roman": .other(.pronunciation, language)
        default: nil
        }
    }

    private mutating func add(_ text: String) {
        if paragraph != nil {
            paragraph?.add(text, keepsSpace: stack.last?.keepsSpace ?? false)
            return
        }
        let content = PlainLine.of(text)
        guard !content.isEmpty, let name = stack.last?.name else { return }
        if name == "title", stack.contains(where: { $0.name == "head" }) { title = title ?? content }
        if name == "name", stack.dropLast().last?.name == "agent", let last = agents.popLast() {
            agents.append(LyricsAgent(id: last.id, role: last.role, name: last.name ?? content))
        }
    }
}

/// Text on one line, without space around it.
enum PlainLine {
    static func of(_ text: String) -> String {
        text.split { $0.isWhitespace }.joined(separator: " ")
    }
}

/// Who sings: `v1:` and `v2:` before a line, as players of word-timed lyrics write it, or `F:`, `M:` and `D:` for a
/// woman, a man and both, as Walaoke's extension has it. The letters count only where at least two of them occur, since
/// one of them may be a word of the song; they hold until the next.
struct LRCVoices {
    static let background = "bg"

    /// Whether a voice goes on until another is named.
    let persist: Bool
    private let marks: Set<String>

    init(_ lines: [LRCText.Line]) {
        let found = Set(lines.lazy.filter { !$0.stamps.isEmpty }.compactMap { Self.mark($0.rest)?.mark })
        let letters = found.intersection(["F", "M", "D"])
        persist = letters.count > 1
        marks = persist ? found : found.subtracting(letters)
    }

    /// The agent of a line, and the line without its mark.
    func agent(_ line: ArraySlice<UInt8>) -> (agent: String?, rest: ArraySlice<UInt8>) {
        guard let (mark, rest) = Self.mark(line), marks.contains(mark) else { return (nil, line) }
        return (mark, rest)
    }

    /// Makes the agents of `lyrics` from those that its lines name, so that exactly one is the main one.
    func assign(to lyrics: inout SongLyrics) {
        var ids: [String] = []
        var hasBackground = false
        for line in lyrics.lines {
            if let agent = line.agent, !ids.contains(agent) { ids.append(agent) }
            hasBackground = hasBackground || line.background != nil
        }
        let isWithout = lyrics.lines.contains { $0.agent == nil }
        guard !ids.isEmpty || hasBackground else { return }
        // Lines that name nobody are the main voice's.
        let main = ids.contains("v1") ? "v1" : isWithout ? "main" : ids.first { $0 != "D" } ?? ids[0]
        if !ids.contains(main) { ids.insert(main, at: 0) }
        for index in lyrics.lines.indices where lyrics.lines[index].agent == nil { lyrics.lines[index].agent = main }
        lyrics.agents = ids.map { LyricsAgent(id: $0, role: $0 == main ? .main : $0 == "D" ? .group : .voice) }
        if hasBackground { lyrics.agents.append(LyricsAgent(id: Self.background, role: .background)) }
    }

    private static func mark(_ line: ArraySlice<UInt8>) -> (mark: String, rest: ArraySlice<UInt8>)? {
        guard let colon = line.prefix(4).firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = line[..<colon]
        let isVoice =
            name.count >= 2 && name.first == UInt8(ascii: "v")
            && name.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let isLetter = name.count == 1 && "FMD".utf8.contains(name[name.startIndex])
        guard isVoice || isLetter else { return nil }
        return (String(decoding: name, as: UTF8.self), LRCText.trimmed(line[(colon + 1)...]))
    }
}

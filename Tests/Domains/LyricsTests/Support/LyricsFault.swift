import Lyrics

/// The invariants of lyrics from any source.
enum LyricsFault {
    /// The first invariant that the lyrics violate.
    static func first(in lyrics: SongLyrics) -> String? {
        guard (1...10_000).contains(lyrics.lines.count) else { return "lines" }
        guard lyrics.agents.isEmpty || lyrics.agents.count(where: { $0.role == .main }) == 1 else { return "main" }
        let ids = Set(lyrics.agents.map(\.id))
        guard ids.count == lyrics.agents.count else { return "ids" }
        var last = 0
        for line in lyrics.lines {
            guard (line.start != nil) == lyrics.isSynced, (line.start ?? 0) >= last else { return "order" }
            guard !lyrics.isSynced || !line.text.isEmpty, !line.text.contains("\n") else { return "text" }
            last = line.start ?? 0
            guard line.end.map({ $0 >= last }) ?? true else { return "end" }
            guard lyrics.agents.isEmpty ? line.agent == nil : line.agent.map(ids.contains) == true else {
                return "agent"
            }
            guard isSound(line.words, of: line.text) else { return "words" }
            guard let background = line.background else { continue }
            guard ids.contains(background.agent), isSound(background.words, of: background.text) else {
                return "behind"
            }
        }
        return nil
    }

    private static func isSound(_ words: [LyricsWord], of line: String) -> Bool {
        guard words.allSatisfy({ $0.end == nil }) || words.allSatisfy({ $0.end != nil }) else { return false }
        let bytes = Array(line.utf8)
        var (offset, time) = (0, 0)
        for word in words {
            guard word.range.lowerBound >= offset, !word.range.isEmpty, word.range.upperBound <= bytes.count,
                word.start >= time, (word.end ?? word.start) >= word.start,
                words.count > 50 || word.text(in: line).utf8.elementsEqual(bytes[word.range])
            else { return false }
            (offset, time) = (word.range.upperBound, word.start)
        }
        return true
    }
}

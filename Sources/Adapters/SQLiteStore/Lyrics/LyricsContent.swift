import Foundation
import Lyrics

/// Written lyrics as the JSON of a column. Times are milliseconds; the words of a line are quadruples of start, end (-1
/// for none), and the offsets of their first byte and of the byte after their last.
enum LyricsContent {
    private struct Part: Codable {
        var language: String?
        var kind: String
        var voices: [Voice]?
        var lines: [Line]
    }

    private struct Voice: Codable {
        var id: String
        var role: String
        var name: String?
    }

    private struct Line: Codable {
        var start: Int?
        var end: Int?
        var text: String
        var words: [[Int]]?
        var voice: String?
        var background: Background?
    }

    private struct Background: Codable {
        var text: String
        var words: [[Int]]?
        var voice: String
    }

    static func text(of lyrics: WrittenLyrics) throws -> String {
        try StoredJSON.text(of: lyrics.parts.map(part))
    }

    static func lyrics(_ text: String) throws -> WrittenLyrics {
        let parts: [Part] = try StoredJSON.value(text)
        return WrittenLyrics(stored: parts.map(lyrics))
    }

    private static func part(_ lyrics: SongLyrics) -> Part {
        Part(
            language: lyrics.language, kind: lyrics.kind.rawValue,
            voices: lyrics.agents.isEmpty
                ? nil : lyrics.agents.map { Voice(id: $0.id, role: $0.role.rawValue, name: $0.name) },
            lines: lyrics.lines.map { line in
                Line(
                    start: line.start, end: line.end, text: line.text, words: numbers(line.words), voice: line.agent,
                    background: line.background.map {
                        Background(text: $0.text, words: numbers($0.words), voice: $0.agent)
                    })
            })
    }

    private static func lyrics(_ part: Part) -> SongLyrics {
        var lyrics = SongLyrics(
            source: .written, isSynced: part.lines.contains { $0.start != nil },
            lines: part.lines.map { line in
                var known = LyricsLine(
                    start: line.start, end: line.end, text: line.text, words: words(line.words), agent: line.voice)
                known.background = line.background.map {
                    LyricsLine.Background(text: $0.text, words: words($0.words), agent: $0.voice)
                }
                return known
            })
        lyrics.language = part.language
        lyrics.kind = SongLyrics.Kind(rawValue: part.kind) ?? .main
        lyrics.agents = (part.voices ?? []).map {
            LyricsAgent(id: $0.id, role: LyricsAgent.Role(rawValue: $0.role) ?? .voice, name: $0.name)
        }
        return lyrics
    }

    private static func numbers(_ words: [LyricsWord]) -> [[Int]]? {
        words.isEmpty ? nil : words.map { [$0.start, $0.end ?? -1, $0.range.lowerBound, $0.range.upperBound] }
    }

    private static func words(_ numbers: [[Int]]?) -> [LyricsWord] {
        (numbers ?? []).compactMap { word in
            guard word.count == 4, word[2] < word[3] else { return nil }
            return LyricsWord(start: word[0], end: word[1] < 0 ? nil : word[1], range: word[2]..<word[3])
        }
    }
}

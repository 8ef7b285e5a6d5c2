import Foundation
import Lyrics
import Primitives

/// Reads documents of chapters: JSON Chapters 1.2 (github.com/Podcastindex-org/podcast-namespace, chapters).
enum ChapterFile {
    private static let mostChapters = 500
    /// In bytes.
    private static let longestTitle = 600

    private struct Document: Decodable {
        struct Part: Decodable {
            let startTime: Double
            let title: String?
            let toc: Bool?
        }

        let chapters: [Part]
    }

    /// In order of time; without those that are no part of the table of contents, and none for a document that is none.
    static func chapters(_ bytes: [UInt8]) -> [Chapter] {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else { return [] }
        return document.chapters.prefix(mostChapters)
            .filter { $0.toc != false && EpisodeDocument.isTime($0.startTime) }
            .map {
                Chapter(
                    start: EpisodeDocument.time($0.startTime), title: ($0.title ?? "").prefix(bytes: longestTitle))
            }
            .sorted { $0.start < $1.start }
    }
}

/// Reads transcripts: WebVTT, SubRip, and JSON of Podcasting 2.0.
enum TranscriptFile {
    /// In bytes.
    private static let longestLine = 4_000
    private static let longestName = 300
    private static let mostSegments = 100_000

    private struct Document: Decodable {
        struct Segment: Decodable {
            let startTime: Double
            let body: String
            let speaker: String?
        }

        let segments: [Segment]
    }

    /// In order of time; none for a document of another format.
    static func lines(_ bytes: [UInt8], _ format: FeedTranscript.Format) -> [TranscriptLine] {
        switch format {
        case .vtt: lines(LyricsFormat.vtt.lyrics(from: bytes, source: .provider).first)
        case .srt: lines(LyricsFormat.srt.lyrics(from: bytes, source: .provider).first)
        case .json: lines((try? JSONDecoder().decode(Document.self, from: Data(bytes)))?.segments ?? [])
        }
    }

    private static func lines(_ lyrics: SongLyrics?) -> [TranscriptLine] {
        guard let lyrics else { return [] }
        let names = Dictionary(lyrics.agents.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        return lyrics.lines.map { line in
            TranscriptLine(
                start: .milliseconds(line.start ?? 0), text: line.wholeText,
                speaker: line.agent.flatMap { names[$0] ?? nil })
        }
    }

    /// The segments of JSON are words or a few of them, so those of one speaker within a few seconds become a line. A
    /// line is never longer than `longestLine`, so each segment takes the same time.
    private static func lines(_ segments: [Document.Segment]) -> [TranscriptLine] {
        let together = Duration.seconds(8)
        var lines: [TranscriptLine] = []
        for segment in segments.prefix(mostSegments) where EpisodeDocument.isTime(segment.startTime) {
            let body = segment.body.prefix(bytes: longestLine).trimmed
            guard !body.isEmpty else { continue }
            let start = EpisodeDocument.time(segment.startTime)
            let speaker = segment.speaker?.prefix(bytes: longestName)
            if let last = lines.last, last.speaker == speaker, start - last.start < together,
                last.text.utf8.count + body.utf8.count < longestLine
            {
                lines[lines.count - 1] = TranscriptLine(
                    start: last.start, text: last.text + " " + body, speaker: speaker)
            } else if lines.count < LyricsFormat.lineLimit {
                lines.append(TranscriptLine(start: start, text: body, speaker: speaker))
            }
        }
        return lines
    }
}

/// The times of documents, in seconds.
private enum EpisodeDocument {
    static func isTime(_ seconds: Double) -> Bool { seconds >= 0 && seconds <= 7 * 86_400 }

    static func time(_ seconds: Double) -> Duration { .milliseconds(Int64(seconds * 1000)) }
}

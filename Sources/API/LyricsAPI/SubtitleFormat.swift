import Foundation
import HTTPSupport
import Lyrics
import NIOCore

/// The formats of subtitles that Musixmatch's API names.
enum SubtitleFormat: String, Sendable, CaseIterable {
    /// Lines with times in hundredths of a second.
    case lrc
    /// TTML by its earlier name.
    case dfxp
    /// EBU STL in Base64, since it is binary.
    case stledu
    /// A JSON list of lines with their times, as a string.
    case mxm

    /// Throws `conflict` where the format has no letters for the lyrics.
    func content(of lyrics: SongLyrics, _ song: LyricsSong) throws -> String {
        var named = lyrics
        (named.title, named.artist) = (lyrics.title ?? song.title, lyrics.artist ?? song.artist)
        switch self {
        case .lrc: return lyrics.lineLRC
        case .dfxp: return String(decoding: try LyricsFormat.dfxp.content(of: named), as: UTF8.self)
        case .stledu: return Data(try LyricsFormat.stl.content(of: named)).base64EncodedString()
        case .mxm: return Self.timedLines(lyrics.lines)
        }
    }

    private static func timedLines(_ lines: [LyricsLine]) -> String {
        var json = JSONWriter(capacity: lines.count * 96)
        json.array(lines) { json, line in
            let start = line.start ?? 0
            json.object { json in
                json.field("text", line.wholeText)
                json.key("time")
                json.object { json in
                    json.field("total", Double(start / 10) / 100)
                    json.field("minutes", start / 60_000)
                    json.field("seconds", start / 1000 % 60)
                    json.field("hundredths", start / 10 % 100)
                }
            }
        }
        return String(buffer: json.buffer)
    }
}

/// Lines with the times of their words, as Musixmatch writes them: `ts` and `te` are the line's start and end, `l` its
/// parts with the time `o` from its start, all in seconds, and `x` its text.
struct RichSync: Sendable {
    let lines: [LyricsLine]

    /// A JSON list.
    var text: String {
        var json = JSONWriter(capacity: lines.count * 512)
        json.array(lines.filter { !$0.words.isEmpty }) { json, line in
            let start = line.start ?? line.words.first?.start ?? 0
            json.object { json in
                json.field("ts", Self.seconds(start))
                json.field("te", Self.seconds(line.end ?? line.words.last?.end ?? line.words.last?.start ?? start))
                json.key("l")
                json.array(Self.parts(of: line)) { json, part in
                    json.object { json in
                        json.field("c", part.text)
                        json.field("o", Self.seconds(max(0, part.start - start)))
                    }
                }
                json.field("x", line.text)
            }
        }
        return String(buffer: json.buffer)
    }

    /// The words and what is between them, which together make up the line. What is between two words begins when the
    /// first of them ends, or with the second.
    private static func parts(of line: LyricsLine) -> [(text: String, start: Int)] {
        let bytes = Array(line.text.utf8)
        func piece(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        var parts: [(text: String, start: Int)] = []
        var (at, end): (Int, Int?) = (0, nil)
        for word in line.words {
            if word.range.lowerBound > at { parts.append((piece(at..<word.range.lowerBound), end ?? word.start)) }
            parts.append((piece(word.range), word.start))
            (at, end) = (word.range.upperBound, word.end)
        }
        if at < bytes.count { parts.append((piece(at..<bytes.count), end ?? line.words.last?.start ?? 0)) }
        return parts
    }

    private static func seconds(_ milliseconds: Int) -> Double { Double(milliseconds) / 1000 }
}

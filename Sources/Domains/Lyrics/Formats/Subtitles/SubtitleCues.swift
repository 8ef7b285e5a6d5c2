/// The subtitles of synced lyrics: lines that begin and end together stand in one. Formats of subtitles need an end,
/// so a line without one ends when the next begins, or after five seconds.
struct SubtitleCue {
    static let lastDuration = 5000

    let start: Int
    let end: Int
    var lines: [LyricsLine]

    static func all(of lyrics: SongLyrics) -> [SubtitleCue] {
        var cues: [SubtitleCue] = []
        for (line, next) in zip(lyrics.lines, lyrics.lines.followingStarts) {
            let start = line.start ?? 0
            let end = max(start, line.end ?? next ?? start + lastDuration)
            if let last = cues.last, (last.start, last.end) == (start, end) {
                cues[cues.count - 1].lines.append(line)
            } else {
                cues.append(SubtitleCue(start: start, end: end, lines: [line]))
            }
        }
        return cues
    }

    /// The texts of lines for formats without voices: what is sung in the background stands in parentheses.
    var texts: [String] {
        lines.flatMap { [$0.text] + ($0.background.map { ["(\($0.text))"] } ?? []) }
    }
}

extension [LyricsLine] {
    /// Synced lyrics of lines that a format of subtitles states with start and end; nil if there are none.
    func subtitles(from source: LyricsSource) -> SongLyrics? {
        let lines = settled()
        return lines.isEmpty ? nil : SongLyrics(source: source, isSynced: true, lines: lines)
    }
}

/// The lines of a text file, by any line end.
enum TextLines {
    static func of(_ content: [UInt8]) -> [ArraySlice<UInt8>] {
        var bytes = content.prefix(LyricsFormat.sizeLimit)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        var lines: [ArraySlice<UInt8>] = []
        var begin = bytes.startIndex
        var at = begin
        while at < bytes.endIndex {
            if bytes[at] == 0x0A || bytes[at] == 0x0D {
                lines.append(bytes[begin..<at])
                if bytes[at] == 0x0D, at + 1 < bytes.endIndex, bytes[at + 1] == 0x0A { at += 1 }
                begin = at + 1
            }
            at += 1
        }
        if begin < bytes.endIndex { lines.append(bytes[begin...]) }
        return lines
    }

    /// `start --> end`, and what follows it on the line is ignored.
    static func timing(_ line: ArraySlice<UInt8>) -> (start: Int, end: Int)? {
        let parts = line.prefix(256).split(whereSeparator: { $0 == 0x20 || $0 == 0x09 })
        guard parts.count >= 3, parts[1].elementsEqual("-->".utf8),
            let start = LRCTime.milliseconds(parts[0], takesHundredths: false),
            let end = LRCTime.milliseconds(parts[2], takesHundredths: false)
        else { return nil }
        return (start, max(start, end))
    }

    /// `hh:mm:ss` with milliseconds after `point`.
    static func stamp(_ milliseconds: Int, point: String) -> String {
        let rest = milliseconds % 1000
        let (seconds, two) = (milliseconds / 1000, LRCWriter.two)
        return two(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60) + point
            + (rest < 100 ? "0" : "") + two(rest)
    }
}

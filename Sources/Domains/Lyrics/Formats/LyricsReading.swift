/// Turns a text into lyrics: LRC where it has times, else plain lines.
package enum LyricsReading {
    /// No more than this is read of a text, in bytes of UTF-8.
    package static let textLimit = 512 * 1024
    static let lineLimit = 10_000

    /// Nil where there are no words in it.
    package static func lyrics(_ stored: StoredLyrics) -> SongLyrics? {
        let text = LRCText(stored.text)
        guard var lyrics = LRCReading(text).lyrics(from: stored.source) ?? plain(text, stored.source) else {
            return nil
        }
        lyrics.language = stored.language ?? text.language
        (lyrics.artist, lyrics.title) = (text.tags["ar"], text.tags["ti"])
        return lyrics
    }

    /// Blank lines stay between verses, one at a time.
    private static func plain(_ text: LRCText, _ source: LyricsSource) -> SongLyrics? {
        var lines: [LyricsLine] = []
        for line in text.lines {
            let content = String(decoding: line.rest, as: UTF8.self)
            if content.isEmpty, lines.last.map(\.text.isEmpty) ?? true { continue }
            lines.append(LyricsLine(text: content))
        }
        while lines.last?.text.isEmpty == true { lines.removeLast() }
        return lines.isEmpty ? nil : SongLyrics(source: source, isSynced: false, lines: lines)
    }
}

extension SongLyrics {
    /// The lines as LRC in hundredths of a second, without tags, voices and times of words, which many players would
    /// show as text. For synced lyrics.
    package var lineLRC: String {
        var plain = self
        (plain.title, plain.artist, plain.language, plain.agents) = (nil, nil, nil, [])
        for index in plain.lines.indices {
            plain.lines[index].words = []
            plain.lines[index].agent = nil
            plain.lines[index].background = nil
        }
        return LRCWriter.text(of: plain)
    }

    /// The lines alone, one after the other, with the background in parentheses.
    package var plainText: String { LRCWriter.plainText(of: self) }
}

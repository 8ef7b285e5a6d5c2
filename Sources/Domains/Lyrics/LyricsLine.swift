/// One line of a song.
package struct LyricsLine: Sendable, Equatable {
    /// Milliseconds from the start of the track; nil where the lyrics are not synced.
    package var start: Int?
    /// When it has been sung, where the source says so.
    package var end: Int?
    package var text: String
    /// In order, not overlapping. Empty where the source does not time them.
    package var words: [LyricsWord]
    /// Who sings it: the id of an agent.
    package var agent: String?
    /// What others sing behind it.
    package var background: Background?

    package struct Background: Sendable, Equatable {
        package var text: String
        package var words: [LyricsWord]
        package var agent: String
    }

    package init(start: Int? = nil, end: Int? = nil, text: String, words: [LyricsWord] = [], agent: String? = nil) {
        self.start = start
        self.end = end
        self.text = text
        self.words = words
        self.agent = agent
    }
}

/// The words of a song in one language, from one source: plain, or with the times at which they are sung.
package struct SongLyrics: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case main, translation, pronunciation
    }

    /// ISO 639 (`en`, `eng`), as the source has it in lower case; nil where nothing says so.
    package var language: String?
    package var kind = Kind.main
    package var source: LyricsSource
    /// As the source names them.
    package var artist: String?
    package var title: String?
    /// Whether every line has a time.
    package var isSynced: Bool
    /// Who sings. Where there are any, exactly one has the role `main` and every line names one of them.
    package var agents: [LyricsAgent] = []
    /// By time where they have one, else as they are written. The source's offset is in the times.
    package var lines: [LyricsLine]

    package init(source: LyricsSource, isSynced: Bool, lines: [LyricsLine]) {
        self.source = source
        self.isSynced = isSynced
        self.lines = lines
    }

    /// The words alone.
    package var text: String { lines.map(\.text).joined(separator: "\n") }
}

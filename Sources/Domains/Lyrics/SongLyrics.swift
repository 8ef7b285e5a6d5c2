/// The lyrics of a song in one language, from one source: plain, or with the times at which they are sung.
package struct SongLyrics: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case main, translation, pronunciation
    }

    /// The ISO 639 code (`en`, `eng`) as in the source, in lower case; nil if it is unknown.
    package var language: String?
    package var kind = Kind.main
    package var source: LyricsSource
    /// The provider's terms; nil for lyrics of the library's own.
    package var rights: LyricsRights?
    /// The artist and title as in the source.
    package var artist: String?
    package var title: String?
    /// Whether every line has a time.
    package var isSynced: Bool
    /// The voices. If there are any, exactly one has the role `main` and every line names one of them.
    package var agents: [LyricsAgent] = []
    /// Ordered by time if synced, else as written. The times include the source's offset.
    package var lines: [LyricsLine]

    package init(source: LyricsSource, isSynced: Bool, lines: [LyricsLine]) {
        self.source = source
        self.isSynced = isSynced
        self.lines = lines
    }

    /// The finest part of a song that lyrics time, the best first.
    package enum Precision: String, Sendable, CaseIterable {
        case words, lines, none
    }

    package var precision: Precision {
        isSynced ? lines.contains { !$0.words.isEmpty } ? .words : .lines : .none
    }

    /// The lines as LRC in milliseconds, for synced lyrics.
    package var exactLRC: String { LRCWriter.exactLines(of: self) }

    /// The text of all lines, without the background.
    package var text: String { lines.map(\.text).joined(separator: "\n") }

    /// The text of all lines, with the background in parentheses.
    package var wholeText: String { lines.map(\.wholeText).joined(separator: "\n") }
}

/// The source of lyrics.
package enum LyricsSource: String, Sendable, CaseIterable {
    /// Users of this server.
    case written
    /// The tags of the track's file.
    case tag
    /// A text file beside the track's file.
    case sidecar
    /// Another server that provides lyrics.
    case provider
}

/// A voice of a song.
package struct LyricsAgent: Sendable, Equatable {
    package enum Role: String, Sendable, CaseIterable {
        case main, voice, background, group
    }

    /// Unique within the lyrics.
    package let id: String
    package let role: Role
    package let name: String?

    package init(id: String, role: Role, name: String? = nil) {
        self.id = id
        self.role = role
        self.name = name
    }
}

/// One line of a song.
package struct LyricsLine: Sendable, Equatable {
    /// Milliseconds from the start of the track; nil where the lyrics are not synced.
    package var start: Int?
    /// The end of the line, if the source states it.
    package var end: Int?
    package var text: String
    /// In order, not overlapping. Empty if the source does not time the words.
    package var words: [LyricsWord]
    /// The id of the agent who sings the line.
    package var agent: String?
    /// The background vocals.
    package var background: Background?

    /// The text with that of the background in parentheses.
    package var wholeText: String {
        guard let background else { return text }
        return text.isEmpty ? "(\(background.text))" : "\(text) (\(background.text))"
    }

    package struct Background: Sendable, Equatable {
        package var text: String
        package var words: [LyricsWord]
        package var agent: String

        package init(text: String, words: [LyricsWord], agent: String) {
            self.text = text
            self.words = words
            self.agent = agent
        }
    }

    package init(start: Int? = nil, end: Int? = nil, text: String, words: [LyricsWord] = [], agent: String? = nil) {
        self.start = start
        self.end = end
        self.text = text
        self.words = words
        self.agent = agent
    }
}

/// A word or syllable with its time.
package struct LyricsWord: Sendable, Equatable {
    /// Milliseconds from the start of the track.
    package var start: Int
    /// The end of the word. Either all words of a line have an end or none has.
    package var end: Int?
    /// The position in the text of its line: offsets in bytes of UTF-8, at whole scalars, never empty.
    package var range: Range<Int>

    package init(start: Int, end: Int? = nil, range: Range<Int>) {
        self.start = start
        self.end = end
        self.range = range
    }

    /// The word itself; `text` is the text of its line.
    package func text(in text: String) -> String {
        let bytes = text.utf8
        guard let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound, limitedBy: bytes.endIndex),
            let end = bytes.index(bytes.startIndex, offsetBy: range.upperBound, limitedBy: bytes.endIndex)
        else { return "" }
        return String(text[start..<end])
    }
}

/// A text or file that may contain lyrics, as it was found.
package struct StoredLyrics: Sendable, Equatable {
    package let source: LyricsSource
    package let language: String?
    package let format: LyricsFormat
    package let content: [UInt8]
    /// The provider's terms; nil for a text of the library's own.
    package let rights: LyricsRights?

    package init(
        source: LyricsSource, language: String?, format: LyricsFormat, content: [UInt8], rights: LyricsRights? = nil
    ) {
        self.source = source
        self.language = language
        self.format = format
        self.content = content
        self.rights = rights
    }

    /// Whether the text says, as LRCLIB does in LRC, that nobody sings.
    var isInstrumental: Bool {
        guard format == .lrc, content.count <= 4096 else { return false }
        let text = LRCText(content)
        return text.tags["au"]?.lowercased() == "instrumental" && text.lines.allSatisfy(\.rest.isEmpty)
    }

    /// A text of which nothing but its content says whether it is LRC.
    package init(source: LyricsSource, language: String?, text: String) {
        self.init(source: source, language: language, format: .lrc, content: Array(text.utf8))
    }
}

import HTTPSupport
import Hummingbird
import Lyrics
import Primitives

/// Lyrics that a user wrote. They have the shape of those that the list of a track's lyrics returns.
struct LyricsDraftBody: InputBody {
    let basis = Input<ID<LyricsVersion>?>(
        nullable: "basis", .id(), missing: "basis is required: the id of the current version, or null if there is none")
    let note = Input<String?>("note", .text(upTo: 4096))
    let items = Input("items", .objects(of: LyricsPartInput(), upTo: WrittenLyrics.mostParts))

    /// The largest request, in bytes.
    private static let limit = 2 * 1024 * 1024

    func read(_ request: Request) async throws -> LyricsVersionDraft {
        var fields = try await request.input(self, upTo: Self.limit)
        let (basis, note) = (try fields.read(\.basis), try fields.read(\.note))
        var parts: [SongLyrics] = []
        for part in try fields.read(\.items) { parts.append(try LyricsPartInput.lyrics(part)) }
        try fields.end()
        return try LyricsVersionDraft(content: WrittenLyrics(parts), note: note ?? "", basis: basis)
    }
}

/// The lyrics in one language.
struct LyricsPartInput: InputBody {
    let language = Input<String?>("language", .text(upTo: 35))
    let kind = Input<SongLyrics.Kind?>("kind", .choice())
    let agents = Input<[InputFields<LyricsVoiceInput>]?>(
        "agents", .objects(of: LyricsVoiceInput(), upTo: WrittenLyrics.mostVoices))
    let lines = Input("lines", .objects(of: LyricsLineInput(), upTo: WrittenLyrics.mostLines))

    fileprivate static func lyrics(_ fields: InputFields<Self>) throws(DomainError) -> SongLyrics {
        var fields = fields
        var lines: [LyricsLine] = []
        for line in try fields.read(\.lines) { lines.append(try LyricsLineInput.line(line)) }
        var lyrics = SongLyrics(source: .written, isSynced: false, lines: lines)
        lyrics.language = try fields.read(\.language)?.lowercased()
        lyrics.kind = try fields.read(\.kind) ?? .main
        for voice in try fields.read(\.agents) ?? [] { lyrics.agents.append(try LyricsVoiceInput.agent(voice)) }
        try fields.end()
        return lyrics
    }
}

/// A voice of the song.
struct LyricsVoiceInput: InputBody {
    let id = Input<String>("id", .text(upTo: 32))
    let role = Input<LyricsAgent.Role>("role", .choice())
    let name = Input<String?>("name", .text(upTo: 200))

    fileprivate static func agent(_ fields: InputFields<Self>) throws(DomainError) -> LyricsAgent {
        var fields = fields
        let agent = try LyricsAgent(id: fields.read(\.id), role: fields.read(\.role), name: fields.read(\.name))
        try fields.end()
        guard !agent.id.isEmpty else { throw .invalid("A voice needs an id", field: "agents") }
        return agent
    }
}

/// One line of the song.
struct LyricsLineInput: InputBody {
    let start = Input<Int?>("startMs", .integer(in: LyricsWordInput.times))
    let end = Input<Int?>("endMs", .integer(in: LyricsWordInput.times))
    let text = Input<String>("text", .text(upTo: WrittenLyrics.longestLine))
    let agent = Input<String?>("agent", .text(upTo: 32))
    let words = Input<[InputFields<LyricsWordInput>]?>("words", LyricsWordInput.list)
    let background = Input<InputFields<LyricsBackgroundInput>?>("background", .object(of: LyricsBackgroundInput()))

    fileprivate static func line(_ fields: InputFields<Self>) throws(DomainError) -> LyricsLine {
        var fields = fields
        var line = try LyricsLine(
            start: fields.read(\.start), end: fields.read(\.end), text: fields.read(\.text),
            words: try LyricsWordInput.words(fields.read(\.words)), agent: fields.read(\.agent))
        if let background = try fields.read(\.background) {
            line.background = try LyricsBackgroundInput.background(background)
        }
        try fields.end()
        return line
    }
}

/// The words that are sung behind a line.
struct LyricsBackgroundInput: InputBody {
    let text = Input<String>("text", .text(upTo: WrittenLyrics.longestLine))
    let agent = Input<String?>("agent", .text(upTo: 32))
    let words = Input<[InputFields<LyricsWordInput>]?>("words", LyricsWordInput.list)

    fileprivate static func background(_ fields: InputFields<Self>) throws(DomainError) -> LyricsLine.Background {
        var fields = fields
        // The one voice of all backgrounds; the field is there so that lyrics are written as they are read.
        _ = try fields.read(\.agent)
        let background = LyricsLine.Background(
            text: try fields.read(\.text), words: try LyricsWordInput.words(fields.read(\.words)),
            agent: SongLyrics.backgroundVoice)
        try fields.end()
        return background
    }
}

/// A word with its time. `byteEnd` is the offset of the first byte after it.
struct LyricsWordInput: InputBody {
    static let times: ClosedRange<Int64> = 0...Int64(WrittenLyrics.latestTime)
    private static let places: ClosedRange<Int64> = 0...Int64(WrittenLyrics.longestLine)
    fileprivate static let list = InputKind.objects(of: Self(), upTo: WrittenLyrics.mostWords)

    let start = Input<Int>("startMs", .integer(in: Self.times))
    let end = Input<Int?>("endMs", .integer(in: Self.times))
    let byteStart = Input<Int>("byteStart", .integer(in: Self.places))
    let byteEnd = Input<Int>("byteEnd", .integer(in: Self.places))

    fileprivate static func words(_ list: [InputFields<Self>]?) throws(DomainError) -> [LyricsWord] {
        var words: [LyricsWord] = []
        for var fields in list ?? [] {
            let (start, end) = (try fields.read(\.byteStart), try fields.read(\.byteEnd))
            guard start < end else { throw .invalid("byteEnd must be after byteStart", field: "byteEnd") }
            words.append(try LyricsWord(start: fields.read(\.start), end: fields.read(\.end), range: start..<end))
            try fields.end()
        }
        return words
    }
}

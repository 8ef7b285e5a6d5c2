package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Lyrics
import Primitives

/// The lyrics of songs.
package struct LyricsRoutes: Sendable {
    private let lyrics: LyricsService

    package init(lyrics: LyricsService) {
        self.lyrics = lyrics
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/tracks/{id}/lyrics", .requires(.browse), tag: "catalogue",
                "The lyrics of a track, synced ones first", reply: .json(.ok, .list(of: .named("Lyrics"))),
                compressed: true, handler: show)
        ]
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let all = try await lyrics.lyrics(of: context.id("id"), as: context.principal())
        return .json(ListBody(all.map(LyricsBody.init)), capacity: 16 * 1024)
    }
}

/// Lyrics in one language, from one source.
struct LyricsBody: ObjectBody {
    static let component: String? = "Lyrics"
    static let fields = Fields<Self> {
        Field("language") { $0.lyrics.language }
        Field("kind") { $0.lyrics.kind }
        Field("source") { $0.lyrics.source }
        Field("synced") { $0.lyrics.isSynced }
        Field("artist") { $0.lyrics.artist }
        Field("title") { $0.lyrics.title }
        Field("agents", each: { $0.lyrics.agents }) {
            Field("id") { $0.id }
            Field("role") { $0.role }
            Field("name") { $0.name }
        }
        Field("lines", each: { $0.lyrics.lines }) {
            Field("startMs") { $0.start }
            Field("endMs") { $0.end }
            Field("text") { $0.text }
            Field("agent") { $0.agent }
            Field("words") { LyricsWordBody.list($0.words) }
            Field("background", ifPresent: { $0.background }) {
                Field("text") { $0.text }
                Field("agent") { $0.agent }
                Field("words") { LyricsWordBody.list($0.words) }
            }
        }
    }

    let lyrics: SongLyrics
}

/// One word. `byteEnd` is the offset of the first byte after it. Both offsets count bytes of UTF-8 in the line's text.
struct LyricsWordBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("startMs") { $0.word.start }
        Field("endMs") { $0.word.end }
        Field("byteStart") { $0.word.range.lowerBound }
        Field("byteEnd") { $0.word.range.upperBound }
    }

    let word: LyricsWord

    /// Nil for a line whose words have no times.
    static func list(_ words: [LyricsWord]) -> [Self]? {
        words.isEmpty ? nil : words.map(Self.init)
    }
}

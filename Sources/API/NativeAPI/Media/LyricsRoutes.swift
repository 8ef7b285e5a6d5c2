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
struct LyricsBody: JSONWritable {
    let lyrics: SongLyrics

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("language", lyrics.language)
            json.field("kind", lyrics.kind.rawValue)
            json.field("source", lyrics.source.rawValue)
            json.field("synced", lyrics.isSynced)
            json.field("artist", lyrics.artist)
            json.field("title", lyrics.title)
            json.key("agents")
            json.array(lyrics.agents) { json, agent in
                json.object { json in
                    json.field("id", agent.id)
                    json.field("role", agent.role.rawValue)
                    json.field("name", agent.name)
                }
            }
            json.key("lines")
            json.array(lyrics.lines) { json, line in
                json.object { Self.write(line, to: &$0) }
            }
        }
    }

    private static func write(_ line: LyricsLine, to json: inout JSONWriter) {
        json.field("startMs", line.start)
        json.field("endMs", line.end)
        json.field("text", line.text)
        json.field("agent", line.agent)
        write(line.words, to: &json)
        guard let background = line.background else { return }
        json.key("background")
        json.object { json in
            json.field("text", background.text)
            json.field("agent", background.agent)
            write(background.words, to: &json)
        }
    }

    private static func write(_ words: [LyricsWord], to json: inout JSONWriter) {
        guard !words.isEmpty else { return }
        json.key("words")
        json.array(words) { json, word in
            json.object { json in
                json.field("startMs", word.start)
                json.field("endMs", word.end)
                json.field("byteStart", word.range.lowerBound)
                json.field("byteEnd", word.range.upperBound)
            }
        }
    }

    private static let word = Schema.object(
        required: [("startMs", .integer), ("byteStart", .integer), ("byteEnd", .integer)],
        optional: [("endMs", .integer)])
    private static let background = Schema.object(
        required: [("text", .text), ("agent", .text)], optional: [("words", .array(word))])
    private static let line = Schema.object(
        required: [("text", .text)],
        optional: [
            ("startMs", .integer), ("endMs", .integer), ("agent", .text), ("words", .array(word)),
            ("background", background),
        ])
    private static let agent = Schema.object(
        required: [("id", .text), ("role", .choice(LyricsAgent.Role.allCases.map(\.rawValue)))],
        optional: [("name", .text)])

    /// `byteEnd` is the offset of the first byte after the word. Both offsets count bytes of UTF-8 in the line's text.
    static let schema = Schema.object(
        required: [
            ("kind", .choice(SongLyrics.Kind.allCases.map(\.rawValue))),
            ("source", .choice(LyricsSource.allCases.map(\.rawValue))), ("synced", .flag), ("agents", .array(agent)),
            ("lines", .array(line)),
        ], optional: [("language", .text), ("artist", .text), ("title", .text)])
}

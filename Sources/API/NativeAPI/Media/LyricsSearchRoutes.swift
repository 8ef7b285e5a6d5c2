package import HTTPSupport
import Hummingbird
package import Lyrics
import Primitives
import Shelf

/// Finds songs by a line of their words.
package enum LyricsSearchRoutes {
    @TableBuilder<Endpoint>
    package static func endpoints(search: WordSearchService, annotations: AnnotationLookup) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/search/lyrics", .requires(.browse), tag: "catalogue",
            "Search songs by their words, with the line that was found and its time",
            parameters: [
                Endpoint.Parameter(
                    "q", .text, "Words of a line, at most 200 characters; the last one may be incomplete"),
                Endpoint.Parameter("limit", .integer, "Results, 1 to 50; 20 by default"),
            ], reply: ListBody<LyricsMatchBody>.self, capacity: 32 * 1024, compressed: true
        ) { request, context in
            let text = try request.text("q", upTo: 1024) ?? ""
            let limit = try request.number("limit", in: 1...50)
            let caller = try context.principal()
            let found = try await search.search(text, limit: limit ?? 20, as: caller)
            let annotations = try await annotations.of(tracks: found.map(\.track), as: caller)
            return ListBody(found.map { LyricsMatchBody(match: $0, annotations: annotations) })
        }
    }
}

/// A song that was found by its words, and the line. The line has no times where the lyrics have none.
struct LyricsMatchBody: ObjectBody {
    static let component: String? = "LyricsMatch"
    static let fields = Fields<Self> {
        Field("track") { TrackItemBody($0.match.track, $0.annotations) }
        Field("line") { $0.match.line.text }
        Field("startMs") { $0.match.line.start }
        Field("endMs") { $0.match.line.end }
        Field("language") { $0.match.lyrics.language }
        Field("kind") { $0.match.lyrics.kind }
    }

    let match: WordMatch
    let annotations: Annotations
}

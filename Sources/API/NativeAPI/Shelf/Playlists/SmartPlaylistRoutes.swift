package import HTTPSupport
import Hummingbird
import Primitives
package import Shelf

/// Previews the tracks that rules find, while a user writes them.
package enum SmartPlaylistRoutes {
    /// Rules to try.
    private static let rules = Input<SmartRules>("rules", .rules)
    private static let shown = 10

    @TableBuilder<Endpoint>
    package static func endpoints(playlists: PlaylistService, annotations: AnnotationLookup) -> [Endpoint] {
        Endpoint(
            .post, "/api/v1/playlists/smart/preview", .requires(.listen), tag: "playlists",
            "The number of tracks that a smart playlist's rules find for the caller, and the first ten. A releaseDate of a year or a month is all of its days: before means that they end before the day, after that they begin after it, between that they begin and end within",
            body: Self.rules.schema, reply: SmartPreviewBody.self, capacity: 8192
        ) { request, context in
            let caller = try context.principal()
            let rules = try await request.read(Self.rules)
            let preview = try await playlists.preview(rules, first: Self.shown, as: caller)
            let annotations = try await annotations.of(tracks: preview.first, as: caller)
            return SmartPreviewBody(preview: preview, annotations: annotations)
        }
    }
}

extension SmartNode {
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .flag(let flag): self = .flag(flag)
        case .integer(let integer): self = .number(Double(integer))
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        case .array(let values): self = .list(values.map(SmartNode.init))
        case .object(let members): self = .object(members.mapValues(SmartNode.init))
        }
    }
}

extension SmartNode: JSONWritable {
    package func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .flag(let flag): json.value(flag)
        case .number(let number):
            if let whole = Int64(exactly: number) { json.value(whole) } else { json.value(number) }
        case .text(let text): json.value(text)
        case .list(let nodes): json.array(nodes) { json, node in node.write(to: &json) }
        case .object(let members):
            json.object { json in
                for (name, node) in members.sorted(by: { $0.key < $1.key }) {
                    json.key(text: name)
                    node.write(to: &json)
                }
            }
        }
    }
}

struct SmartPreviewBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("count") { $0.preview.count }
        Field("durationMs") { $0.preview.durationMilliseconds }
        Field("items") { body in body.preview.first.map { TrackItemBody($0, body.annotations) } }
    }

    let preview: SmartPreview
    let annotations: Annotations
}

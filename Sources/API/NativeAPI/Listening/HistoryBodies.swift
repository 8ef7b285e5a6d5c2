import Shelf
import HTTPSupport
import Listening
import Primitives

struct HistoryEntryBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("id", .text), ("playedAt", .instant), ("client", .text),
            ("source", .choice(PlaySource.allCases.map(\.rawValue))), ("track", .named("TrackItem")),
        ], optional: [])

    let entry: HistoryEntry
    let annotations: Annotations

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", entry.play.id.rawValue)
            json.field("playedAt", entry.play.playedAt)
            json.field("client", entry.play.client)
            json.field("source", entry.play.source.rawValue)
            json.field("track", TrackItemBody(entry.track, annotations))
        }
    }
}

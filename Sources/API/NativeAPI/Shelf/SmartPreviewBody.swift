import HTTPSupport
import Shelf

struct SmartPreviewBody: JSONWritable {
    static let schema = Schema.object(
        required: [("count", .integer), ("durationMs", .integer), ("items", .array(.named("TrackItem")))], optional: [])

    let preview: SmartPreview
    let annotations: Annotations

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("count", preview.count)
            json.field("durationMs", preview.durationMilliseconds)
            json.field("items", preview.first.map { TrackItemBody($0, annotations) })
        }
    }
}

import HTTPSupport
import Shelf

/// Something that rules read is another now: whose rules read it looks again.
struct ChangesEventBody: JSONWritable {
    let sources: Set<SmartSource>

    func write(to json: inout JSONWriter) {
        json.object { $0.field("sources", sources.map(\.rawValue).sorted()) }
    }
}

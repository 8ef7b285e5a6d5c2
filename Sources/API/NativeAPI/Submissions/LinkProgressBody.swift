package import HTTPSupport
import Primitives
package import Submissions

/// The data of an `importProgress` event.
package struct LinkProgressBody: JSONWritable {
    private let progress: LinkProgress

    package init(_ progress: LinkProgress) {
        self.progress = progress
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", progress.id.rawValue)
            json.field("received", progress.received)
            if let total = progress.total { json.field("total", total) }
        }
    }
}

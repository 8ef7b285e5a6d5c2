import HTTPSupport
import Primitives
import Submissions

/// A file that is being sent.
struct UploadBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("id", .text), ("name", .text), ("length", .integer), ("received", .integer),
            ("state", .choice(Upload.State.allCases.map(\.rawValue))), ("submit", .flag), ("createdAt", .instant),
            ("touchedAt", .instant),
        ],
        optional: [
            ("batch", .text), ("wishId", .text), ("reason", .text), ("detail", .text), ("expiresAt", .instant),
        ])

    let upload: Upload
    /// How long it waits for its next bytes.
    let timeout: Duration

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", upload.id.rawValue)
            json.field("name", upload.name)
            json.field("length", upload.length)
            json.field("received", upload.received)
            json.field("state", upload.state.rawValue)
            json.field("submit", upload.isSubmitted)
            json.field("batch", upload.batch)
            json.field("wishId", upload.wish?.rawValue)
            json.field("reason", upload.reason)
            json.field("detail", upload.detail)
            json.field("createdAt", upload.createdAt)
            json.field("touchedAt", upload.touchedAt)
            if upload.state != .checking { json.field("expiresAt", upload.touchedAt.advanced(by: timeout)) }
        }
    }
}

/// How much somebody may give yet.
struct UploadUseBody: JSONWritable {
    static let schema = Schema.object(
        required: [("used", .integer), ("limit", .integer), ("fileLimit", .integer)], optional: [])

    let use: UploadUse

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("used", use.used)
            json.field("limit", use.bounds.person)
            json.field("fileLimit", use.bounds.file)
        }
    }
}

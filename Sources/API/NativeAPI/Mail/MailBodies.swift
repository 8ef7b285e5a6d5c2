import HTTPSupport
import Messaging
import Primitives

/// A letter that waits or was given up: to whom, and what the server said; never what stands in it.
struct OutboxEmailBody: JSONWritable {
    let letter: Email

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", letter.id.rawValue)
            json.field("to", letter.recipient)
            json.field("kind", letter.kind.rawValue)
            json.field("state", letter.state.rawValue)
            json.field("attempts", letter.attempts)
            json.field("createdAt", letter.createdAt)
            if letter.state == .waiting { json.field("nextAt", letter.nextAt) }
            json.field("failure", letter.failure)
        }
    }

    static let schema = Schema.object(
        required: [
            ("id", .text), ("to", .text), ("kind", .choice(EmailKind.allCases.map(\.rawValue))),
            ("state", .choice(Email.State.allCases.map(\.rawValue))), ("attempts", .integer), ("createdAt", .instant),
        ], optional: [("nextAt", .instant), ("failure", .text)])
}

struct MailStatusBody: JSONWritable {
    let isEnabled: Bool
    let waiting: Int
    let failed: Int

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("enabled", isEnabled)
            json.field("waiting", waiting)
            json.field("failed", failed)
        }
    }

    static let schema = Schema.object(
        required: [("enabled", .flag), ("waiting", .integer), ("failed", .integer)], optional: [])
}

/// What the caller gets by mail.
struct OwnMailBody: JSONWritable {
    let isEnabled: Bool
    let isConfirmed: Bool
    let kinds: [String]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("enabled", isEnabled)
            json.field("confirmed", isConfirmed)
            json.field("kinds", kinds)
        }
    }

    static let schema = Schema.object(
        required: [("enabled", .flag), ("confirmed", .flag), ("kinds", .array(.text))], optional: [])
}

struct EmailUndoneBody: JSONWritable {
    /// Of a link to choose a new password.
    let token: String?

    func write(to json: inout JSONWriter) {
        json.object { $0.field("passwordToken", token) }
    }

    static let schema = Schema.object(required: [], optional: [("passwordToken", .text)])
}

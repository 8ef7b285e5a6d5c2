import Accounts
import HTTPSupport
import Primitives

struct SessionBody: JSONWritable {
    let listed: ListedSession

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", listed.session.id.rawValue)
            json.field("current", listed.isCurrent)
            json.field("client", listed.session.client)
            json.field("address", listed.session.address)
            json.field("createdAt", listed.session.createdAt)
            json.field("lastUsedAt", listed.session.lastUsedAt)
            json.field("expiresAt", listed.endsAt)
        }
    }

    static let schema = Schema.object(
        required: [
            ("id", .text), ("current", .flag), ("client", .text), ("address", .text), ("createdAt", .instant),
            ("lastUsedAt", .instant), ("expiresAt", .instant),
        ], optional: [])
}

struct TokenBody: JSONWritable {
    let token: AccessToken
    /// Shown when it is made, and never again.
    let text: String?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", token.id.rawValue)
            json.field("label", token.label)
            json.field("token", text)
            json.field("createdAt", token.createdAt)
            json.field("lastUsedAt", token.lastUsedAt)
            json.field("expiresAt", token.expiresAt)
        }
    }

    static let schema = Schema.object(
        required: [("id", .text), ("label", .text), ("createdAt", .instant)],
        optional: [("token", .text), ("lastUsedAt", .instant), ("expiresAt", .instant)])
}

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
    /// Whether it works still.
    let isLive: Bool

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", token.id.rawValue)
            json.field("label", token.label)
            json.field("scopes", AccessScope.names(token.scopes))
            json.field("usable", isLive)
            json.field("token", text)
            json.field("createdAt", token.createdAt)
            json.field("lastUsedAt", token.lastUsedAt)
            json.field("lastAddress", token.lastAddress)
            json.field("expiresAt", token.expiresAt)
        }
    }

    static let schema = Schema.object(
        required: [
            ("id", .text), ("label", .text), ("scopes", scopes), ("usable", .flag), ("createdAt", .instant),
        ],
        optional: [
            ("token", .text), ("lastUsedAt", .instant), ("lastAddress", .text), ("expiresAt", .instant),
        ])

    static let scopes = Schema.array(.choice(AccessScope.allCases.map(\.rawValue)))
}

struct TokenProductBody: JSONWritable {
    let product: TokenProduct

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("kind", product.kind.rawValue)
            json.field("id", product.id)
            json.field("name", product.name)
            json.field("at", product.at)
        }
    }

    static let schema = Schema.object(
        required: [
            ("kind", .choice(TokenProduct.Kind.allCases.map(\.rawValue))), ("id", .text), ("name", .text),
            ("at", .instant),
        ], optional: [])
}

package import Accounts
package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Primitives

/// The sessions and access tokens of the caller.
package struct CredentialRoutes: Sendable {
    private let credentials: CredentialService
    private let clock: any WallClock

    package init(credentials: CredentialService, clock: any WallClock) {
        self.credentials = credentials
        self.clock = clock
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/me/sessions", .requires(.manageOwnAccount), tag: "me", "The browsers that are signed in",
                reply: .json(.ok, .list(of: .named("Session"))), handler: sessions),
            Endpoint(
                .delete, "/api/v1/me/sessions", .requires(.manageOwnAccount), tag: "me", "Sign out all other browsers",
                credentials: true,
                reply: .empty(.noContent), handler: endOthers),
            Endpoint(
                .delete, "/api/v1/me/sessions/{id}", .requires(.manageOwnAccount), tag: "me", "Sign out one browser",
                credentials: true,
                reply: .empty(.noContent), handler: end),
            Endpoint(
                .get, "/api/v1/me/tokens", .requires(.manageOwnAccount), tag: "me", "The bearer tokens for scripts",
                reply: .json(.ok, .list(of: .named("Token"))), handler: tokens),
            Endpoint(
                .post, "/api/v1/me/tokens", .requiresConfirmed(.manageOwnAccount), tag: "me",
                "Make a token; it is shown this once. Without scopes it may read; expiresInDays: 90 unless it is said, null for a token of an admin that does not expire",
                credentials: true,
                body: .object(
                    required: [("label", .text)],
                    optional: [("scopes", TokenBody.scopes), ("expiresInDays", .nullable(.integer))]),
                reply: .json(.created, .named("Token")), handler: createToken),
            Endpoint(
                .get, "/api/v1/me/tokens/{id}/products", .requires(.manageOwnAccount), tag: "me",
                "What came of a token and has not ended: accounts and what was changed of them, links, invitations, sessions, shares",
                reply: .json(.ok, .list(of: .named("TokenProduct"))), handler: products),
            Endpoint(
                .delete, "/api/v1/me/tokens/{id}", .requires(.manageOwnAccount), tag: "me",
                "Revoke a token, with what came of it: links, invitations and shares lead nowhere, browsers that came in by them are signed out, accounts are disabled, passwords removed, roles and addresses put back",
                credentials: true,
                parameters: [RetainedProducts.parameter],
                reply: .empty(.noContent), handler: revokeToken),
        ]
    }

    @Sendable private func sessions(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ListBody(try await credentials.sessions(as: context.caller()).map(SessionBody.init)))
    }

    @Sendable private func end(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await credentials.endSession(context.id("id"), as: context.caller())
        return .empty()
    }

    @Sendable private func endOthers(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await credentials.endOtherSessions(as: context.caller())
        return .empty()
    }

    @Sendable private func tokens(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let now = clock.now()
        return .json(
            ListBody(
                try await credentials.tokens(as: context.caller()).map {
                    TokenBody(token: $0, text: nil, isLive: $0.isLive(at: now))
                }))
    }

    @Sendable private func createToken(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let label = try fields.text("label")
        var scopes = AccessScope.standard
        if case .value = fields.presence(of: "scopes") {
            scopes = try AccessScope.named(fields.texts("scopes", count: AccessScope.allCases.count))
        }
        let lifetime: AccessToken.Lifetime =
            switch fields.presence(of: "expiresInDays") {
            case .absent: .standard
            case .null: .unlimited
            case .value: .days(Int(try fields.integer("expiresInDays", in: 1...3650)))
            }
        try fields.end()
        let issued = try await credentials.createToken(
            label: label, scopes: scopes, lifetime: lifetime, as: context.caller())
        return .json(TokenBody(token: issued.token, text: issued.text, isLive: true), status: .created)
    }

    @Sendable private func products(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(
            ListBody(
                try await credentials.products(of: context.id("id"), as: context.caller()).map(TokenProductBody.init)))
    }

    @Sendable private func revokeToken(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let keeps = try request.choice("keep", of: RetainedProducts.self) == .accounts
        try await credentials.revokeToken(context.id("id"), keepingAccounts: keeps, as: context.caller())
        return .empty()
    }
}

/// The products of a token or device key that are retained when it is revoked.
enum RetainedProducts: String, CaseIterable {
    case accounts

    static let parameter = Endpoint.Parameter(
        "keep", .choice(allCases.map(\.rawValue)),
        "accounts: leave accounts as they are; needs a session whose person typed the password lately")
}

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
    /// The token itself; shown once, when it is made.
    let text: String?
    /// Whether it still works.
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

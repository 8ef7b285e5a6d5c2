package import Accounts
package import HTTPSupport
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

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/me/sessions", .requires(.manageOwnAccount), tag: "me", "The caller's signed-in browsers",
            reply: ListBody<ListedSession>.self
        ) { _, context in ListBody(try await credentials.sessions(as: context.caller())) }
        Endpoint(
            .delete, "/api/v1/me/sessions", .requires(.manageOwnAccount), tag: "me", "Sign out all other browsers",
            credentials: true
        ) { _, context in try await credentials.endOtherSessions(as: context.caller()) }
        Endpoint(
            .delete, "/api/v1/me/sessions/{id}", .requires(.manageOwnAccount), tag: "me", "Sign out one browser",
            credentials: true
        ) { _, context in try await credentials.endSession(context.id("id"), as: context.caller()) }
        Endpoint(
            .get, "/api/v1/me/tokens", .requires(.manageOwnAccount), tag: "me", "The bearer tokens for scripts",
            reply: ListBody<TokenBody>.self
        ) { _, context in
            let now = clock.now()
            return ListBody(
                try await credentials.tokens(as: context.caller()).map {
                    TokenBody(token: $0, text: nil, isLive: $0.isLive(at: now))
                })
        }
        Endpoint(
            .post, "/api/v1/me/tokens", .requiresConfirmed(.manageOwnAccount), tag: "me",
            "Create a token; its text is shown only once. Without scopes it may only read. expiresInDays: 90 by default; null, for admins only, means that it does not expire",
            credentials: true, body: TokenDraftBody().schema, reply: TokenBody.self, status: .created,
            handler: createToken)
        Endpoint(
            .get, "/api/v1/me/tokens/{id}/products", .requires(.manageOwnAccount), tag: "me",
            "Everything that was made with a token and still exists: accounts and changes of them, links, invitations, sessions, shares",
            reply: ListBody<TokenProduct>.self
        ) { _, context in ListBody(try await credentials.products(of: context.id("id"), as: context.caller())) }
        Endpoint(
            .delete, "/api/v1/me/tokens/{id}", .requires(.manageOwnAccount), tag: "me",
            "Revoke a token and everything that was made with it: links, invitations and shares stop working, browsers that signed in by them are signed out, accounts are disabled, passwords removed, roles and addresses restored",
            credentials: true, parameters: [RetainedProducts.parameter]
        ) { request, context in
            let keeps = try request.choice("keep", of: RetainedProducts.self) == .accounts
            try await credentials.revokeToken(context.id("id"), keepingAccounts: keeps, as: context.caller())
        }
    }

    private func createToken(_ request: Request, _ context: GatewayContext) async throws -> TokenBody {
        var fields = try await request.input(TokenDraftBody())
        let label = try fields.read(\.label)
        var scopes = AccessScope.standard
        if let names = try fields.read(\.scopes) { scopes = try AccessScope.named(names) }
        let lifetime: AccessToken.Lifetime =
            switch try fields.read(\.days) {
            case .absent: .standard
            case .null: .unlimited
            case .value(let days): .days(days)
            }
        try fields.end()
        let issued = try await credentials.createToken(
            label: label, scopes: scopes, lifetime: lifetime, as: context.caller())
        return TokenBody(token: issued.token, text: issued.text, isLive: true)
    }
}

/// The products of a token or device key that are retained when it is revoked.
enum RetainedProducts: String, CaseIterable {
    case accounts

    static let parameter = Endpoint.Parameter(
        "keep", .choice(of: Self.self),
        "accounts: leave accounts as they are; requires a session whose user typed the password recently")
}

/// A new token. Days of null are for a token that does not expire.
private struct TokenDraftBody: InputBody {
    let label = Input<String>("label", .text())
    let scopes = Input<[String]?>(
        "scopes", .texts(upTo: AccessScope.allCases.count, as: .choice(of: AccessScope.self)))
    let days = Input<Patch<Int>>("expiresInDays", .integer(in: 1...3650))
}

extension ListedSession: ObjectBody {
    package static let component: String? = "Session"
    package static let fields = Fields<Self> {
        Field("id") { $0.session.id.rawValue }
        Field("current") { $0.isCurrent }
        Field("client") { $0.session.client }
        Field("address") { $0.session.address }
        Field("createdAt") { $0.session.createdAt }
        Field("lastUsedAt") { $0.session.lastUsedAt }
        Field("expiresAt") { $0.endsAt }
    }
}

struct TokenBody: ObjectBody {
    static let component: String? = "Token"
    static let fields = Fields<Self> {
        Field("id") { $0.token.id.rawValue }
        Field("label") { $0.token.label }
        Field("scopes", scopes) { AccessScope.names($0.token.scopes) }
        Field("usable") { $0.isLive }
        Field("token") { $0.text }
        Field("createdAt") { $0.token.createdAt }
        Field("lastUsedAt") { $0.token.lastUsedAt }
        Field("lastAddress") { $0.token.lastAddress }
        Field("expiresAt") { $0.token.expiresAt }
    }

    let token: AccessToken
    /// The token itself; shown once, when it is made.
    let text: String?
    /// Whether it still works.
    let isLive: Bool

    static let scopes = Schema.array(.choice(of: AccessScope.self))
}

extension TokenProduct: ObjectBody {
    package static let component: String? = "TokenProduct"
    package static let fields = Fields<Self> {
        Field("kind") { $0.kind }
        Field("id") { $0.id }
        Field("name") { $0.name }
        Field("at") { $0.at }
    }
}

package import Accounts
package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives

/// A person's own sessions and access tokens.
package struct CredentialRoutes: Sendable {
    private let credentials: CredentialService

    package init(credentials: CredentialService) {
        self.credentials = credentials
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/me/sessions", .requires(.manageOwnAccount), tag: "me", "The browsers that are signed in",
                reply: .json(.ok, .list(of: .named("Session"))), handler: sessions),
            Endpoint(
                .delete, "/api/v1/me/sessions", .requires(.manageOwnAccount), tag: "me", "Sign out all other browsers",
                reply: .empty(.noContent), handler: endOthers),
            Endpoint(
                .delete, "/api/v1/me/sessions/{id}", .requires(.manageOwnAccount), tag: "me", "Sign out one browser",
                reply: .empty(.noContent), handler: end),
            Endpoint(
                .get, "/api/v1/me/tokens", .requires(.manageOwnAccount), tag: "me", "The bearer tokens for scripts",
                reply: .json(.ok, .list(of: .named("Token"))), handler: tokens),
            Endpoint(
                .post, "/api/v1/me/tokens", .requiresConfirmed(.manageOwnAccount), tag: "me",
                "Make a token; it is shown this once",
                body: .object(required: [("label", .text)], optional: [("expiresInDays", .integer)]),
                reply: .json(.created, .named("Token")), handler: createToken),
            Endpoint(
                .delete, "/api/v1/me/tokens/{id}", .requires(.manageOwnAccount), tag: "me", "Revoke a token",
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
        .json(ListBody(try await credentials.tokens(as: context.caller()).map { TokenBody(token: $0, text: nil) }))
    }

    @Sendable private func createToken(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let label = try fields.text("label")
        let days = try fields.optionalInteger("expiresInDays", in: 1...3650).map(Int.init)
        try fields.end()
        let issued = try await credentials.createToken(label: label, expiresInDays: days, as: context.caller())
        return .json(TokenBody(token: issued.token, text: issued.text), status: .created)
    }

    @Sendable private func revokeToken(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await credentials.revokeToken(context.id("id"), as: context.caller())
        return .empty()
    }
}

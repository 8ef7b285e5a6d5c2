package import Accounts
package import HTTPSupport
import HTTPTypes
package import Hummingbird
package import Primitives

/// Passkeys: the caller's own, at sign-in, and to confirm who is there.
package struct PasskeyRoutes: Sendable {
    private let passkeys: PasskeyService
    /// The server's own address as browsers reach it.
    private let origin: @Sendable (Request) -> String
    private let clock: any WallClock

    package init(
        passkeys: PasskeyService, origin: @escaping @Sendable (Request) -> String, clock: any WallClock
    ) {
        self.passkeys = passkeys
        self.origin = origin
        self.clock = clock
    }

    package var endpoints: [Endpoint] { signIn + confirmation + own }

    private var signIn: [Endpoint] {
        let path = "/api/v1/session/passkey"
        return [
            Endpoint(
                .post, path + "/options", .anyone, tag: "session",
                "A challenge to sign in by a passkey; with step, for the second step of a sign-in",
                body: PasskeyStepBody().schema, reply: .json(.ok, PasskeyRequestBody.schema), handler: beginSignIn),
            Endpoint(
                .post, path, .anyone, tag: "session", "Sign in by a passkey, or finish a sign-in by one",
                body: PasskeyAssertionBody().schema, reply: .json(.ok, .named("Me")), handler: finishSignIn),
        ]
    }

    private var confirmation: [Endpoint] {
        let path = "/api/v1/me/confirmation/passkey"
        return [
            Endpoint(
                .post, path + "/options", .requires(.manageOwnAccount), tag: "me",
                "A challenge to use a passkey in place of typing the password again", credentials: true,
                reply: .json(.ok, PasskeyRequestBody.schema), handler: beginConfirmation),
            Endpoint(
                .post, path, .requires(.manageOwnAccount), tag: "me",
                "Use a passkey in place of typing the password again", credentials: true,
                body: PasskeyAssertionBody().schema, reply: .empty(.noContent), handler: confirm),
        ]
    }

    private var own: [Endpoint] {
        let path = "/api/v1/me/passkeys"
        return [
            Endpoint(
                .get, path, .requires(.manageOwnAccount), tag: "me", "The caller's passkeys",
                reply: .json(.ok, .list(of: .named("Passkey"))), handler: list),
            Endpoint(
                .post, path + "/options", .requiresConfirmed(.manageOwnAccount), tag: "me",
                "A challenge for a new passkey", credentials: true,
                reply: .json(.ok, PasskeyCreationBody.schema), handler: beginRegistration),
            Endpoint(
                .post, path, .requiresConfirmed(.manageOwnAccount), tag: "me", "Add a passkey, and notify the caller",
                credentials: true, body: PasskeyDraftBody().schema, reply: .json(.created, .named("Passkey")),
                handler: add),
            Endpoint(
                .patch, path + "/{id}", .requiresConfirmed(.manageOwnAccount), tag: "me", "Rename a passkey",
                credentials: true, body: PasskeyNameBody().schema, reply: .json(.ok, .named("Passkey")),
                handler: rename),
            Endpoint(
                .delete, path + "/{id}", .requiresConfirmed(.manageOwnAccount), tag: "me", "Remove a passkey",
                credentials: true, reply: .empty(.noContent), handler: remove),
        ]
    }

    @Sendable private func beginSignIn(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(PasskeyStepBody())
        let step = try fields.read(\.step)
        try fields.end()
        let site = try site(of: request)
        let asked =
            if let step {
                try await passkeys.beginSecondStep(token: step, at: site)
            } else {
                passkeys.beginSignIn(at: site, in: SessionCookies.browser(of: request, context))
            }
        return .json(PasskeyRequestBody(request: asked))
    }

    @Sendable private func finishSignIn(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let assertion = try await PasskeyAssertionBody().read(request)
        let signedIn = try await passkeys.signIn(assertion, in: SessionCookies.browser(of: request, context))
        return SessionCookies.signedIn(signedIn, status: .ok, now: clock.now())
    }

    @Sendable private func beginConfirmation(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let asked = try await passkeys.beginConfirmation(at: site(of: request), as: context.caller())
        return .json(PasskeyRequestBody(request: asked))
    }

    @Sendable private func confirm(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await passkeys.confirm(PasskeyAssertionBody().read(request), as: context.caller())
        return .empty()
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ListBody(try await passkeys.list(as: context.caller()).map(PasskeyBody.init)))
    }

    @Sendable private func beginRegistration(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let creation = try await passkeys.beginRegistration(at: site(of: request), as: context.caller())
        return .json(PasskeyCreationBody(creation: creation), capacity: 32 * 1024)
    }

    @Sendable private func add(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let draft = try await PasskeyDraftBody().read(request)
        return .json(
            PasskeyBody(passkey: try await passkeys.add(draft, as: context.caller())), status: .created)
    }

    @Sendable private func rename(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(PasskeyNameBody())
        let label = try fields.read(\.label)
        try fields.end()
        return .json(
            PasskeyBody(passkey: try await passkeys.rename(context.id("id"), to: label, as: context.caller())))
    }

    @Sendable private func remove(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await passkeys.remove(context.id("id"), as: context.caller())
        return .empty()
    }

    private func site(of request: Request) throws(DomainError) -> RelyingParty {
        guard let site = RelyingParty(address: origin(request)) else {
            throw DomainError(
                .conflict, "Passkeys need a host name. Open the server by its name, not by its address",
                reason: "passkeys_need_name")
        }
        return site
    }
}

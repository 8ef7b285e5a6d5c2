package import Accounts
package import HTTPSupport
package import Hummingbird
package import Primitives

/// Passkeys: the caller's own, at sign-in, and to confirm who is there.
package struct PasskeyRoutes: Sendable {
    /// The token of a sign-in's first step; absent for a sign-in by a passkey alone.
    private static let step = Input<String?>("step", .token)
    /// Another name for a passkey.
    private static let label = Input<String>("label", .text())

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

    @TableBuilder<Endpoint> private var signIn: [Endpoint] {
        let path = "/api/v1/session/passkey"
        Endpoint(
            .post, path + "/options", .anyone, tag: "session",
            "A challenge to sign in by a passkey; with step, for the second step of a sign-in",
            body: Self.step.schema, reply: PasskeyRequest.self
        ) { request, context in
            let step = try await request.read(Self.step)
            let site = try site(of: request)
            let asked =
                if let step {
                    try await passkeys.beginSecondStep(token: step, at: site)
                } else {
                    passkeys.beginSignIn(at: site, in: SessionCookies.browser(of: request, context))
                }
            return asked
        }
        Endpoint(
            .post, path, .anyone, tag: "session", "Sign in by a passkey, or finish a sign-in by one",
            body: PasskeyAssertionBody().schema, reply: .json(.ok, MeBody.schema)
        ) { request, context in
            let assertion = try await PasskeyAssertionBody().read(request)
            let signedIn = try await passkeys.signIn(assertion, in: SessionCookies.browser(of: request, context))
            return SessionCookies.signedIn(signedIn, status: .ok, now: clock.now())
        }
    }

    @TableBuilder<Endpoint> private var confirmation: [Endpoint] {
        let path = "/api/v1/me/confirmation/passkey"
        Endpoint(
            .post, path + "/options", .requires(.manageOwnAccount), tag: "me",
            "A challenge to use a passkey in place of typing the password again", credentials: true,
            reply: PasskeyRequest.self
        ) { request, context in try await passkeys.beginConfirmation(at: site(of: request), as: context.caller()) }
        Endpoint(
            .post, path, .requires(.manageOwnAccount), tag: "me", "Use a passkey in place of typing the password again",
            credentials: true, body: PasskeyAssertionBody().schema
        ) { request, context in try await passkeys.confirm(PasskeyAssertionBody().read(request), as: context.caller()) }
    }

    @TableBuilder<Endpoint> private var own: [Endpoint] {
        let path = "/api/v1/me/passkeys"
        Endpoint(
            .get, path, .requires(.manageOwnAccount), tag: "me", "The caller's passkeys",
            reply: ListBody<Passkey>.self
        ) { _, context in ListBody(try await passkeys.list(as: context.caller())) }
        Endpoint(
            .post, path + "/options", .requiresConfirmed(.manageOwnAccount), tag: "me", "A challenge for a new passkey",
            credentials: true, reply: PasskeyCreation.self, capacity: 32 * 1024
        ) { request, context in try await passkeys.beginRegistration(at: site(of: request), as: context.caller()) }
        Endpoint(
            .post, path, .requiresConfirmed(.manageOwnAccount), tag: "me", "Add a passkey, and notify the caller",
            credentials: true, body: PasskeyDraftBody().schema, reply: Passkey.self, status: .created
        ) { request, context in
            let draft = try await PasskeyDraftBody().read(request)
            return try await passkeys.add(draft, as: context.caller())
        }
        Endpoint(
            .patch, path + "/{id}", .requiresConfirmed(.manageOwnAccount), tag: "me", "Rename a passkey",
            credentials: true, body: Self.label.schema, reply: Passkey.self
        ) { request, context in
            let label = try await request.read(Self.label)
            return try await passkeys.rename(context.id("id"), to: label, as: context.caller())
        }
        Endpoint(
            .delete, path + "/{id}", .requiresConfirmed(.manageOwnAccount), tag: "me", "Remove a passkey",
            credentials: true
        ) { _, context in try await passkeys.remove(context.id("id"), as: context.caller()) }
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

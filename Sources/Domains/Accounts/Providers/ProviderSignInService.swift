import Journal
package import Primitives

/// Signs users in by the provider, with the authorization code flow and PKCE (OpenID Connect Core 1.0 §3.1, RFC 7636,
/// RFC 9700).
package struct ProviderSignInService: Sendable {
    private let store: any AccountStore
    private let client: any IdentityProviderClient
    private let signIn: SignInService
    private let signInGuard: SignInGuard
    private let authentication: Authentication
    private let sealer: SecretSealer
    private let used = SeenTokens()
    private let clock: any WallClock

    package init(
        store: any AccountStore, client: any IdentityProviderClient, signIn: SignInService,
        guard signInGuard: SignInGuard, authentication: Authentication, sealer: SecretSealer, clock: any WallClock
    ) {
        self.store = store
        self.client = client
        self.signIn = signIn
        self.signInGuard = signInGuard
        self.authentication = authentication
        self.sealer = sealer
        self.clock = clock
    }

    // MARK: To the provider

    /// Begins a sign-in. Throws `notFound` with reason `openid_off`, and `unavailable` with reason
    /// `openid_unavailable`.
    ///
    /// - Parameter address: the page of this server that the provider sends the browser back to.
    package func begin(returningTo address: String, in browser: Browser) async throws -> BegunVisit {
        // What is refused later was begun here: each address has a limited number of sign-ins.
        if let wait = signInGuard.refuse(address: browser.address) {
            throw DomainError.throttled(for: wait)
        }
        return try await begin(.signIn, returningTo: address)
    }

    /// Begins to link the caller's account to a user of the provider. The session must be confirmed.
    package func beginLink(returningTo address: String, as caller: Caller) async throws -> BegunVisit {
        let principal = try caller.requirePersonForCredentials()
        try await caller.requireConfirmation(by: authentication)
        guard let session = principal.session else { throw DomainError.confirmationRequired }
        return try await begin(
            .link(account: principal.user.rawValue, session: session.rawValue), returningTo: address)
    }

    /// Begins to confirm the caller's session: the provider asks the user again.
    package func beginConfirmation(returningTo address: String, as caller: Caller) async throws -> BegunVisit {
        let principal = try caller.requirePerson()
        let session = try principal.session.orThrow(DomainError(.conflict, "A bearer token needs no confirmation"))
        return try await begin(
            .confirm(account: principal.user.rawValue, session: session.rawValue), returningTo: address)
    }

    private func begin(
        _ purpose: AuthorizationRequest.Purpose, returningTo address: String
    ) async throws -> BegunVisit {
        let provider = try await provider()
        let configuration = try await provider.answer { try await client.configuration(of: provider.issuer) }
        let request = AuthorizationRequest(purpose, of: provider, returningTo: address, at: clock.now())
        return BegunVisit(
            address: request.address(at: configuration.authorizationEndpoint, scopes: provider.scopes),
            cookie: try sealer.seal(request))
    }

    // MARK: Back from the provider

    /// Finishes what `begin`, `beginLink` or `beginConfirmation` began in this browser. Throws `unauthenticated` with
    /// reason `openid_request` for an answer that this browser has not asked for, `openid_denied` where the provider
    /// refuses, `openid_token` for a token that is not accepted, and the refusals of `IdentityAdmission`.
    ///
    /// - Parameter cookie: the value that the browser was given.
    package func finish(
        _ answer: ProviderAnswer, cookie: String?, in browser: Browser
    ) async throws -> ProviderOutcome {
        let now = clock.now()
        let provider = try await provider()
        guard let request = sealer.request(cookie, at: now), request.issuer == provider.issuer,
            request.clientID == provider.clientID,
            SecretBytes.areEqual(Array(answer.state.utf8), Array(request.state.utf8)),
            used.isFirst(request.state, at: now)
        else {
            throw Self.expired
        }
        let configuration = try await provider.answer { try await client.configuration(of: provider.issuer) }
        // An answer of another provider, which an attacker has mixed in (RFC 9207 §2.4).
        guard answer.issuer == nil ? !configuration.namesIssuer : answer.issuer == provider.issuer else {
            throw refusal("iss", of: provider, in: browser)
        }
        guard let code = answer.code else {
            throw DomainError(
                .unauthenticated, "\(provider.name) has not signed you in", reason: "openid_denied")
        }
        let identity = try await identity(by: code, request, provider, configuration, in: browser)
        switch request.purpose {
        case .signIn: return .signedIn(try await enter(identity, provider, request, in: browser))
        case .link(let account, let session):
            try await link(identity, to: try await caller(account, session, in: browser))
            return .linked
        case .confirm(let account, let session):
            try await confirm(identity, as: try await caller(account, session, in: browser))
            return .confirmed
        }
    }

    private func identity(
        by code: String, _ request: AuthorizationRequest, _ provider: IdentityProvider,
        _ configuration: ProviderConfiguration, in browser: Browser
    ) async throws -> Identity {
        if sealer.hasLostSecret(of: provider) {
            throw DomainError(
                .unavailable, "The secret for \(provider.name) can no longer be read. Tell an admin",
                reason: "openid_unavailable")
        }
        let redemption = CodeRedemption(
            code: code, returnAddress: request.returnAddress, verifier: request.verifier,
            clientID: provider.clientID, secret: sealer.secret(of: provider))
        let tokens = try await provider.answer { try await client.redeem(redemption, at: configuration) }
        guard let tokens else { throw refusal("code", of: provider, in: browser) }
        let verified = try await provider.answer { try await client.claims(of: tokens.idToken, from: configuration) }
        guard let claims = verified else { throw refusal("signature", of: provider, in: browser) }
        let subject: String
        do throws(TokenRefusal) {
            subject = try TokenChecks(provider: provider, now: clock.now()).checkIDToken(claims, for: request)
        } catch {
            throw refusal(error.claim, of: provider, in: browser)
        }
        let info = try await provider.answer { try await client.userInfo(tokens.accessToken, at: configuration) }
        // The answer may be about another user, where the access token was exchanged (§5.3.2).
        guard info.map({ $0.text("sub") == subject }) ?? true else {
            throw refusal("userinfo", of: provider, in: browser)
        }
        return Identity(
            issuer: provider.issuer, subject: subject, token: claims, info: info, groupsClaim: provider.groupsClaim)
    }

    private func enter(
        _ identity: Identity, _ provider: IdentityProvider, _ request: AuthorizationRequest, in browser: Browser
    ) async throws -> SignInOutcome {
        let now = clock.now()
        let admission = IdentityAdmission(provider: provider, identity: identity, origin: browser.address)
        let assignment: IdentityProvider.Assignment
        do {
            assignment = try admission.assignment()
        } catch {
            try await shutOut(identity, in: browser)
            throw error
        }
        let user = try await store.edit { accounts in
            guard try accounts.identityProvider() == provider else { throw Self.expired }
            return try admission.admit(in: accounts, at: now)
        }
        let visit = ProviderVisit(
            provider: provider, identity: identity, assignment: assignment,
            isConfirmed: identity.authenticatedAt.map { request.begunAt < $0.advanced(by: TokenChecks.skew) } ?? false)
        return try await signIn.signIn(user, visiting: visit, in: browser)
    }

    /// Ends what the linked account still gives to somebody who is in no group any more.
    private func shutOut(_ identity: Identity, in browser: Browser) async throws {
        guard let link = try await self.link(of: identity) else { return }
        let now = clock.now()
        _ = try await store.edit(link.user) { edit in
            _ = edit.setRoleUnlessLastAdmin(.listener)
            edit.end(.sessions, .tokens, .deviceKeys)
            edit.record(
                "session.end", by: browser.actor(link.user), at: now, ["reason": "in no group of the provider"])
        }
        authentication.ended(user: link.user)
    }

    private static let expired = DomainError(
        .unauthenticated, "This sign-in took too long, or was begun in another browser. Begin again",
        reason: "openid_request")

    private func link(of identity: Identity) async throws -> IdentityLink? {
        try await store.read { try $0.identityLink(issuer: identity.issuer, subject: identity.subject) }
    }

    private func link(_ identity: Identity, to caller: Caller) async throws {
        let user = try caller.requirePersonForCredentials().user
        let link = IdentityLink(identity, to: user, at: clock.now())
        try await store.edit { accounts in
            guard try accounts.user(user)?.disabled == false else { throw DomainError.signedOut }
            return try link.additions(by: caller.actor, in: accounts)
        }
    }

    private func confirm(_ identity: Identity, as caller: Caller) async throws {
        let principal = try caller.requirePerson()
        guard try await link(of: identity)?.user == principal.user, let session = principal.session else {
            throw DomainError(
                .unauthenticated, "Another user has answered than the one who is signed in here",
                reason: "openid_other_user")
        }
        let now = clock.now()
        try await store.edit(principal.user, else: .signedOut) { $0.confirm(session, by: caller, at: now) }
        authentication.invalidate(user: principal.user)
    }

    /// The browser's session, which must still be the one that began.
    private func caller(_ account: String, _ session: String, in browser: Browser) async throws -> Caller {
        guard let token = browser.sessionToken,
            let present = try await authentication.authenticate(sessionToken: token),
            present.principal.user.rawValue == account, present.principal.session?.rawValue == session
        else { throw DomainError.signedOut }
        return Caller(present, from: browser.address)
    }

    // MARK: The provider

    private func provider() async throws -> IdentityProvider {
        let provider = try await store.read { try $0.identityProvider() }
        guard provider.isOn else {
            throw DomainError(.notFound, "Sign-in by another service is off", reason: "openid_off")
        }
        return provider
    }

    /// The one answer to a token that is not accepted. The reason is in the journal, for admins.
    private func refusal(_ claim: String, of provider: IdentityProvider, in browser: Browser) -> DomainError {
        authentication.recordFailure(
            "signin.failed", of: nil, from: browser.address, at: clock.now(),
            ["issuer": provider.issuer, "openid": claim])
        return DomainError(
            .unauthenticated, "The answer of \(provider.name) could not be verified. Begin again, or tell an admin",
            reason: "openid_token")
    }
}

/// A user on the way to the provider.
package struct BegunVisit: Sendable {
    /// The provider's page.
    package let address: String
    /// The value of the cookie that the browser keeps meanwhile, for `lifetime`.
    package let cookie: String

    package static var lifetime: Duration { AuthorizationRequest.lifetime }
}

/// The fields with which the provider sends the browser back (OpenID Connect Core 1.0 §3.1.2.5 and §3.1.2.6).
package struct ProviderAnswer: Sendable {
    package let state: String
    /// Nil where the provider refuses.
    package let code: String?
    package let issuer: String?

    package init(state: String, code: String?, issuer: String?) {
        self.state = state
        self.code = code
        self.issuer = issuer
    }
}

/// The result of a visit to the provider, by its purpose.
package enum ProviderOutcome: Sendable {
    case signedIn(SignInOutcome)
    case linked
    case confirmed
}

package import Accounts
package import HTTPSupport
package import Hummingbird
package import Primitives

/// Sign-in by an OpenID provider: for visitors, for the caller's own account, and the admins' settings of it.
package struct OpenIDRoutes: Sendable {
    /// The page of the web client that the provider sends browsers back to.
    package static let page = "/sign-in/return"
    private static let cookie = "__Host-rondo_openid"

    private let signIn: ProviderSignInService
    private let links: IdentityLinkService
    private let logout: ProviderLogoutService
    private let settings: IdentityProviderService
    /// The address of this server, as the browser sees it.
    private let origin: @Sendable (Request) -> String
    private let clock: any WallClock

    package init(
        signIn: ProviderSignInService, links: IdentityLinkService, logout: ProviderLogoutService,
        settings: IdentityProviderService, origin: @escaping @Sendable (Request) -> String, clock: any WallClock
    ) {
        self.signIn = signIn
        self.links = links
        self.logout = logout
        self.settings = settings
        self.origin = origin
        self.clock = clock
    }

    package var endpoints: [Endpoint] { visitors + own + administration }

    @TableBuilder<Endpoint> private var visitors: [Endpoint] {
        let root = "/api/v1/session/openid"
        Endpoint(
            .post, root + "/begin", .anyone, tag: "session",
            "Begin to sign in at the OpenID provider. The browser goes to the address of the answer, and comes back to \(Self.page)",
            reply: .json(.ok, BegunVisit.schema)
        ) { request, context in
            begun(
                try await signIn.begin(
                    returningTo: origin(request) + Self.page, in: SessionCookies.browser(of: request, context)))
        }
        Endpoint(
            .post, root, .anyone, tag: "session",
            "Finish what was begun at the OpenID provider, with the fields of the address that the browser came back to. The answers are those of /session; 204 where an account was connected or a session confirmed",
            body: ProviderAnswerBody().schema, reply: .json(.ok, MeBody.schema), handler: finish)
        Endpoint(
            .post, root + "/logout", .anyone, tag: "session",
            "For the OpenID provider: end the sessions that a logout token is about (Back-Channel Logout 1.0). The token is the parameter logout_token of a form",
            reply: .empty(.ok)
        ) { request, context in
            var parameters = RequestParameters()
            try await parameters.addForm(of: request)
            guard let token = parameters.first("logout_token") else {
                throw DomainError.invalid("logout_token is missing", field: "logout_token")
            }
            try await logout.end(by: token, from: context.remoteAddress)
            var response = Response.empty(.ok)
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }

    @TableBuilder<Endpoint> private var own: [Endpoint] {
        let root = "/api/v1/me/openid"
        Endpoint(
            .get, root, .requires(.manageOwnAccount), tag: "me",
            "The users of OpenID providers who may sign in to the caller's account",
            reply: ListBody<IdentityLink>.self
        ) { _, context in ListBody(try await links.links(as: context.caller())) }
        Endpoint(
            .post, root, .requiresConfirmed(.manageOwnAccount), tag: "me",
            "Begin to connect the caller's account to a user of the OpenID provider", credentials: true,
            reply: .json(.ok, BegunVisit.schema)
        ) { request, context in
            begun(try await signIn.beginLink(returningTo: origin(request) + Self.page, as: context.caller()))
        }
        Endpoint(
            .delete, root + "/{id}", .requiresConfirmed(.manageOwnAccount), tag: "me",
            "Disconnect a user of an OpenID provider; the other sessions that they have opened end", credentials: true
        ) { _, context in try await links.remove(context.id("id"), as: context.caller()) }
        Endpoint(
            .post, "/api/v1/me/confirmation/openid", .requires(.manageOwnAccount), tag: "me",
            "Begin to confirm the session at the OpenID provider, in place of typing the password again",
            credentials: true, reply: .json(.ok, BegunVisit.schema)
        ) { request, context in
            begun(try await signIn.beginConfirmation(returningTo: origin(request) + Self.page, as: context.caller()))
        }
    }

    @TableBuilder<Endpoint> private var administration: [Endpoint] {
        let root = "/api/v1/settings/openid"
        Endpoint(
            .get, root, .requires(.administer), tag: "administration",
            "The OpenID provider that signs users in, without its secret. returnURL and logoutURL are registered there. secretLost: the secret can no longer be read",
            reply: IdentityProviderBody.self
        ) { request, context in
            IdentityProviderBody(state: try await settings.state(as: context.caller()), origin: origin(request))
        }
        Endpoint(
            .patch, root, .requiresConfirmed(.administer), tag: "administration",
            "Change the OpenID provider. To be switched on, it must answer. With another issuer or clientId the secret is given again; null removes it. role: of users in none of the groups; null refuses them. rolesWithoutPassword: their passwords are refused; passkeys and device keys stay",
            credentials: true, body: IdentityProviderChangeBody().schema, reply: IdentityProviderBody.self
        ) { request, context in
            let change = try await request.read(IdentityProviderChangeBody(), IdentityProviderChangeBody.read)
            let state = try await settings.edit(change, as: context.caller())
            return IdentityProviderBody(state: state, origin: origin(request))
        }
        Endpoint(
            .post, root + "/test", .requiresConfirmed(.administer), tag: "administration",
            "Ask the OpenID provider for its configuration and its keys, whether it is switched on or not",
            reply: ServiceTestBody.self
        ) { _, context in ServiceTestBody(failure: try await settings.test(as: context.caller())) }
    }

    // MARK: Visitors

    private func begun(_ visit: BegunVisit) -> Response {
        var response = Response.json(visit)
        SessionCookies.append(Self.cookie, visit.cookie, maximumAge: BegunVisit.lifetime, to: &response)
        return response
    }

    private func finish(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let answer = try await request.read(ProviderAnswerBody()) { fields in
            try ProviderAnswer(
                state: fields.read(\.state), code: fields.read(\.code), issuer: fields.read(\.issuer))
        }
        let outcome = try await signIn.finish(
            answer, cookie: AccessControl.cookie(Self.cookie, in: request.headers),
            in: SessionCookies.browser(of: request, context))
        var response =
            switch outcome {
            case .signedIn(let outcome): SessionCookies.reply(to: outcome, now: clock.now())
            case .linked, .confirmed: Response.empty()
            }
        SessionCookies.append(Self.cookie, "", maximumAge: .zero, to: &response)
        return response
    }
}

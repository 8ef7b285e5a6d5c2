package import Accounts
package import HTTPSupport
import HTTPTypes
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

    private var visitors: [Endpoint] {
        let root = "/api/v1/session/openid"
        return [
            Endpoint(
                .post, root + "/begin", .anyone, tag: "session",
                "Begin to sign in at the OpenID provider. The browser goes to the address of the answer, and comes back to \(Self.page)",
                reply: .json(.ok, BegunVisitBody.schema), handler: begin),
            Endpoint(
                .post, root, .anyone, tag: "session",
                "Finish what was begun at the OpenID provider, with the fields of the address that the browser came back to. The answers are those of /session; 204 where an account was connected or a session confirmed",
                body: ProviderAnswerBody().schema, reply: .json(.ok, .named("Me")), handler: finish),
            Endpoint(
                .post, root + "/logout", .anyone, tag: "session",
                "For the OpenID provider: end the sessions that a logout token is about (Back-Channel Logout 1.0). The token is the parameter logout_token of a form",
                reply: .empty(.ok), handler: endSessions),
        ]
    }

    private var own: [Endpoint] {
        let root = "/api/v1/me/openid"
        return [
            Endpoint(
                .get, root, .requires(.manageOwnAccount), tag: "me",
                "The users of OpenID providers who may sign in to the caller's account",
                reply: .json(.ok, .list(of: .named("IdentityLink"))), handler: listLinks),
            Endpoint(
                .post, root, .requiresConfirmed(.manageOwnAccount), tag: "me",
                "Begin to connect the caller's account to a user of the OpenID provider", credentials: true,
                reply: .json(.ok, BegunVisitBody.schema), handler: beginLink),
            Endpoint(
                .delete, root + "/{id}", .requiresConfirmed(.manageOwnAccount), tag: "me",
                "Disconnect a user of an OpenID provider; the other sessions that they have opened end",
                credentials: true, reply: .empty(.noContent), handler: removeLink),
            Endpoint(
                .post, "/api/v1/me/confirmation/openid", .requires(.manageOwnAccount), tag: "me",
                "Begin to confirm the session at the OpenID provider, in place of typing the password again",
                credentials: true, reply: .json(.ok, BegunVisitBody.schema), handler: beginConfirmation),
        ]
    }

    private var administration: [Endpoint] {
        let root = "/api/v1/settings/openid"
        return [
            Endpoint(
                .get, root, .requires(.administer), tag: "administration",
                "The OpenID provider that signs users in, without its secret. returnURL and logoutURL are registered there. secretLost: the secret can no longer be read",
                reply: .json(.ok, IdentityProviderBody.schema), handler: showSettings),
            Endpoint(
                .patch, root, .requiresConfirmed(.administer), tag: "administration",
                "Change the OpenID provider. To be switched on, it must answer. With another issuer or clientId the secret is given again; null removes it. role: of users in none of the groups; null refuses them. rolesWithoutPassword: their passwords are refused; passkeys and device keys stay",
                credentials: true, body: IdentityProviderChangeBody().schema,
                reply: .json(.ok, IdentityProviderBody.schema), handler: editSettings),
            Endpoint(
                .post, root + "/test", .requiresConfirmed(.administer), tag: "administration",
                "Ask the OpenID provider for its configuration and its keys, whether it is switched on or not",
                reply: .json(.ok, ServiceTestBody.schema), handler: test),
        ]
    }

    // MARK: Visitors

    @Sendable private func begin(_ request: Request, _ context: GatewayContext) async throws -> Response {
        begun(
            try await signIn.begin(
                returningTo: origin(request) + Self.page, in: SessionCookies.browser(of: request, context)))
    }

    @Sendable private func beginLink(_ request: Request, _ context: GatewayContext) async throws -> Response {
        begun(try await signIn.beginLink(returningTo: origin(request) + Self.page, as: context.caller()))
    }

    @Sendable private func beginConfirmation(_ request: Request, _ context: GatewayContext) async throws -> Response {
        begun(try await signIn.beginConfirmation(returningTo: origin(request) + Self.page, as: context.caller()))
    }

    private func begun(_ visit: BegunVisit) -> Response {
        var response = Response.json(BegunVisitBody(visit: visit))
        SessionCookies.append(Self.cookie, visit.cookie, maximumAge: BegunVisit.lifetime, to: &response)
        return response
    }

    @Sendable private func finish(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(ProviderAnswerBody())
        let answer = ProviderAnswer(
            state: try fields.read(\.state), code: try fields.read(\.code), issuer: try fields.read(\.issuer))
        try fields.end()
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

    @Sendable private func endSessions(_ request: Request, _ context: GatewayContext) async throws -> Response {
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

    // MARK: The caller's own

    @Sendable private func listLinks(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ListBody(try await links.links(as: context.caller()).map(IdentityLinkBody.init)))
    }

    @Sendable private func removeLink(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await links.remove(context.id("id"), as: context.caller())
        return .empty()
    }

    // MARK: Settings

    @Sendable private func showSettings(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(IdentityProviderBody(state: try await settings.state(as: context.caller()), origin: origin(request)))
    }

    @Sendable private func editSettings(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(IdentityProviderChangeBody())
        let change = try IdentityProviderChangeBody.read(&fields)
        try fields.end()
        let state = try await settings.edit(change, as: context.caller())
        return .json(IdentityProviderBody(state: state, origin: origin(request)))
    }

    @Sendable private func test(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ServiceTestBody(failure: try await settings.test(as: context.caller())))
    }
}

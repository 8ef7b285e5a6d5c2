package import Accounts
package import HTTPSupport
import HTTPTypes
package import Hummingbird
package import Primitives

/// Second factors: the caller's own, at sign-in, and those of other users.
package struct TwoFactorRoutes: Sendable {
    let service: TwoFactorService
    /// The server's name as browsers reach it. It distinguishes servers in an authenticator app.
    let site: @Sendable (Request) -> String
    /// Draws a text as an SVG picture.
    let qrCode: @Sendable (String) -> String?
    let clock: any WallClock

    package init(
        service: TwoFactorService, site: @escaping @Sendable (Request) -> String,
        qrCode: @escaping @Sendable (String) -> String?, clock: any WallClock
    ) {
        self.service = service
        self.site = site
        self.qrCode = qrCode
        self.clock = clock
    }

    package var endpoints: [Endpoint] { signIn + own + others }

    private var own: [Endpoint] {
        let path = "/api/v1/me/two-factor"
        let both = PasswordCodeBody().schema
        return [
            Endpoint(
                .get, path, .requires(.manageOwnAccount), tag: "me", "The caller's second factor",
                reply: .json(.ok, TwoFactorStateBody.schema), handler: state),
            Endpoint(
                .post, path, .requires(.manageOwnAccount), tag: "me",
                "Create a secret for an authenticator app; it takes effect when a code confirms it",
                credentials: true, body: PasswordBody().schema, reply: .json(.ok, EnrollmentBody.schema),
                handler: begin),
            Endpoint(
                .post, path + "/enable", .requires(.manageOwnAccount), tag: "me",
                "Enable the second factor by a code; other sessions end, and the recovery codes are shown only once",
                credentials: true, body: CodeBody().schema, reply: .json(.ok, RecoveryCodesBody.schema),
                handler: enable),
            Endpoint(
                .post, path + "/recovery-codes", .requires(.manageOwnAccount), tag: "me",
                "Create new recovery codes in place of all earlier ones", credentials: true, body: both,
                reply: .json(.ok, RecoveryCodesBody.schema), handler: renew),
            Endpoint(
                .post, path + "/disable", .requires(.manageOwnAccount), tag: "me", "Disable the second factor",
                credentials: true,
                body: both, reply: .empty(.noContent), handler: disable),
        ]
    }

    private var others: [Endpoint] {
        [
            Endpoint(
                .delete, "/api/v1/users/{id}/two-factor", .requiresConfirmed(.manageUsers), tag: "users",
                "End a user's second factor and passkeys, and notify them", credentials: true,
                reply: .empty(.noContent), handler: remove),
            Endpoint(
                .get, "/api/v1/users/two-factor/roles", .requires(.manageUsers), tag: "users",
                "The roles that must have a second factor", reply: .json(.ok, TwoFactorRolesBody.schema),
                handler: roles),
            Endpoint(
                .put, "/api/v1/users/two-factor/roles", .requiresConfirmed(.manageUsers), tag: "users",
                "Require these roles to set up a second factor at their next sign-in", credentials: true,
                body: TwoFactorRolesChoiceBody().schema, reply: .json(.ok, TwoFactorRolesBody.schema),
                handler: setRoles),
        ]
    }

    @Sendable private func state(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(TwoFactorStateBody(state: try await service.state(as: context.caller())))
    }

    @Sendable private func begin(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let password = try await PasswordBody().read(request)
        return reply(try await service.begin(password: password, as: context.caller()), request)
    }

    @Sendable private func enable(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(CodeBody())
        let code = try fields.read(\.code)
        try fields.end()
        return .json(RecoveryCodesBody(codes: try await service.enable(code: code, as: context.caller())))
    }

    @Sendable private func renew(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let (password, code) = try await both(request)
        return .json(
            RecoveryCodesBody(
                codes: try await service.renewRecoveryCodes(password: password, code: code, as: context.caller())))
    }

    @Sendable private func disable(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let (password, code) = try await both(request)
        try await service.disable(password: password, code: code, as: context.caller())
        return .empty()
    }

    @Sendable private func remove(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await service.remove(of: context.id("id"), as: context.caller())
        return .empty()
    }

    @Sendable private func roles(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(TwoFactorRolesBody(roles: try await service.requiredRoles(as: context.caller())))
    }

    @Sendable private func setRoles(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(TwoFactorRolesChoiceBody())
        let names = try fields.read(\.roles)
        try fields.end()
        let roles = try Role.named(names, field: "roles")
        try await service.require(for: roles, as: context.caller())
        return .json(TwoFactorRolesBody(roles: roles))
    }

    func reply(_ enrollment: TwoFactorEnrollment, _ request: Request) -> Response {
        let address = enrollment.address(at: site(request))
        return .json(
            EnrollmentBody(enrollment: enrollment, address: address, qrCode: qrCode(address)), capacity: 16 * 1024)
    }

    private func both(_ request: Request) async throws -> (password: String, code: String) {
        var fields = try await request.input(PasswordCodeBody(), upTo: 16 * 1024)
        let both = (try fields.read(\.password), try fields.read(\.code))
        try fields.end()
        return both
    }
}

/// The second step of a sign-in. The token in the body proves the first step. It is not a cookie and
/// grants nothing else.
extension TwoFactorRoutes {
    var signIn: [Endpoint] {
        let path = "/api/v1/session/two-factor"
        let code = TokenCodeBody().schema
        return [
            Endpoint(
                .post, path, .anyone, tag: "session",
                "Finish a sign-in by a code of the second factor, or by a recovery code", body: code,
                reply: .json(.ok, .named("Me")), handler: finish),
            Endpoint(
                .post, path + "/setup", .anyone, tag: "session",
                "A secret for a user whose role must have a second factor",
                body: LinkTokenBody().schema, reply: .json(.ok, EnrollmentBody.schema), handler: setup),
            Endpoint(
                .post, path + "/enable", .anyone, tag: "session",
                "Enable the second factor by a code, and sign in; the recovery codes are shown only once",
                body: code, reply: .json(.ok, EnrolledBody.schema), handler: enableAtSignIn),
        ]
    }

    @Sendable private func finish(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let (token, code) = try await presented(request)
        let signedIn = try await service.finish(
            token: token, code: code, in: SessionCookies.browser(of: request, context))
        return SessionCookies.signedIn(signedIn, status: .ok, now: clock.now())
    }

    @Sendable private func setup(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let token = try await LinkTokenBody().read(request)
        return reply(try service.begin(token: token), request)
    }

    @Sendable private func enableAtSignIn(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let (token, code) = try await presented(request)
        let (signedIn, recovery) = try await service.enable(
            token: token, code: code, in: SessionCookies.browser(of: request, context))
        return SessionCookies.signedIn(signedIn, status: .ok, now: clock.now()) {
            EnrolledBody(me: $0, codes: recovery)
        }
    }

    private func presented(_ request: Request) async throws -> (token: String, code: String) {
        var fields = try await request.input(TokenCodeBody())
        let both = (try fields.read(\.token), try fields.read(\.code))
        try fields.end()
        return both
    }
}

package import Accounts
package import HTTPSupport
package import Hummingbird
package import Primitives

/// Second factors: the caller's own, at sign-in, and those of other users.
package struct TwoFactorRoutes: Sendable {
    /// The roles that are to have a second factor.
    private static let roles = Input<[String]>(
        "roles", .texts(upTo: Role.allCases.count, as: .choice(Role.assignable.map(\.rawValue))))
    /// A code of the second factor.
    private static let code = Input<String>("code", .code)

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

    @TableBuilder<Endpoint> private var own: [Endpoint] {
        let path = "/api/v1/me/two-factor"
        Endpoint(
            .get, path, .requires(.manageOwnAccount), tag: "me", "The caller's second factor",
            reply: TwoFactorState.self
        ) { _, context in try await service.state(as: context.caller()) }
        Endpoint(
            .post, path, .requires(.manageOwnAccount), tag: "me",
            "Create a secret for an authenticator app; it takes effect when a code confirms it", credentials: true,
            body: PasswordBody().schema, reply: EnrollmentBody.self, capacity: 16 * 1024
        ) { request, context in
            let password = try await PasswordBody().read(request)
            return body(of: try await service.begin(password: password, as: context.caller()), request)
        }
        Endpoint(
            .post, path + "/enable", .requires(.manageOwnAccount), tag: "me",
            "Enable the second factor by a code; other sessions end, and the recovery codes are shown only once",
            credentials: true, body: Self.code.schema, reply: RecoveryCodesBody.self
        ) { request, context in
            let code = try await request.read(Self.code)
            return RecoveryCodesBody(codes: try await service.enable(code: code, as: context.caller()))
        }
        Endpoint(
            .post, path + "/recovery-codes", .requires(.manageOwnAccount), tag: "me",
            "Create new recovery codes in place of all earlier ones", credentials: true,
            body: PasswordCodeBody().schema,
            reply: RecoveryCodesBody.self
        ) { request, context in
            let (password, code) = try await passwordAndCode(in: request)
            return RecoveryCodesBody(
                codes: try await service.renewRecoveryCodes(password: password, code: code, as: context.caller()))
        }
        Endpoint(
            .post, path + "/disable", .requires(.manageOwnAccount), tag: "me", "Disable the second factor",
            credentials: true, body: PasswordCodeBody().schema
        ) { request, context in
            let (password, code) = try await passwordAndCode(in: request)
            try await service.disable(password: password, code: code, as: context.caller())
        }
    }

    @TableBuilder<Endpoint> private var others: [Endpoint] {
        Endpoint(
            .delete, "/api/v1/users/{id}/two-factor", .requiresConfirmed(.manageUsers), tag: "users",
            "End a user's second factor and passkeys, and notify them", credentials: true
        ) { _, context in try await service.remove(of: context.id("id"), as: context.caller()) }
        Endpoint(
            .get, "/api/v1/users/two-factor/roles", .requires(.manageUsers), tag: "users",
            "The roles that must have a second factor", reply: TwoFactorRolesBody.self
        ) { _, context in TwoFactorRolesBody(roles: try await service.requiredRoles(as: context.caller())) }
        Endpoint(
            .put, "/api/v1/users/two-factor/roles", .requiresConfirmed(.manageUsers), tag: "users",
            "Require these roles to set up a second factor at their next sign-in", credentials: true,
            body: Self.roles.schema, reply: TwoFactorRolesBody.self
        ) { request, context in
            let names = try await request.read(Self.roles)
            let roles = try Role.named(names, field: "roles")
            try await service.require(for: roles, as: context.caller())
            return TwoFactorRolesBody(roles: roles)
        }
    }

    private func body(of enrollment: TwoFactorEnrollment, _ request: Request) -> EnrollmentBody {
        let address = enrollment.address(at: site(request))
        return EnrollmentBody(enrollment: enrollment, address: address, qrCode: qrCode(address))
    }

    private func passwordAndCode(in request: Request) async throws -> (password: String, code: String) {
        try await request.read(\.password, \.code, of: PasswordCodeBody(), upTo: 16 * 1024)
    }
}

/// The second step of a sign-in. The token in the body proves the first step. It is not a cookie and
/// grants nothing else.
extension TwoFactorRoutes {
    @TableBuilder<Endpoint> var signIn: [Endpoint] {
        let path = "/api/v1/session/two-factor"
        let code = TokenCodeBody().schema
        Endpoint(
            .post, path, .anyone, tag: "session",
            "Finish a sign-in by a code of the second factor, or by a recovery code", body: code,
            reply: .json(.ok, MeBody.schema)
        ) { request, context in
            let (token, code) = try await tokenAndCode(in: request)
            let signedIn = try await service.finish(
                token: token, code: code, in: SessionCookies.browser(of: request, context))
            return SessionCookies.signedIn(signedIn, status: .ok, now: clock.now())
        }
        Endpoint(
            .post, path + "/setup", .anyone, tag: "session", "A secret for a user whose role must have a second factor",
            body: LinkTokenBody().schema, reply: EnrollmentBody.self, capacity: 16 * 1024
        ) { request, _ in
            let token = try await LinkTokenBody().read(request)
            return body(of: try service.begin(token: token), request)
        }
        Endpoint(
            .post, path + "/enable", .anyone, tag: "session",
            "Enable the second factor by a code, and sign in; the recovery codes are shown only once", body: code,
            reply: .json(.ok, EnrolledBody.schema)
        ) { request, context in
            let (token, code) = try await tokenAndCode(in: request)
            let (signedIn, recovery) = try await service.enable(
                token: token, code: code, in: SessionCookies.browser(of: request, context))
            return SessionCookies.signedIn(signedIn, status: .ok, now: clock.now()) {
                EnrolledBody(me: $0, codes: recovery)
            }
        }
    }

    private func tokenAndCode(in request: Request) async throws -> (token: String, code: String) {
        try await request.read(\.token, \.code, of: TokenCodeBody())
    }
}

package import Accounts
package import HTTPSupport
import HTTPTypes
package import Hummingbird
package import Primitives

/// Second factors: the caller's own, at sign-in, and those of other users.
package struct TwoFactorRoutes: Sendable {
    let service: TwoFactorService
    /// The server's name as browsers reach it. It tells servers apart in an authenticator app.
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
        let both = Schema.object(required: [("password", .text), ("code", .text)], optional: [])
        return [
            Endpoint(
                .get, path, .requires(.manageOwnAccount), tag: "me", "The own second factor",
                reply: .json(.ok, TwoFactorStateBody.schema), handler: state),
            Endpoint(
                .post, path, .requires(.manageOwnAccount), tag: "me",
                "A secret for an authenticator app; nothing is changed before a code of it comes back",
                credentials: true,
                body: .object(required: [("password", .text)], optional: []),
                reply: .json(.ok, EnrolmentBody.schema), handler: begin),
            Endpoint(
                .post, path + "/enable", .requires(.manageOwnAccount), tag: "me",
                "Take the secret into use by a code of it; other sessions end, and the recovery codes are shown this once",
                credentials: true,
                body: .object(required: [("code", .text)], optional: []),
                reply: .json(.ok, RecoveryCodesBody.schema), handler: enable),
            Endpoint(
                .post, path + "/recovery-codes", .requires(.manageOwnAccount), tag: "me",
                "New recovery codes in place of all earlier ones", credentials: true, body: both,
                reply: .json(.ok, RecoveryCodesBody.schema), handler: renew),
            Endpoint(
                .post, path + "/disable", .requires(.manageOwnAccount), tag: "me", "Do without a second factor",
                credentials: true,
                body: both, reply: .empty(.noContent), handler: disable),
        ]
    }

    private var others: [Endpoint] {
        [
            Endpoint(
                .delete, "/api/v1/users/{id}/two-factor", .requiresConfirmed(.manageUsers), tag: "users",
                "Switch a user's second factor off, who is told", credentials: true, reply: .empty(.noContent),
                handler: remove),
            Endpoint(
                .get, "/api/v1/users/two-factor/roles", .requires(.manageUsers), tag: "users",
                "The roles that must have a second factor", reply: .json(.ok, TwoFactorRolesBody.schema),
                handler: roles),
            Endpoint(
                .put, "/api/v1/users/two-factor/roles", .requiresConfirmed(.manageUsers), tag: "users",
                "Have these roles set a second factor up at their next sign-in", credentials: true,
                body: TwoFactorRolesBody.schema,
                reply: .json(.ok, TwoFactorRolesBody.schema), handler: setRoles),
        ]
    }

    @Sendable private func state(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(TwoFactorStateBody(state: try await service.state(as: context.caller())))
    }

    @Sendable private func begin(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields(upTo: 16 * 1024)
        let password = try fields.text("password", upTo: 4096)
        try fields.end()
        return reply(try await service.begin(password: password, as: context.caller()), request)
    }

    @Sendable private func enable(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let code = try fields.text("code", upTo: 64)
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
        var fields = try await request.jsonFields()
        let names = try fields.texts("roles", count: Role.allCases.count)
        try fields.end()
        var roles: Set<Role> = []
        for name in names {
            guard let role = Role(rawValue: name) else {
                throw DomainError.invalid("There is no role of this name", field: "roles")
            }
            roles.insert(role)
        }
        try await service.require(for: roles, as: context.caller())
        return .json(TwoFactorRolesBody(roles: roles))
    }

    func reply(_ enrolment: TwoFactorEnrolment, _ request: Request) -> Response {
        let address = enrolment.address(at: site(request))
        return .json(
            EnrolmentBody(enrolment: enrolment, address: address, qrCode: qrCode(address)), capacity: 16 * 1024)
    }

    private func both(_ request: Request) async throws -> (password: String, code: String) {
        var fields = try await request.jsonFields(upTo: 16 * 1024)
        let both = (try fields.text("password", upTo: 4096), try fields.text("code", upTo: 64))
        try fields.end()
        return both
    }
}

/// The second step of a sign-in. The token in the body proves the first step. It is no cookie and opens nothing else.
extension TwoFactorRoutes {
    var signIn: [Endpoint] {
        let path = "/api/v1/session/two-factor"
        let code = Schema.object(required: [("token", .text), ("code", .text)], optional: [])
        return [
            Endpoint(
                .post, path, .anyone, tag: "session",
                "Finish a sign-in by a code of the second factor, or by a recovery code", body: code,
                reply: .json(.ok, .named("Me")), handler: finish),
            Endpoint(
                .post, path + "/setup", .anyone, tag: "session",
                "A secret for a user whose role must have a second factor",
                body: .object(required: [("token", .text)], optional: []),
                reply: .json(.ok, EnrolmentBody.schema), handler: setup),
            Endpoint(
                .post, path + "/enable", .anyone, tag: "session",
                "Take that secret into use by a code of it, and sign in; the recovery codes are shown this once",
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
        var fields = try await request.jsonFields()
        let token = try fields.text("token", upTo: 256)
        try fields.end()
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
        var fields = try await request.jsonFields()
        let both = (try fields.text("token", upTo: 256), try fields.text("code", upTo: 64))
        try fields.end()
        return both
    }
}

/// The second step that a sign-in needs beside the password.
struct SignInStepBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("step") { $0.step.kind }
        Field("token") { $0.step.token }
        Field("expiresAt") { $0.step.expiresAt }
    }

    let step: SignInStep
}

/// A new secret, as text and as a picture to scan.
struct EnrolmentBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("secret") { $0.enrolment.text }
        Field("address") { $0.address }
        Field("qrCode") { $0.qrCode }
    }

    let enrolment: TwoFactorEnrolment
    let address: String
    let qrCode: String?
}

struct RecoveryCodesBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("recoveryCodes") { $0.codes }
    }

    let codes: [String]
}

/// A user who has set up a second factor while signing in.
struct EnrolledBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("me") { $0.me }
        Field("recoveryCodes") { $0.codes }
    }

    let me: MeBody
    let codes: [String]
}

struct TwoFactorStateBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("enabled") { $0.state.enabledAt != nil }
        Field("required") { $0.state.isRequired }
        Field("enabledAt") { $0.state.enabledAt }
        Field("recoveryCodesLeft") { $0.state.recoveryCodesLeft }
    }

    let state: TwoFactorState
}

struct TwoFactorRolesBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("roles", .array(.choice(Role.assignable.map(\.rawValue)))) { $0.roles.map(\.rawValue).sorted() }
    }

    let roles: Set<Role>
}

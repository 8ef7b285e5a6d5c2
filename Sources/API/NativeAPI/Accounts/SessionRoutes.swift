package import Accounts
package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Primitives

/// Setup, account links, sign-in and sign-out.
package enum SessionRoutes {
    @TableBuilder<Endpoint>
    package static func endpoints(
        setup: SetupService, links: LinkService, signIn: SignInService, clock: any WallClock
    ) -> [Endpoint] {
        Endpoint(
            .post, "/api/v1/setup", .anyone, tag: "session",
            "Create the first admin with the setup link's token, and sign in", body: SetupBody().schema,
            reply: .json(.created, MeBody.schema)
        ) { request, context in
            let (token, username, displayName, password) = try await request.read(
                \.token, \.username, \.displayName, \.password, of: SetupBody())
            let signedIn = try await setup.finish(
                token: token, username: username, displayName: displayName, password: password,
                in: SessionCookies.browser(of: request, context))
            return SessionCookies.signedIn(signedIn, status: .created, now: clock.now())
        }
        Endpoint(
            .post, "/api/v1/links/check", .anyone, tag: "session", "The purpose of a link",
            body: LinkTokenBody().schema, reply: LinkSummary.self
        ) { request, _ in
            let token = try await LinkTokenBody().read(request)
            return try await links.check(token: token)
        }
        Endpoint(
            .post, "/api/v1/links/password", .anyone, tag: "session",
            "Set a password by a link, and sign in or get a token for the second step, as with /session",
            body: LinkPasswordBody().schema, reply: .json(.ok, MeBody.schema)
        ) { request, context in
            let (token, password) = try await request.read(\.token, \.password, of: LinkPasswordBody())
            let outcome = try await links.choosePassword(
                token: token, password: password, in: SessionCookies.browser(of: request, context))
            return SessionCookies.reply(to: outcome, now: clock.now())
        }
        Endpoint(
            .post, "/api/v1/session", .anyone, tag: "session",
            "Sign in. If a second factor is required, the response is 202 with step (two_factor or two_factor_setup), methods (code, passkey or setup) and a token for /session/two-factor or /session/passkey/options",
            body: SignInBody().schema, reply: .json(.ok, MeBody.schema)
        ) { request, context in
            let (username, password) = try await request.read(\.username, \.password, of: SignInBody(), upTo: 16 * 1024)
            let outcome = try await signIn.signIn(
                username: username, password: password, in: SessionCookies.browser(of: request, context))
            return SessionCookies.reply(to: outcome, now: clock.now())
        }
        Endpoint(
            .post, "/api/v1/session/proxy", .anyone, tag: "session",
            "Sign in as the user whom a trusted proxy names; the answers are those of /session",
            reply: .json(.ok, MeBody.schema)
        ) { request, context in
            guard let username = context.origin.proxyUser else {
                throw DomainError(
                    .notFound, "No trusted proxy names you. Sign in with a password", reason: "no_proxy_user")
            }
            let outcome = try await signIn.signIn(
                namedByProxy: username, in: SessionCookies.browser(of: request, context))
            return SessionCookies.reply(to: outcome, now: clock.now())
        }
        Endpoint(
            .delete, "/api/v1/session", .requires(.manageOwnAccount), tag: "session", "Sign out", credentials: true,
            reply: .empty(.noContent)
        ) { _, context in
            try await signIn.signOut(as: context.caller())
            var response = Response.empty()
            SessionCookies.clear(on: &response)
            if let name = HTTPField.Name("Clear-Site-Data") { response.headers[name] = "\"cache\"" }
            return response
        }
    }
}

/// The first admin.
private struct SetupBody: InputBody {
    let token = Input<String>("token", .token)
    let username = Input<String>("username", .text())
    let password = Input<String>("password", .password)
    let displayName = Input<String?>("displayName", .text())
}

/// A password that is chosen by a link.
private struct LinkPasswordBody: InputBody {
    let token = Input<String>("token", .token)
    let password = Input<String>("password", .password)
}

private struct SignInBody: InputBody {
    let username = Input<String>("username", .text())
    let password = Input<String>("password", .password)
}

/// The token of a link, an email or an invitation.
struct LinkTokenBody: InputBody {
    let token = Input<String>("token", .token)

    func read(_ request: Request) async throws -> String {
        try await request.read(\.token, of: self)
    }
}

extension InputKind where Value == String {
    static var token: Self { .text(upTo: 256) }
    static var password: Self { .text(upTo: 4096) }
}

extension LinkSummary: ObjectBody {
    package static let fields = Fields<Self> {
        Field("purpose") { $0.purpose }
        Field("username") { $0.username }
        Field("expiresAt") { $0.expiresAt }
    }
}

/// The cookies that a browser stores: the session, the device's proof that this account has signed in here before, and
/// others that are as well kept.
enum SessionCookies {
    static let device = "__Host-rondo_device"

    static func browser(of request: Request, _ context: GatewayContext) -> Browser {
        Browser(
            address: context.remoteAddress, client: ClientName.describe(userAgent: request.headers[.userAgent]),
            deviceCookie: AccessControl.cookie(device, in: request.headers),
            sessionToken: AccessControl.cookie(AccessControl.sessionCookie, in: request.headers))
    }

    /// Answers 202 and sets no cookie when the sign-in needs another step.
    static func reply(to outcome: SignInOutcome, now: Timestamp) -> Response {
        switch outcome {
        case .signedIn(let signedIn): Self.signedIn(signedIn, status: .ok, now: now)
        case .step(let step): .json(step, status: .accepted)
        }
    }

    static func signedIn(_ signedIn: SignedIn, status: HTTPResponse.Status, now: Timestamp) -> Response {
        Self.signedIn(signedIn, status: status, now: now) { $0 }
    }

    /// - Parameter body: makes the response's body from the user's own account.
    static func signedIn(
        _ signedIn: SignedIn, status: HTTPResponse.Status, now: Timestamp, body: (MeBody) -> some JSONWritable
    ) -> Response {
        let me = MeBody(user: signedIn.user, session: signedIn.authenticated.principal.session)
        var response = Response.json(body(me), status: status)
        set(signedIn.sessionToken, until: signedIn.expiresAt, now: now, on: &response)
        append(device, signedIn.deviceCookie, maximumAge: DeviceTokens.lifetime, to: &response)
        return response
    }

    static func set(_ token: String, until end: Timestamp, now: Timestamp, on response: inout Response) {
        append(AccessControl.sessionCookie, token, maximumAge: end.since(now), to: &response)
    }

    static func clear(on response: inout Response) {
        append(AccessControl.sessionCookie, "", maximumAge: .zero, to: &response)
    }

    static func append(_ name: String, _ value: String, maximumAge: Duration, to response: inout Response) {
        let age = max(0, maximumAge.wholeMilliseconds / 1000)
        let cookie = "\(name)=\(value); Path=/; Max-Age=\(age); HttpOnly; Secure; SameSite=Lax"
        response.headers.append(HTTPField(name: .setCookie, value: cookie))
    }
}

import Accounts
import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives

/// The two cookies that a browser keeps: the session, and the device's proof that this account has signed in here before.
enum SessionCookies {
    static let device = "__Host-rondo_device"

    static func browser(of request: Request, _ context: GatewayContext) -> Browser {
        Browser(
            address: context.remoteAddress, client: ClientName.describe(userAgent: request.headers[.userAgent]),
            deviceCookie: AccessControl.cookie(device, in: request.headers),
            sessionToken: AccessControl.cookie(AccessControl.sessionCookie, in: request.headers))
    }

    /// Where a sign-in wants something more the answer is 202 and sets no cookie.
    static func reply(to outcome: SignInOutcome, now: Timestamp) -> Response {
        switch outcome {
        case .signedIn(let signedIn): Self.signedIn(signedIn, status: .ok, now: now)
        case .step(let step): .json(SignInStepBody(step: step), status: .accepted)
        }
    }

    static func signedIn(_ signedIn: SignedIn, status: HTTPResponse.Status, now: Timestamp) -> Response {
        Self.signedIn(signedIn, status: status, now: now) { $0 }
    }

    /// - Parameter body: what is answered, made from the person's own account.
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

    private static func append(_ name: String, _ value: String, maximumAge: Duration, to response: inout Response) {
        let age = max(0, maximumAge.wholeMilliseconds / 1000)
        let cookie = "\(name)=\(value); Path=/; Max-Age=\(age); HttpOnly; Secure; SameSite=Lax"
        response.headers.append(HTTPField(name: .setCookie, value: cookie))
    }
}

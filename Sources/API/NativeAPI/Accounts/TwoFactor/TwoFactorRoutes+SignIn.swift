import Accounts
import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives

/// The second step of a sign-in. What proves the first is the token in the body: it is no cookie, and opens nothing else.
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
                "A secret for somebody whose role must have a second factor",
                body: .object(required: [("token", .text)], optional: []),
                reply: .json(.ok, EnrolmentBody.schema), handler: setup),
            Endpoint(
                .post, path + "/enable", .anyone, tag: "session",
                "Take that secret into use by a code of it, and sign in; the recovery codes are shown this once",
                body: code, reply: .json(.ok, EnrolledBody.schema), handler: enable),
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

    @Sendable private func enable(_ request: Request, _ context: GatewayContext) async throws -> Response {
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

import HTTPTypes
package import Hummingbird
package import Primitives

/// Turns what a request carries into who is asking.
package protocol CallerAuthenticator: Sendable {
    /// The owner of a browser session; nil when the token is not valid (any more).
    func principal(sessionToken: String) async throws -> Principal?
    /// The owner of a bearer token; nil when it is not valid (any more).
    func principal(bearerToken: String) async throws -> Principal?
}

/// Decides for every request whether it may reach its endpoint.
package struct AccessControl: Sendable {
    package static let sessionCookie = "__Host-rondo_session"
    private let authenticator: any CallerAuthenticator

    package init(authenticator: any CallerAuthenticator) {
        self.authenticator = authenticator
    }

    /// The caller, nil when nobody is signed in and nobody needs to be.
    ///
    /// Throws `unauthenticated` or `forbidden` as the endpoint's rule says, and `forbidden` with the reason `cross_site` for a
    /// state-changing request that another site's page could have caused.
    func admit(_ request: Request, to endpoint: Endpoint, _ context: GatewayContext) async throws -> Caller? {
        let caller = try await caller(of: request)
        let isUnsafe = endpoint.method != .get && endpoint.method != .head
        if isUnsafe, caller?.proof != .bearerToken {
            try CrossSiteRule.check(request, carriesCookie: caller != nil)
        }
        switch endpoint.access {
        case .anyone: break
        case .requires(let permission):
            guard let caller else { throw DomainError(.unauthenticated, "Sign in first") }
            try caller.principal.require(permission)
        }
        return caller
    }

    private func caller(of request: Request) async throws -> Caller? {
        if let authorization = request.headers[.authorization] {
            guard authorization.utf8.count <= 512, authorization.lowercased().hasPrefix("bearer ") else {
                throw DomainError(.unauthenticated, "Only bearer tokens are taken in Authorization")
            }
            let token = String(authorization.dropFirst(7))
            guard let principal = try await authenticator.principal(bearerToken: token) else {
                throw DomainError(.unauthenticated, "This token is not valid any more")
            }
            return Caller(principal: principal, proof: .bearerToken)
        }
        guard let token = Self.cookie(Self.sessionCookie, in: request.headers),
            let principal = try await authenticator.principal(sessionToken: token)
        else { return nil }
        return Caller(principal: principal, proof: .cookie)
    }

    /// The value of the first cookie called `name` (RFC 6265 §4.2). HTTP/2 clients may split the field.
    package static func cookie(_ name: String, in fields: HTTPFields) -> String? {
        for field in fields[values: .cookie] {
            for pair in field.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                guard pair.utf8.count > name.utf8.count, pair.hasPrefix(name) else { continue }
                let rest = pair.dropFirst(name.count)
                if rest.first == "=" { return String(rest.dropFirst()) }
            }
        }
        return nil
    }
}

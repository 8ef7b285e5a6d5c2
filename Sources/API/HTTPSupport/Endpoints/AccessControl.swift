package import Accounts
package import HTTPTypes
package import Hummingbird
import Primitives

/// Decides for every request whether it may reach its endpoint.
package struct AccessControl: Sendable {
    package static let sessionCookie = "__Host-rondo_session"
    private let authentication: Authentication

    package init(authentication: Authentication) {
        self.authentication = authentication
    }

    /// Who asks, nil when nobody is signed in and nobody needs to be.
    ///
    /// Throws `unauthenticated` or `forbidden` as the endpoint's rule says, `forbidden` with the reason `cross_site` for a
    /// state-changing request that another site's page could have caused, with the reason `confirmation_required` when the
    /// password was typed too long ago for what is asked, and with the reason `scope_missing` for a token that was not made for it.
    ///
    /// - Parameter address: the IP address that the request comes from.
    func admit(_ request: Request, to endpoint: Endpoint, from address: String) async throws -> Authenticated? {
        if endpoint.access == .byHandler { return nil }
        let authenticated = try await authenticate(request, from: address)
        try check(authenticated, request, endpoint)
        return authenticated
    }

    /// As `admit`, where that can be told without asking the database; nil where not, and for whoever is refused.
    package func admitAtOnce(_ request: Request, to endpoint: Endpoint, from address: String) -> Authenticated? {
        guard let proof = try? Self.proof(in: request.headers), let authenticated = known(proof, from: address),
            (try? check(authenticated, request, endpoint)) != nil
        else { return nil }
        return authenticated
    }

    private func check(_ authenticated: Authenticated?, _ request: Request, _ endpoint: Endpoint) throws {
        let isUnsafe = endpoint.method != .get && endpoint.method != .head
        // A bearer token is sent by a program on purpose, a cookie by a browser by itself.
        if isUnsafe, request.headers[.authorization] == nil {
            try CrossSiteRule.check(request, carriesCookie: authenticated != nil)
        }
        if let permission = endpoint.access.permission {
            guard let authenticated else { throw DomainError.signedOut }
            try authenticated.principal.require(permission)
            switch authenticated.credential {
            case .session:
                if case .requiresConfirmed = endpoint.access { try authentication.requireConfirmed(authenticated) }
            case .token, .deviceKey:
                try authenticated.principal.require(endpoint.scopes)
            }
        }
    }

    private enum Proof {
        case bearer(String)
        case session(String)
    }

    private static func proof(in fields: HTTPFields) throws -> Proof? {
        if let authorization = fields[.authorization] {
            guard authorization.utf8.count <= 512, authorization.prefix(7).lowercased() == "bearer " else {
                throw DomainError(.unauthenticated, "Only bearer tokens are taken in Authorization")
            }
            return .bearer(String(authorization.dropFirst(7)))
        }
        return cookie(sessionCookie, in: fields).map { .session($0) }
    }

    private func known(_ proof: Proof, from address: String) -> Authenticated? {
        switch proof {
        case .bearer(let token): authentication.cached(bearerToken: token, from: address)
        case .session(let token): authentication.cached(sessionToken: token)
        }
    }

    private func authenticate(_ request: Request, from address: String) async throws -> Authenticated? {
        guard let proof = try Self.proof(in: request.headers) else { return nil }
        if let known = known(proof, from: address) { return known }
        switch proof {
        case .session(let token): return try await authentication.authenticate(sessionToken: token)
        case .bearer(let token):
            guard let authenticated = try await authentication.authenticate(bearerToken: token, from: address) else {
                throw DomainError(.unauthenticated, "This token is not valid any more")
            }
            return authenticated
        }
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

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

    /// Returns the signed-in user; nil where the endpoint needs none and nobody is signed in.
    ///
    /// Throws `unauthenticated` or `forbidden` by the endpoint's rule. `forbidden` has the reason `cross_site` for a
    /// state-changing request that another site's page could have caused, `confirmation_required` when the password was
    /// typed too long ago for this endpoint, and `scope_missing` for a token without the required scope. The session of
    /// another user than the one whom a trusted proxy names counts as none.
    func admit(_ request: Request, to endpoint: Endpoint, from origin: RequestOrigin) async throws -> Authenticated? {
        if endpoint.access == .byHandler { return nil }
        var authenticated = try await authenticate(request, from: origin.address)
        if authenticated?.isSession(ofOtherThan: origin.proxyUser) == true { authenticated = nil }
        try check(authenticated, request, endpoint)
        return authenticated
    }

    /// The request with a body at whose end it is admitted once more. That throws as `admit` does, and `conflict` where
    /// the user's rights are others by then.
    func readmitted(
        _ request: Request, to endpoint: Endpoint, from origin: RequestOrigin, as first: Authenticated
    ) -> Request {
        guard endpoint.method != .get else { return request }
        var readmitted = request
        readmitted.body = RequestBody(
            asyncSequence: ReadmittedBody(body: request.body) {
                let now = try await admit(request, to: endpoint, from: origin)
                guard let now else { throw DomainError.signedOut }
                guard now.principal.hasSameRights(as: first.principal) else {
                    throw DomainError(.conflict, "Your account has changed meanwhile. Try again")
                }
            })
        return readmitted
    }

    /// Like `admit`, when no query of the database is necessary; nil otherwise, and for a refused request.
    package func admitAtOnce(
        _ request: Request, to endpoint: Endpoint, from origin: RequestOrigin
    ) -> Authenticated? {
        guard let proof = try? Self.proof(in: request.headers),
            let authenticated = known(proof, from: origin.address),
            !authenticated.isSession(ofOtherThan: origin.proxyUser),
            (try? check(authenticated, request, endpoint)) != nil
        else { return nil }
        return authenticated
    }

    private func check(_ authenticated: Authenticated?, _ request: Request, _ endpoint: Endpoint) throws {
        let isUnsafe = endpoint.method != .get && endpoint.method != .head
        // A program sends a bearer token on purpose; a browser sends a cookie by itself.
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

    /// The value of the first cookie of that name (RFC 6265 §4.2). HTTP/2 clients may split the field.
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

/// Refuses state-changing requests that a page of another site can make a browser send (OWASP: Fetch Metadata with
/// Origin fallback).
enum CrossSiteRule {
    /// - Parameter carriesCookie: whether the request is signed in by cookie. Without one only sign-in itself could be
    ///   abused, so a client that is no browser and sends neither field is accepted.
    static func check(_ request: Request, carriesCookie: Bool) throws(DomainError) {
        let refusal = DomainError(
            .forbidden,
            "This request came from another site, or does not say where it came from: send Origin, or use a bearer token",
            reason: "cross_site")
        let (site, origin) = (request.headers[.secFetchSite], request.headers[.origin])
        if let site, site != "same-origin", site != "none" { throw refusal }
        if let origin {
            guard let authority = request.head.authority, origin.lowercased() == "https://" + authority.lowercased()
            else { throw refusal }
        }
        if site == nil, origin == nil, carriesCookie { throw refusal }
    }
}

extension HTTPField.Name {
    static var secFetchSite: Self { secFetchSiteName }
    private static let secFetchSiteName = Self("Sec-Fetch-Site") ?? .origin
}

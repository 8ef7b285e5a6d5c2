package import HTTPTypes
package import Hummingbird

/// Around every request of every surface: exactly one acceptable `Host`, and the headers that keep browsers from harm.
package struct ProtectionMiddleware: RouterMiddleware {
    private let hostName: @Sendable (String) -> String?
    private let site: SiteRules
    private let refuse: @Sendable (HTTPResponse.Status, String) -> Response

    /// - Parameters:
    ///   - hostName: the name in a `Host` field without its port, nil when malformed.
    ///   - refuse: how a request is worded that fails here, where no surface has been chosen yet.
    package init(
        site: SiteRules, hostName: @escaping @Sendable (String) -> String?,
        refuse: @escaping @Sendable (HTTPResponse.Status, String) -> Response
    ) {
        self.site = site
        self.hostName = hostName
        self.refuse = refuse
    }

    package func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        var response = try await answer(request, context, next)
        // What a surface says itself holds: another one may be let in by a page of anybody's.
        for field in Self.fields where response.headers[field.name] == nil { response.headers.append(field) }
        if response.headers[.contentSecurityPolicy] == nil {
            // What is no page of the web client runs nothing, whatever its bytes look like to a browser.
            response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'; sandbox"
        }
        return response
    }

    private func answer(
        _ request: Request, _ context: GatewayContext, _ next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        // HTTP/1.1's first Host and HTTP/2's :authority both arrive as the authority. What is still among the headers is a second Host,
        // wrong in HTTP/1.1 (RFC 9112 §3.2), or HTTP/2's optional one, which must say the same.
        guard let authority = request.head.authority, let name = hostName(authority),
            request.headers[values: Self.host].allSatisfy({ context.isMultiplexed && $0 == authority })
        else {
            return refuse(.badRequest, "A request needs exactly one valid Host")
        }
        guard site.accepts(name) else {
            return refuse(.misdirectedRequest, "This gateway is not called \(name): add the name to site.names")
        }
        guard let target = request.head.path, target.hasPrefix("/") || isOwn(target) else {
            return refuse(.badRequest, "The request's target is not a path of this gateway")
        }
        guard target.utf8.count <= 8 * 1024 else {
            return refuse(.uriTooLong, "The URL is longer than 8 KiB")
        }
        return try await next(request, context)
    }

    /// Whether an absolute-form target (RFC 9112 §3.2.2) names this gateway.
    private func isOwn(_ target: String) -> Bool {
        guard target.lowercased().hasPrefix("https://") else { return false }
        let authority = target.dropFirst(8).prefix { $0 != "/" && $0 != "?" }
        return hostName(String(authority)).map(site.accepts) ?? false
    }

    private static let host = HTTPField.Name(parsed: "host") ?? .origin

    private static let fields: HTTPFields = {
        var fields = HTTPFields()
        for (name, value) in [
            ("X-Content-Type-Options", "nosniff"),
            ("Strict-Transport-Security", "max-age=63072000"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("X-Frame-Options", "DENY"),
            ("Permissions-Policy", "camera=(), geolocation=(), microphone=(self)"),
        ] {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        return fields
    }()
}

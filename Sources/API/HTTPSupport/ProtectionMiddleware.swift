package import HTTPTypes
package import Hummingbird

/// Checks every request of every surface for exactly one acceptable `Host`, and adds the security fields to every
/// response.
package struct ProtectionMiddleware: RouterMiddleware {
    private let hostName: @Sendable (String) -> String?
    private let site: SiteRules
    private let longestTarget: @Sendable (String) -> Int
    private let refuse: @Sendable (Request, HTTPResponse.Status, String) -> Response

    /// The length that every target may have.
    package static let ordinaryTarget = 8 * 1024

    /// The limit of all fields of a request, with 32 bytes added for each (RFC 9113 §6.5.2).
    private static let longestFields = 32 * 1024

    /// - Parameters:
    ///   - hostName: the name in a `Host` field without its port, nil when malformed.
    /// - longestTarget: the allowed length of a target that is longer than `ordinaryTarget`.
    /// - refuse: makes a refusal in the form of the request's surface.
    package init(
        site: SiteRules, hostName: @escaping @Sendable (String) -> String?,
        longestTarget: @escaping @Sendable (String) -> Int = { _ in ordinaryTarget },
        refuse: @escaping @Sendable (Request, HTTPResponse.Status, String) -> Response
    ) {
        self.site = site
        self.hostName = hostName
        self.longestTarget = longestTarget
        self.refuse = refuse
    }

    package func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            if let refusal = refusal(of: request, isMultiplexed: context.isMultiplexed) {
                response = refusal
            } else {
                response = try await next(request, context)
            }
        } catch let error as HTTPError {
            // The router's own error: the path or the method does not exist.
            response = refuse(request, error.status, error.body ?? error.status.reasonPhrase)
        }
        // A surface's own value takes precedence: some responses may be embedded by any page.
        for field in SecurityFields.all where response.headers[field.name] == nil { response.headers.append(field) }
        return response
    }

    /// The refusal of a request; nil for an acceptable one.
    ///
    /// - Parameter isMultiplexed: whether the request came as a stream of an HTTP/2 connection.
    package func refusal(of request: Request, isMultiplexed: Bool) -> Response? {
        // HTTP/1.1's first Host and HTTP/2's :authority both arrive as the authority. A Host among the headers is a
        // second one, wrong in HTTP/1.1 (RFC 9112 §3.2), or HTTP/2's optional one, which must be equal.
        guard let authority = request.head.authority, let name = hostName(authority),
            request.headers[values: Self.host].allSatisfy({ isMultiplexed && $0 == authority })
        else {
            return refuse(request, .badRequest, "A request needs exactly one valid Host")
        }
        guard site.accepts(name) else {
            return refuse(
                request, .misdirectedRequest, "This server is not called \(name): add the name to site.names")
        }
        guard Self.methods.contains(request.method) else {
            var response = refuse(request, .methodNotAllowed, "This method is not used here")
            response.headers[.allow] = Self.methods.map(\.rawValue).joined(separator: ", ")
            return response
        }
        // The values that `TransferCoding` leaves.
        if let coding = request.headers[.transferEncoding], coding != "chunked" {
            return coding == "unsupported"
                ? refuse(request, .notImplemented, "The only transfer coding used here is chunked")
                : refuse(request, .badRequest, "The body is not framed as HTTP/1.1 says")
        }
        guard let target = request.head.path, target.hasPrefix("/") else {
            return refuse(request, .badRequest, "The request's target is not a path of this server")
        }
        if target.utf8.count > Self.ordinaryTarget {
            let longest = longestTarget(target)
            guard target.utf8.count <= longest else {
                return refuse(request, .uriTooLong, "The URL is longer than \(longest / 1024) KiB")
            }
        }
        // `HeadLimiter` applies the same limit to a head of HTTP/1.1.
        let fields = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 32 }
        guard fields <= Self.longestFields else {
            return refuse(request, .requestHeaderFieldsTooLarge, "The header fields are longer than 32 KiB")
        }
        return nil
    }

    private static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]

    private static let host = HTTPField.Name(parsed: "host") ?? .origin
}

/// The security fields for browsers, in every response of every surface and of the connection itself.
package enum SecurityFields {
    package static let all: HTTPFields = {
        var fields = plain
        if let name = HTTPField.Name("Strict-Transport-Security") { fields[name] = "max-age=63072000" }
        return fields
    }()

    /// The fields for responses without TLS, where Strict-Transport-Security is not allowed (RFC 6797 §7.2).
    package static let plain: HTTPFields = {
        var fields = HTTPFields()
        for (name, value) in [
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("X-Frame-Options", "DENY"),
            ("Permissions-Policy", "camera=(), geolocation=(), microphone=(self)"),
            // A response that is no page of the web client runs no code, whatever its bytes look like to a browser.
            ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"),
        ] {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }()
}

/// The host names that the server answers to.
package struct SiteRules: Sendable {
    private let names: Set<String>
    private let acceptsAnyAddress: Bool

    /// - Parameters:
    ///   - names: DNS names and bracketed or plain IP addresses, without ports, in any case.
    /// - acceptsAnyAddress: accepts IP addresses that are not listed. An address in `Host` cannot be rebound to another
    ///   machine, so this is safe where names are restricted.
    package init(names: [String], acceptsAnyAddress: Bool = true) {
        self.names = Set(names.map { $0.lowercased() })
        self.acceptsAnyAddress = acceptsAnyAddress
    }

    /// - Parameter name: lower case, without a port.
    package func accepts(_ name: String) -> Bool {
        if names.contains(name) { return true }
        guard acceptsAnyAddress else { return false }
        return name.hasPrefix("[") || name.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }
}

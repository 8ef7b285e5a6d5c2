package import HTTPTypes
package import Hummingbird

/// Around every request of every surface: exactly one acceptable `Host`, and the headers that keep browsers from harm.
package struct ProtectionMiddleware: RouterMiddleware {
    private let hostName: @Sendable (String) -> String?
    private let site: SiteRules
    private let longestTarget: @Sendable (String) -> Int
    private let refuse: @Sendable (Request, HTTPResponse.Status, String) -> Response

    /// What every target may have.
    package static let ordinaryTarget = 8 * 1024

    /// What all fields of a request may take, with 32 bytes for each (RFC 9113 §6.5.2).
    private static let longestFields = 32 * 1024

    /// - Parameters:
    ///   - hostName: the name in a `Host` field without its port, nil when malformed.
    ///   - longestTarget: how many bytes a target may have that is longer than `ordinaryTarget`.
    ///   - refuse: how the surface that a request is for words that it fails here.
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
            // The router's own: nothing of that name or method is there.
            response = refuse(request, error.status, error.body ?? error.status.reasonPhrase)
        }
        // What a surface says itself holds: another one may be let in by a page of anybody's.
        for field in SecurityFields.all where response.headers[field.name] == nil { response.headers.append(field) }
        return response
    }

    /// Nil for what goes on.
    ///
    /// - Parameter isMultiplexed: whether it came as one stream of an HTTP/2 connection.
    package func refusal(of request: Request, isMultiplexed: Bool) -> Response? {
        // HTTP/1.1's first Host and HTTP/2's :authority both arrive as the authority. What is still among the headers is a second Host,
        // wrong in HTTP/1.1 (RFC 9112 §3.2), or HTTP/2's optional one, which must say the same.
        guard let authority = request.head.authority, let name = hostName(authority),
            request.headers[values: Self.host].allSatisfy({ isMultiplexed && $0 == authority })
        else {
            return refuse(request, .badRequest, "A request needs exactly one valid Host")
        }
        guard site.accepts(name) else {
            return refuse(
                request, .misdirectedRequest, "This gateway is not called \(name): add the name to site.names")
        }
        guard Self.methods.contains(request.method) else {
            var response = refuse(request, .methodNotAllowed, "This method is not used here")
            response.headers[.allow] = Self.methods.map(\.rawValue).joined(separator: ", ")
            return response
        }
        // What has passed `TransferCoding`.
        if let coding = request.headers[.transferEncoding], coding != "chunked" {
            return coding == "unsupported"
                ? refuse(request, .notImplemented, "The only transfer coding used here is chunked")
                : refuse(request, .badRequest, "The body is not framed as HTTP/1.1 says")
        }
        guard let target = request.head.path, target.hasPrefix("/") else {
            return refuse(request, .badRequest, "The request's target is not a path of this gateway")
        }
        if target.utf8.count > Self.ordinaryTarget {
            let longest = longestTarget(target)
            guard target.utf8.count <= longest else {
                return refuse(request, .uriTooLong, "The URL is longer than \(longest / 1024) KiB")
            }
        }
        // `HeadLimiter` holds a head of HTTP/1.1 to as much.
        let fields = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 32 }
        guard fields <= Self.longestFields else {
            return refuse(request, .requestHeaderFieldsTooLarge, "The header fields are longer than 32 KiB")
        }
        return nil
    }

    private static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]

    private static let host = HTTPField.Name(parsed: "host") ?? .origin
}

package import HTTPSupport
package import HTTPTypes
package import Hummingbird
import NIOCore
import Primitives

/// Serves the browser client: every file of the public folder under its name, and the start page for each of the client's own
/// addresses, which are those without a file extension.
package struct WebClient: Sendable {
    private let assets: AssetFolder

    /// Reads the folder once, so that no later request touches the disk. Throws when it holds no `index.html`.
    package init(folder: String) throws {
        assets = try AssetFolder(path: folder)
        guard assets["index.html"] != nil else {
            throw DomainError(.unavailable, "\(folder) is not the web client's folder: it holds no index.html")
        }
    }

    package func register(on router: Router<GatewayContext>) {
        router.get("/", use: answer)
        router.get("/**", use: answer)
        router.head("/", use: answer)
        router.head("/**", use: answer)
        for method in [HTTPRequest.Method.post, .put, .patch, .delete, .options] {
            for path in ["/", "/**"] {
                router.on(RouterPath(path), method: method) { _, _ in
                    Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD", .contentLength: "0"])
                }
            }
        }
    }

    @Sendable private func answer(_ request: Request, _ context: GatewayContext) -> Response {
        let path = String(request.uri.path.drop { $0 == "/" })
        let last = path.split(separator: "/").last ?? ""
        let name = last.contains(".") ? path : "index.html"
        let isReserved = path == "api" || path.hasPrefix("api/") || path == "rest" || path.hasPrefix("rest/")
        guard !isReserved, let asset = assets[name] else {
            return Response(
                status: .notFound, headers: [.contentType: "text/plain; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: "There is nothing here.\n")))
        }
        var fields: HTTPFields = [.eTag: asset.entityTag, .cacheControl: "no-cache"]
        let validators = Validators(entityTag: asset.entityTag, lastModified: nil)
        guard validators.evaluate(request.headers) != .notModified else {
            return Response(status: .notModified, headers: fields)
        }
        fields[.contentType] = asset.mediaType
        fields[.contentSecurityPolicy] = Self.policy
        let response = Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: asset.content))
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// A page of the folder that stands outside the client, for another surface's address.
    package func page(_ name: String, to request: Request, status: HTTPResponse.Status) -> Response {
        guard let asset = assets[name] else { return Response(status: .notFound) }
        let response = Response(
            status: status, headers: [.contentType: asset.mediaType, .contentSecurityPolicy: Self.policy],
            body: ResponseBody(byteBuffer: asset.content))
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Nothing but the gateway's own files, no inline code, and HTML only through the client's one escaping template.
    package static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
        // Internet radio is heard straight from its stations, wherever they and their streams are; sound alone comes from there, and
        // script, style and connections do not.
        "media-src 'self' blob: https:",
        "connect-src 'self'", "font-src 'self'", "manifest-src 'self'", "frame-ancestors 'none'", "base-uri 'none'",
        "form-action 'self'", "object-src 'none'", "require-trusted-types-for 'script'", "trusted-types rondo",
    ].joined(separator: "; ")
}

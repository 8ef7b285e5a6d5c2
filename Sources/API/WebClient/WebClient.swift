import Foundation
package import HTTPSupport
package import HTTPTypes
package import Hummingbird
import NIOCore
import Primitives

/// Serves the browser client: every file of the public folder under its name, and the start page to a browser that goes to one of the
/// client's own addresses.
package struct WebClient: Sendable {
    private let assets: AssetFolder
    private let routes: ClientRoutes

    /// Reads the folder once, so that no later request touches the disk. Throws when it holds no `index.html` or no list of addresses.
    package init(folder: String) throws {
        assets = try AssetFolder(path: folder)
        let list = assets["core/routes.js"].map { String(buffer: $0.plain.content) }
        routes = ClientRoutes(text: list ?? "")
        guard assets["index.html"] != nil, !routes.isEmpty else {
            throw DomainError(
                .unavailable, "\(folder) is not the web client's folder: it holds no index.html or no core/routes.js")
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
        guard let asset = assets[path] ?? page(at: path, request) else {
            let response = Response(
                status: .notFound, headers: [.contentType: "text/plain; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: "There is nothing here.\n")))
            return request.method == .head ? response.createHeadResponse() : response
        }
        let (representation, selection) = Self.choose(of: asset, for: request)
        var fields = selection
        fields[.eTag] = representation.entityTag
        fields[.cacheControl] = "no-cache"
        let validators = Validators(entityTag: representation.entityTag, lastModified: nil)
        guard validators.evaluate(request.headers) != .notModified else {
            fields[.contentEncoding] = nil
            return Response(status: .notModified, headers: fields)
        }
        fields[.contentType] = asset.mediaType
        fields[.contentSecurityPolicy] = Self.policy
        let response = Response(
            status: .ok, headers: fields, body: ResponseBody(byteBuffer: representation.content))
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// The representation that the client accepts, and the fields that tell it from the other one.
    private static func choose(
        of asset: AssetFolder.Asset, for request: Request
    ) -> (AssetFolder.Asset.Representation, HTTPFields) {
        guard let gzip = asset.gzip else { return (asset.plain, [:]) }
        guard AcceptedCodings(request.headers).prefersGzip else {
            return (asset.plain, [.vary: "Accept-Encoding"])
        }
        return (gzip, [.vary: "Accept-Encoding", .contentEncoding: "gzip"])
    }

    /// The start page for a browser that goes to an address of the client. Programs that try addresses are told that there is nothing.
    private func page(at path: String, _ request: Request) -> AssetFolder.Asset? {
        let isNavigation =
            request.headers[.secFetchMode].map { $0 == "navigate" }
            ?? request.headers[.accept].map { $0.lowercased().contains("text/html") } ?? false
        return isNavigation && routes.has(path) ? assets["index.html"] : nil
    }

    /// A page of the folder that stands outside the client, for another surface's address.
    ///
    /// - Parameter head: elements that its head ends with, as HTML.
    package func page(
        _ name: String, to request: Request, status: HTTPResponse.Status, head: String = ""
    ) -> Response {
        guard let asset = assets[name] else { return Response(status: .notFound) }
        let content = String(buffer: asset.plain.content)
            .replacingOccurrences(of: "</head>", with: head + "</head>")
        // Not compressed: it holds the address of the share, which is its secret.
        let response = Response(
            status: status, headers: [.contentType: asset.mediaType, .contentSecurityPolicy: Self.policy],
            body: ResponseBody(byteBuffer: ByteBuffer(string: content)))
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

extension HTTPField.Name {
    fileprivate static let secFetchMode = Self("Sec-Fetch-Mode") ?? .accept
}

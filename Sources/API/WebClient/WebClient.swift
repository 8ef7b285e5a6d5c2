package import Foundation
package import HTTPSupport
package import HTTPTypes
package import Hummingbird
import NIOCore
import Primitives
import Synchronization

/// Serves the browser client: every file of the public folder under its name, and the start page for navigation to one
/// of the client's own URLs.
package final class WebClient: Sendable {
    private let folder: String
    /// Whether files are read anew for each page.
    private let isDevelopment: Bool
    private let served: Mutex<Served>
    private let firstPage = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    /// Requests that wait until the files are joined; nil while nothing is to be waited for.
    private let waiting = Mutex<[AsyncStream<Void>.Continuation]?>(nil)

    /// The files, and the paths that the client has a view for.
    private struct Served {
        var assets: AssetFolder
        var routes: ClientRoutes

        init(folder: String, isDevelopment: Bool) throws {
            assets = try AssetFolder(path: folder, isStored: !isDevelopment)
            routes = ClientRoutes(text: assets["core/routes.js"].map { String(buffer: $0.plain.content) } ?? "")
            guard assets["index.html"] != nil, !routes.isEmpty else {
                throw DomainError(
                    .unavailable,
                    "\(folder) is not the web client's folder: it holds no index.html or no core/routes.js")
            }
        }
    }

    /// Reads the folder once, so that no later request touches the disk. Throws when it contains no `index.html` or no
    /// list of routes.
    ///
    /// - Parameter isDevelopment: reads it again for each page, joins nothing, and has browsers store nothing.
    package init(folder: String, isDevelopment: Bool = false) throws {
        self.folder = folder
        self.isDevelopment = isDevelopment
        served = Mutex(try Served(folder: folder, isDevelopment: isDevelopment))
    }

    /// Waits until somebody opens a page, then joins what pages load, and serves that from then on.
    ///
    /// Servers that nobody opens in a browser spend no time on it, and the first page does not wait.
    ///
    /// - Parameter join: returns the joined files of a page by their paths.
    package func joinFiles(_ join: (JoinablePage) async throws -> [String: Data]) async throws {
        guard !isDevelopment else { return }
        waiting.withLock { $0 = [] }
        defer {
            let all = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting ?? []
            }
            for one in all { one.finish() }
        }
        for await _ in firstPage.stream {
            let assets = served.withLock { $0.assets }
            var files: [String: Data] = [:]
            for page in assets.joinable {
                for (name, content) in try await join(page) {
                    guard files.updateValue(content, forKey: name) == nil else {
                        throw DomainError(.conflict, "Two pages of the web client load \(name) later")
                    }
                }
            }
            let joined = assets.joined(files)
            served.withLock { $0.assets = joined }
            return
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

    @Sendable private func answer(_ request: Request, _ context: GatewayContext) async -> Response {
        let path = String(request.uri.path.drop { $0 == "/" })
        if path == AssetFolder.worker { await joined() }
        let assets = served.withLock { $0.assets }
        guard let (asset, isImmutable) = assets[path: path] ?? page(at: path, request).map({ ($0, false) }) else {
            let response = Response(
                status: .notFound, headers: [.contentType: "text/plain; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: "There is nothing here.\n")))
            return request.method == .head ? response.createHeadResponse() : response
        }
        let (representation, selection) = Self.choose(of: asset, for: request)
        var fields = selection
        fields[.eTag] = representation.entityTag
        fields[.cacheControl] = isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
        // Browsers take these fields from a 304, too (RFC 9111 §3.2): another policy would stop the page that they
        // have.
        fields[.contentSecurityPolicy] = Self.policy
        let validators = Validators(entityTag: representation.entityTag, lastModified: nil)
        guard validators.evaluate(request.headers) != .notModified else {
            fields[.contentEncoding] = nil
            return Response(status: .notModified, headers: fields)
        }
        fields[.contentType] = asset.mediaType
        let response = Response(
            status: .ok, headers: fields, body: ResponseBody(byteBuffer: representation.content))
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Waits until the files are joined, where they are going to be. The service worker names the files that a browser
    /// stores: had it named those from before, the browser would store everything twice.
    private func joined() async {
        firstPage.continuation.yield()
        let (end, continuation) = AsyncStream.makeStream(of: Void.self)
        let waits = waiting.withLock { waiting in
            waiting?.append(continuation)
            return waiting != nil
        }
        if waits { for await _ in end {} }
    }

    /// The representation that the client accepts, and the fields that distinguish it from the other ones.
    private static func choose(
        of asset: AssetFolder.Asset, for request: Request
    ) -> (AssetFolder.Asset.Representation, HTTPFields) {
        guard let gzip = asset.gzip else { return (asset.plain, [:]) }
        let accepted = AcceptedCodings(request.headers)
        if let brotli = asset.brotli, accepted.prefersBrotli {
            return (brotli, [.vary: "Accept-Encoding", .contentEncoding: "br"])
        }
        guard accepted.prefersGzip else { return (asset.plain, [.vary: "Accept-Encoding"]) }
        return (gzip, [.vary: "Accept-Encoding", .contentEncoding: "gzip"])
    }

    /// The start page for a browser that navigates to a URL of the client. Programs that probe for paths get a 404.
    private func page(at path: String, _ request: Request) -> AssetFolder.Asset? {
        let isNavigation =
            request.headers[.secFetchMode].map { $0 == "navigate" }
            ?? request.headers[.accept].map { $0.lowercased().contains("text/html") } ?? false
        guard isNavigation else { return nil }
        let served = opened()
        return served.routes.has(path) ? served.assets["index.html"] : nil
    }

    /// The served files, for somebody who opens a page.
    private func opened() -> Served {
        // What cannot be read while somebody writes it leaves what there was.
        if isDevelopment, let current = try? Served(folder: folder, isDevelopment: true) {
            served.withLock { $0 = current }
        }
        firstPage.continuation.yield()
        return served.withLock { $0 }
    }

    /// A page of the folder outside the client, for a URL of another surface.
    ///
    /// - Parameter head: HTML elements to add at the end of the page's head.
    package func page(
        _ name: String, to request: Request, status: HTTPResponse.Status, head: String = ""
    ) -> Response {
        guard let asset = opened().assets[name] else { return Response(status: .notFound) }
        let content = String(buffer: asset.plain.content)
            .replacingOccurrences(of: "</head>", with: head + "</head>")
        // Not compressed: it contains the share's URL, which is its secret.
        let response = Response(
            status: status, headers: [.contentType: asset.mediaType, .contentSecurityPolicy: Self.policy],
            body: ResponseBody(byteBuffer: ByteBuffer(string: content)))
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Only the server's own files, no inline code, and HTML only through the client's one escaping template.
    package static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
        // Internet radio plays directly from its stations, wherever their streams are. Only media is allowed from
        // there, not script, style or connections.
        "media-src 'self' blob: https:",
        "connect-src 'self'", "worker-src 'self'", "font-src 'self'", "manifest-src 'self'",
        "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'", "object-src 'none'",
        "require-trusted-types-for 'script'", "trusted-types rondo",
    ].joined(separator: "; ")
}

extension HTTPField.Name {
    fileprivate static let secFetchMode = Self("Sec-Fetch-Mode") ?? .accept
}

/// The paths that the client has a view for, as listed in `core/routes.js`: there is no second list.
struct ClientRoutes: Sendable {
    /// The components of each path; nil in place of a parameter.
    private let patterns: [[Substring?]]

    /// - Parameter text: the content of `core/routes.js`, where each route has a member `path: '/albums/:id'`.
    init(text: String) {
        patterns = text.split(separator: "path: '").dropFirst().compactMap { rest in
            guard let path = rest.split(separator: "'", maxSplits: 1, omittingEmptySubsequences: false).first,
                path.hasPrefix("/")
            else { return nil }
            return path.split(separator: "/").map { $0.hasPrefix(":") ? nil : $0 }
        }
    }

    var isEmpty: Bool { patterns.isEmpty }

    func has(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return patterns.contains { pattern in
            pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0 == nil || $0 == $1 }
        }
    }
}

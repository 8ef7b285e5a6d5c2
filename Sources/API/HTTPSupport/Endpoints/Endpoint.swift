package import HTTPTypes
package import Hummingbird
package import Primitives

/// One row of a surface's endpoint table: its path, its access rule and its bodies. Routing, access control, the
/// OpenAPI document and the tests all read this row; there is no other way to add a route to the server.
package struct Endpoint: Sendable {
    package enum Access: Sendable, Equatable {
        /// Signed in or not.
        case anyone
        /// Admitted by the handler, by a credential that belongs to no account. Accounts are not checked.
        case byHandler
        /// Signed in with a role that has the permission.
        case requires(Permission)
        /// Like `requires`, and a browser's user must have typed the password within the last
        /// `SessionPolicy.confirmation`. A bearer token has no password to type: its scopes limit it, here as
        /// everywhere.
        case requiresConfirmed(Permission)

        /// Nil when anyone may call.
        package var permission: Permission? {
            switch self {
            case .anyone, .byHandler: nil
            case .requires(let permission), .requiresConfirmed(let permission): permission
            }
        }
    }

    /// The media types of uploaded pictures.
    package static let pictures = ["image/jpeg", "image/png", "image/webp"]

    /// A query parameter.
    package struct Parameter: Sendable {
        package let name: String
        package let schema: Schema
        package let summary: String

        package init(_ name: String, _ schema: Schema, _ summary: String) {
            self.name = name
            self.schema = schema
            self.summary = summary
        }
    }

    /// The body of a successful response.
    package enum Reply: Sendable {
        case empty(HTTPResponse.Status)
        case json(HTTPResponse.Status, Schema)
        case bytes(mediaType: String)
    }

    package typealias Handler = @Sendable (Request, GatewayContext) async throws -> Response

    package let method: HTTPRequest.Method
    /// The path, with parameters in braces: `/api/v1/tracks/{id}/stream`.
    package let path: String
    package let access: Access
    /// Whether it creates, changes or revokes credentials, which requires a token with that scope.
    package let touchesCredentials: Bool
    package let tag: String
    package let summary: String
    package let parameters: [Parameter]
    package let body: Schema?
    /// The media types of the bytes that the body may be instead; empty where it is JSON or nothing.
    package let upload: [String]
    package let reply: Reply
    /// Whether the response may be compressed: it is long and contains no secret (decision 0041).
    package let isCompressed: Bool
    package let handler: Handler

    package init(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, tag: String, _ summary: String,
        credentials touchesCredentials: Bool = false, parameters: [Parameter] = [], body: Schema? = nil,
        upload: [String] = [], reply: Reply, compressed isCompressed: Bool = false, handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.touchesCredentials = touchesCredentials
        self.tag = tag
        self.summary = summary
        self.parameters = parameters
        self.body = body
        self.upload = upload
        self.reply = reply
        self.isCompressed = isCompressed
        self.handler = handler
    }

    /// The same row with another handler.
    package func handled(by handler: @escaping Handler) -> Endpoint {
        Endpoint(
            method, path, access, tag: tag, summary, credentials: touchesCredentials, parameters: parameters,
            body: body, upload: upload, reply: reply, compressed: isCompressed, handler: handler)
    }

    /// The scopes that a bearer token needs here, all of them; empty where anyone may call.
    package var scopes: Set<AccessScope> {
        guard let permission = access.permission else { return [] }
        var scopes: Set<AccessScope> = touchesCredentials ? [.credentials] : []
        if AccessScope.administrative.contains(permission) { scopes.insert(.administer) }
        if scopes.isEmpty { scopes.insert(method == .get || method == .head ? .read : .write) }
        return scopes
    }
}

/// The rows of an endpoint table, one below the other.
@resultBuilder
package enum TableBuilder<Row> {
    package static func buildExpression(_ row: Row) -> Row { row }
    package static func buildBlock(_ rows: Row...) -> [Row] { rows }
}

/// A surface's endpoints and the checks that apply to each of them.
package struct EndpointTable: Sendable {
    package let endpoints: [Endpoint]
    private let access: AccessControl
    private let failure: @Sendable (any Error, GatewayContext) -> Response

    /// - Parameter failure: makes this surface's response to an error.
    package init(
        _ endpoints: [Endpoint], access: AccessControl,
        failure: @escaping @Sendable (any Error, GatewayContext) -> Response
    ) {
        self.endpoints = endpoints
        self.access = access
        self.failure = failure
    }

    /// Adds every row to `router`. GET rows answer HEAD too, and other methods on a known path get 405 with `Allow`.
    package func register(on router: Router<GatewayContext>) {
        for (path, rows) in Dictionary(grouping: endpoints, by: \.path) {
            var methods = Set<HTTPRequest.Method>()
            for row in rows {
                methods.insert(row.method)
                add(row, row.method, router)
            }
            if methods.contains(.get), !methods.contains(.head), let row = rows.first(where: { $0.method == .get }) {
                methods.insert(.head)
                add(row, .head, router)
            }
            let allowed = methods.map(\.rawValue).sorted().joined(separator: ", ")
            for method in [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete, .options]
            where !methods.contains(method) {
                router.on(RouterPath(path), method: method) { _, context in
                    var response = failure(MethodNotAllowed(), context)
                    response.headers[.allow] = allowed
                    return response
                }
            }
        }
    }

    private func add(_ row: Endpoint, _ method: HTTPRequest.Method, _ router: Router<GatewayContext>) {
        router.on(RouterPath(row.path), method: method) { request, context in
            var context = context
            do {
                let authenticated = try await access.admit(request, to: row, from: context.origin)
                context.authenticated = authenticated
                let body = authenticated.map { access.readmitted(request, to: row, from: context.origin, as: $0) }
                var response = try await row.handler(body ?? request, context)
                if row.isCompressed { response = try await response.compressed(for: request) }
                return method == .head && row.method == .get ? response.withoutBody() : response
            } catch {
                return failure(error, context)
            }
        }
    }
}

/// The path exists, but not with this method.
package struct MethodNotAllowed: Error {}

extension Response {
    /// The response to HEAD where GET would get this response. An unknown length is not announced, since players would
    /// believe a 0; `RequestMonitor` handles the end of such a head on the wire.
    package func withoutBody() -> Response {
        let isKnown = body.contentLength != nil || headers[.contentLength] != nil
        return isKnown
            ? createHeadResponse()
            : Response(status: status, headers: headers, body: ResponseBody { try await $0.finish(nil) })
    }
}

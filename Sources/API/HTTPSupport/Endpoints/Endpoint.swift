package import HTTPTypes
package import Hummingbird
package import Primitives

/// One row of a surface's endpoint table: what is there, who may call it, and what it says. Routing, access control, the OpenAPI
/// document and the tests all read this row; there is no other way to put a route into the gateway.
package struct Endpoint: Sendable {
    package enum Access: Sendable, Equatable {
        /// Signed in or not.
        case anyone
        /// Whoever the handler lets in by a credential that is no account's. Nobody is looked for among the accounts.
        case byHandler
        /// Signed in with a role that has the permission.
        case requires(Permission)
        /// As `requires`, and a browser's person must have typed the password within the last `SessionPolicy.confirmation`. A bearer
        /// token has no password to type: it is held to its scopes, here as everywhere.
        case requiresConfirmed(Permission)

        /// Nil when anyone may.
        package var permission: Permission? {
            switch self {
            case .anyone, .byHandler: nil
            case .requires(let permission), .requiresConfirmed(let permission): permission
            }
        }
    }

    /// What a picture that is uploaded may be.
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

    /// What a successful answer holds.
    package enum Reply: Sendable {
        case empty(HTTPResponse.Status)
        case json(HTTPResponse.Status, Schema)
        case bytes(mediaType: String)
    }

    package typealias Handler = @Sendable (Request, GatewayContext) async throws -> Response

    package let method: HTTPRequest.Method
    /// With parameters in braces: `/api/v1/tracks/{id}/stream`.
    package let path: String
    package let access: Access
    /// Whether it makes, changes or frees credentials, which takes a token that was made for that.
    package let touchesCredentials: Bool
    package let tag: String
    package let summary: String
    package let parameters: [Parameter]
    package let body: Schema?
    /// The media types of the bytes that the body may be instead; empty where it is JSON or nothing.
    package let upload: [String]
    package let reply: Reply
    /// Whether the reply may be compressed: it is long, and holds nothing that opens anything (decision 0041).
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

    /// The scopes that a bearer token needs here, all of them; none where anyone may call.
    package var scopes: Set<AccessScope> {
        guard let permission = access.permission else { return [] }
        var scopes: Set<AccessScope> = touchesCredentials ? [.credentials] : []
        if AccessScope.administrative.contains(permission) { scopes.insert(.administer) }
        if scopes.isEmpty { scopes.insert(method == .get || method == .head ? .read : .write) }
        return scopes
    }
}

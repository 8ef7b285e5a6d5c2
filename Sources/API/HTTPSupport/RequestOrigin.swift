package import HTTPTypes
package import Hummingbird

/// The client of a request: its address, and the user whom a trusted proxy names.
package struct RequestOrigin: Sendable, Equatable {
    /// An IP address as text; `unknown` in tests without a socket.
    package let address: String
    /// The user name; nil unless a trusted proxy has named exactly one.
    package let proxyUser: String?

    package init(address: String, proxyUser: String? = nil) {
        self.address = address
        self.proxyUser = proxyUser
    }
}

/// Gives each request its origin, before anything reads the client's address.
package struct RequestOriginMiddleware: RouterMiddleware {
    /// Returns the origin of a request with these fields on a connection from `peer`, an IP address.
    package typealias Resolve = @Sendable (_ peer: String, _ fields: HTTPFields) -> RequestOrigin

    private let resolve: Resolve

    package init(_ resolve: @escaping Resolve) {
        self.resolve = resolve
    }

    package func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.resolved = resolve(context.origin.address, request.headers)
        return try await next(request, context)
    }
}

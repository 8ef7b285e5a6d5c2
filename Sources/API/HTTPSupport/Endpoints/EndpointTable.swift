import HTTPTypes
package import Hummingbird

/// A surface's endpoints and the checks that every one of them passes through.
package struct EndpointTable: Sendable {
    package let endpoints: [Endpoint]
    private let access: AccessControl
    private let failure: @Sendable (any Error, GatewayContext) -> Response

    /// - Parameter failure: how this surface words an error.
    package init(
        _ endpoints: [Endpoint], access: AccessControl,
        failure: @escaping @Sendable (any Error, GatewayContext) -> Response
    ) {
        self.endpoints = endpoints
        self.access = access
        self.failure = failure
    }

    /// Puts every row into `router`; GET rows answer HEAD too, and other methods on a known path get 405 with `Allow`.
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
                context.authenticated = try await access.admit(request, to: row, from: context.remoteAddress)
                var response = try await row.handler(request, context)
                if row.isCompressed { response = try await response.compressed(for: request) }
                return method == .head && row.method == .get ? response.withoutBody() : response
            } catch {
                return failure(error, context)
            }
        }
    }
}

/// The path exists, the method does not.
package struct MethodNotAllowed: Error {}

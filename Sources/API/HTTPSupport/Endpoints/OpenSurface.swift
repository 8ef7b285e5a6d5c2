package import HTTPTypes
package import Hummingbird

/// The surfaces for other programs: pages of any site may send requests, since only a key that the request contains
/// proves the caller, and cookies are never read.
package enum OpenSurface {
    /// The fields of every reply.
    package static let fields: HTTPFields = [
        .accessControlAllowOrigin: "*", .crossOriginResourcePolicy: "cross-origin",
    ]

    /// Has all requests at some paths and below them answered, whatever their method is.
    package static func register(
        _ paths: [String], on router: Router<GatewayContext>,
        _ answer: @escaping @Sendable (Request, GatewayContext) async throws -> Response
    ) {
        for method in [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete, .options] {
            for path in paths.flatMap({ [$0, $0 + "/**"] }) {
                router.on(RouterPath(path), method: method) { request, context in
                    var response = try await answer(request, context)
                    for field in fields { response.headers[field.name] = field.value }
                    return response
                }
            }
        }
    }
}

extension HTTPField.Name {
    fileprivate static let crossOriginResourcePolicy = Self("Cross-Origin-Resource-Policy") ?? .accessControlAllowOrigin
}

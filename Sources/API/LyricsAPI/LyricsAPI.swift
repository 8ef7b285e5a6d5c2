package import Accounts
package import HTTPSupport
import HTTPTypes
package import Hummingbird
import Primitives

/// The lyrics of the libraries in the shapes of two lyrics services, for programs that know these: Musixmatch's API 1.1
/// under `/musixmatch/ws/1.1/`, LRCLIB's under `/lrclib/api/`. Every call needs a device key with the scope `read`.
package struct LyricsAPI: Sendable {
    package let endpoints: [LyricsEndpoint]
    private let keys: DeviceKeyService

    package init(endpoints: [LyricsEndpoint], keys: DeviceKeyService) {
        self.endpoints = endpoints
        self.keys = keys
    }

    /// Whether a target belongs to this API.
    package static func hasTarget(_ target: String) -> Bool { LyricsShape(target: target) != nil }

    /// The answer to a request that reaches no endpoint.
    package static func refusal(of request: Request, status: HTTPResponse.Status, _ message: String) -> Response {
        let shape = LyricsShape(target: request.head.path ?? "") ?? .lrclib
        return shape.response(
            RequestFailure(status: status, message), try? RequestParameters(of: request), began: .now)
    }

    package func register(on router: Router<GatewayContext>) {
        for shape in LyricsShape.allCases {
            OpenSurface.register([shape.root], on: router) { request, context in
                let response = await answer(request, shape, context)
                return request.method == .head ? response.withoutBody() : response
            }
        }
    }

    private static let preflight = Response(
        status: .noContent,
        headers: [
            .accessControlAllowMethods: "GET, HEAD", .accessControlMaxAge: "86400",
            .accessControlAllowHeaders: "Authorization, Content-Type, Lrclib-Client, X-User-Agent",
        ])

    private func answer(_ request: Request, _ shape: LyricsShape, _ context: GatewayContext) async -> Response {
        let began = ContinuousClock.now
        do {
            switch request.method {
            case .get, .head: break
            case .options: return Self.preflight
            default: throw RequestFailure(status: .methodNotAllowed, "Use GET")
            }
            let place = LyricsPlace(request.uri.path, shape)
            let parameters = try RequestParameters(of: request)
            let access = try await admit(request, parameters, place, context)
            guard let (row, id) = place.path.flatMap(row) else {
                throw RequestFailure(status: .notFound, "There is no such address in this API")
            }
            let call = LyricsCall(parameters: parameters, id: id, caller: access.principal, began: began)
            return try await row.handler(call).compressed(for: request)
        } catch {
            return shape.response(Self.failure(error, context), try? RequestParameters(of: request), began: began)
        }
    }

    /// The row for a path, and the part of the path that its `{id}` stands for.
    private func row(_ path: String) -> (LyricsEndpoint, String?)? {
        if let row = endpoints.first(where: { $0.path == path }) { return (row, nil) }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let template = (parts.dropLast() + ["{id}"]).joined(separator: "/")
        guard let row = endpoints.first(where: { $0.path == template }), let id = parts.last else { return nil }
        return (row, String(id))
    }

    /// Takes a key from the path, from `Authorization: Bearer`, or from the parameter `apikey` or `apiKey`.
    private func admit(
        _ request: Request, _ parameters: RequestParameters, _ place: LyricsPlace, _ context: GatewayContext
    ) async throws -> DeviceKeyAccess {
        let bearer = request.headers[.authorization].flatMap { field in
            field.prefix(7).lowercased() == "bearer " ? String(field.dropFirst(7)) : nil
        }
        let given = place.key ?? bearer ?? parameters.first("apikey") ?? parameters.first("apiKey")
        guard let key = given, (1...256).contains(key.utf8.count) else {
            throw RequestFailure(
                status: .unauthorized, "Give a device key with the scope read; make one in your profile")
        }
        let client = request.headers[.userAgent] ?? ""
        let access = try await keys.authenticate(.apiKey(key), client: client, address: context.remoteAddress)
        guard access.scopes.contains(.read) else {
            throw RequestFailure(
                status: .forbidden, "This device key does not allow this. Use one with the scope read")
        }
        try access.principal.require(.browse)
        return access
    }

    private static func failure(_ error: any Error, _ context: GatewayContext) -> RequestFailure {
        // Lyrics that have no place in the format are not there in it.
        if let error = error as? DomainError, error.code == .conflict {
            return RequestFailure(status: .notFound, error.message)
        }
        return RequestFailure(error, context)
    }
}

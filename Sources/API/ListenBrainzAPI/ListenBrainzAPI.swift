package import Accounts
package import HTTPSupport
import HTTPTypes
package import Hummingbird
import Primitives

/// The plays of users in the shape of ListenBrainz's API 1 (https://listenbrainz.readthedocs.io/en/latest/users/api/),
/// under `/listenbrainz/1/`, for players, browsers' scrobblers and other servers. The token is a device key; each user
/// reads and writes their own plays only.
package struct ListenBrainzAPI: Sendable {
    /// The first part of every path.
    static let root = "/listenbrainz"

    package let endpoints: [ListenBrainzEndpoint]
    private let keys: DeviceKeyService

    package init(endpoints: [ListenBrainzEndpoint], keys: DeviceKeyService) {
        self.endpoints = endpoints
        self.keys = keys
    }

    /// Whether a target belongs to this API.
    package static func hasTarget(_ target: String) -> Bool {
        let path = target.prefix { $0 != "?" && $0 != "#" }
        return path == root || path.hasPrefix(root + "/")
    }

    /// The answer to a request that reaches no endpoint.
    package static func refusal(status: HTTPResponse.Status, _ message: String) -> Response {
        RequestFailure(status: status, message).response
    }

    package func register(on router: Router<GatewayContext>) {
        OpenSurface.register([Self.root], on: router) { request, context in
            let response = await answer(request, context)
            return request.method == .head ? response.withoutBody() : response
        }
    }

    private static let preflight = Response(
        status: .noContent,
        headers: [
            .accessControlAllowMethods: "GET, HEAD, POST", .accessControlMaxAge: "86400",
            .accessControlAllowHeaders: "Authorization, Content-Type",
        ])

    private func answer(_ request: Request, _ context: GatewayContext) async -> Response {
        do {
            if request.method == .options { return Self.preflight }
            guard let (row, name) = try row(of: request) else {
                throw RequestFailure(status: .notFound, "There is no such address in this API")
            }
            guard let access = try await admit(request, row, context) else {
                return .json(TokenBody(username: nil))
            }
            let call = ListenCall(
                request: request, access: access, name: name, origin: context.remoteAddress)
            return try await row.handler(call).compressed(for: request)
        } catch {
            return RequestFailure(error, context).response
        }
    }

    /// The row for a request, and the part of its path that `{name}` stands for. Throws for another method.
    private func row(of request: Request) throws(RequestFailure) -> (ListenBrainzEndpoint, String?)? {
        let parts = request.uri.path.split(separator: "/", omittingEmptySubsequences: false)
        let matching = endpoints.compactMap { row in row.name(in: parts).map { (row, $0.isEmpty ? nil : $0) } }
        guard !matching.isEmpty else { return nil }
        let method = request.method == .head ? .get : request.method
        guard let found = matching.first(where: { $0.0.method == method }) else {
            throw RequestFailure(status: .methodNotAllowed, "Use \(matching[0].0.method.rawValue)")
        }
        return found
    }

    /// Takes a key from `Authorization: Token` or `Bearer`, or from the parameter `token`. Nil for a wrong key where the
    /// row tells whether one is right.
    private func admit(
        _ request: Request, _ row: ListenBrainzEndpoint, _ context: GatewayContext
    ) async throws -> DeviceKeyAccess? {
        let field = request.headers[.authorization].flatMap { field -> String? in
            let parts = field.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, ["token", "bearer"].contains(parts[0].lowercased()) else { return nil }
            return String(parts[1])
        }
        guard let key = try field ?? request.text("token"), (1...256).contains(key.utf8.count) else {
            throw RequestFailure(
                status: row.scope == nil ? .badRequest : .unauthorized,
                "Give a device key as the token; make one in your profile")
        }
        let access: DeviceKeyAccess
        do {
            access = try await keys.authenticate(
                .apiKey(key), client: request.headers[.userAgent] ?? "", address: context.remoteAddress)
        } catch let error as DomainError where error.code == .unauthenticated && row.scope == nil {
            return nil
        }
        guard row.scope.map(access.scopes.contains) ?? true else {
            throw RequestFailure(
                status: .forbidden,
                "This device key does not allow this. Use one with the scope \(row.scope?.rawValue ?? "")")
        }
        if row.scope != nil { try access.principal.require(.listen) }
        return access
    }
}

package import Accounts
package import HTTPSupport
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
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
        ListenFailure(status: status, message).response
    }

    package func register(on router: Router<GatewayContext>) {
        for method in [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete, .options] {
            for path in [Self.root, Self.root + "/**"] {
                router.on(RouterPath(path), method: method) { request, context in
                    var response = await answer(request, context)
                    for field in Self.openFields { response.headers[field.name] = field.value }
                    return request.method == .head ? response.withoutBody() : response
                }
            }
        }
    }

    /// Pages of any site may send requests: only a key that the request contains proves the caller, and cookies are
    /// never read here.
    private static let openFields: HTTPFields = {
        var fields: HTTPFields = [.accessControlAllowOrigin: "*"]
        if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { fields[name] = "cross-origin" }
        return fields
    }()

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
                throw ListenFailure(status: .notFound, "There is no such address in this API")
            }
            guard let access = try await admit(request, row, context) else {
                return .json(TokenBody(username: nil))
            }
            let call = ListenCall(
                request: request, access: access, name: name, origin: context.remoteAddress)
            return try await row.handler(call).compressed(for: request)
        } catch {
            return Self.failure(error, context).response
        }
    }

    /// The row for a request, and the part of its path that `{name}` stands for. Throws for another method.
    private func row(of request: Request) throws(ListenFailure) -> (ListenBrainzEndpoint, String?)? {
        let parts = request.uri.path.split(separator: "/", omittingEmptySubsequences: false)
        let matching = endpoints.compactMap { row in row.name(in: parts).map { (row, $0.isEmpty ? nil : $0) } }
        guard !matching.isEmpty else { return nil }
        let method = request.method == .head ? .get : request.method
        guard let found = matching.first(where: { $0.0.method == method }) else {
            throw ListenFailure(status: .methodNotAllowed, "Use \(matching[0].0.method.rawValue)")
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
            throw ListenFailure(
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
            throw ListenFailure(
                status: .forbidden,
                "This device key does not allow this. Use one with the scope \(row.scope?.rawValue ?? "")")
        }
        if row.scope != nil { try access.principal.require(.listen) }
        return access
    }

    private static func failure(_ error: any Error, _ context: GatewayContext) -> ListenFailure {
        switch error {
        case let failure as ListenFailure: return failure
        case let error as DomainError: return ListenFailure(error)
        case is CancellationError, is ChannelError:
            return ListenFailure(status: .serviceUnavailable, "The request was cut off")
        default:
            context.logger.error(
                "A request failed", metadata: ["error.type": "\(type(of: error))", "error.message": "\(error)"])
            return ListenFailure(
                status: .internalServerError, "Something went wrong in the server; its log says more")
        }
    }
}

package import Accounts
package import HTTPSupport
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import Primitives

/// The OpenSubsonic API under `/rest`: every row of its endpoint table behind one entry point.
package struct OpenSubsonicAPI: Sendable {
    package let endpoints: [SubsonicEndpoint]
    private let rows: [String: SubsonicEndpoint]
    private let keys: DeviceKeyService
    private let envelope: Envelope

    /// - Parameter version: the version of this server.
    package init(endpoints: [SubsonicEndpoint], keys: DeviceKeyService, version: String) {
        self.endpoints = endpoints
        rows = Dictionary(endpoints.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.keys = keys
        envelope = Envelope(serverVersion: version)
    }

    /// The longest request target in bytes: a queue of six thousand ids by GET.
    package static let longestTarget = 256 * 1024

    /// Whether a target belongs to this API, also after a base address that ends with a slash.
    package static func hasTarget(_ target: String) -> Bool {
        guard target.hasPrefix("/") else { return false }
        let path = target.drop { $0 == "/" }.prefix { $0 != "?" && $0 != "#" }
        return path == "rest" || path.hasPrefix("rest/")
    }

    /// `//rest/ping` as `/rest/ping`: players append their paths to a base address that may end with a slash. Nil for a
    /// target that is right already, or is none of this API's.
    package static func collapsed(_ target: String) -> String? {
        guard target.hasPrefix("//"), hasTarget(target) else { return nil }
        return "/" + target.drop { $0 == "/" }
    }

    /// The answer to a request that reaches no endpoint.
    package static func refusal(
        of request: Request, version: String, status: HTTPResponse.Status, _ message: String
    ) -> Response {
        let parameters = try? RequestParameters(of: request)
        let format = parameters.map(ReplyFormat.ofFailure) ?? .xml
        var response = Envelope(serverVersion: version).response(
            SubsonicFailure(.generic, message, status: status), format,
            ReplyDetail(client: parameters?.first("c"), format: format), help: nil)
        for field in OpenSurface.fields { response.headers[field.name] = field.value }
        return response
    }

    package func register(on router: Router<GatewayContext>) {
        OpenSurface.register(["/rest"], on: router, answer)
    }

    private func answer(_ request: Request, _ context: GatewayContext) async throws -> Response {
        switch request.method {
        case .get, .head, .post: break
        case .options: return Self.preflight
        default:
            let format = ReplyFormat.ofFailure((try? RequestParameters(of: request)) ?? RequestParameters())
            var response = envelope.response(
                SubsonicFailure(.generic, "Use GET or POST", status: .methodNotAllowed), format, .full, help: nil)
            response.headers[.allow] = "GET, HEAD, POST, OPTIONS"
            return response
        }
        let row = rows[Self.name(in: request)]
        var (format, detail) = (ReplyFormat.xml, ReplyDetail.full)
        let response: Response
        do {
            var parameters = try RequestParameters(of: request)
            // A refused body is answered in the format that the address requests.
            format = ReplyFormat.ofFailure(parameters)
            if row?.takesBody != true { try await parameters.addForm(of: request) }
            format = ReplyFormat.ofFailure(parameters)
            format = try ReplyFormat(parameters)
            detail = ReplyDetail(client: parameters.first("c"), format: format)
            response = try await call(row, request, context, parameters, format, detail)
        } catch {
            let failure = Self.failure(error, context)
            response = envelope.response(
                row?.answersByStatus == true ? failure.withStatusCode : failure, format, detail,
                help: "https://\(request.head.authority ?? "localhost")/profile")
        }
        return request.method == .head ? response.withoutBody() : response
    }

    private func call(
        _ row: SubsonicEndpoint?, _ request: Request, _ context: GatewayContext, _ parameters: RequestParameters,
        _ format: ReplyFormat, _ detail: ReplyDetail
    ) async throws -> Response {
        guard let row else { throw SubsonicFailure(.generic, "There is no such endpoint", status: .notFound) }
        var context = context
        let access = try await admit(parameters, context, to: row)
        context.authenticated = access?.authenticated
        let call = SubsonicCall(
            request: request, context: context, parameters: parameters, format: format, detail: detail, access: access,
            proofs: keys.pictures)
        switch row.handler {
        case .reply(let handler):
            let response = envelope.response(try await handler(call), format, detail)
            // The callback's name is text from the request: such a reply is never compressed.
            return row.isCompressed && !format.isCallback ? try await response.compressed(for: request) : response
        case .media(let handler), .plain(let handler): return try await handler(call)
        }
    }

    /// Nil where the endpoint is open to everyone; credentials are not checked then.
    private func admit(
        _ parameters: RequestParameters, _ context: GatewayContext, to row: SubsonicEndpoint
    ) async throws -> DeviceKeyAccess? {
        if row.access == .anyone { return nil }
        let credential = try CredentialParameters.credential(parameters, takesPictureProof: row.takesPictureProof)
        try Self.checkVersion(parameters.first("v"))
        // A browser that loads a picture is no client of the protocol.
        if !credential.isPicture, parameters.first("c")?.isEmpty != false { throw SubsonicFailure.missing("c") }
        let access: DeviceKeyAccess
        do {
            access = try await keys.authenticate(
                credential, client: parameters.first("c") ?? "", address: context.remoteAddress)
        } catch let error as DomainError where error.code == .unauthenticated {
            if case .apiKey = credential {
                throw SubsonicFailure(.invalidAPIKey, "This API key is not valid; make one in your profile")
            }
            throw SubsonicFailure(.wrongCredentials, "Wrong user name or device key")
        }
        switch row.access {
        case .anyone: break
        case .requires(let scope, let permission):
            guard access.scopes.contains(scope) else {
                throw SubsonicFailure(
                    .notAuthorized, "This device key does not allow this. Use one with the scope \(scope.rawValue)")
            }
            try access.principal.require(permission)
        case .nobody: throw SubsonicFailure(.notAuthorized, "This is not done through this API")
        }
        return access
    }

    /// Some clients omit the version; a client of another major version speaks another protocol.
    private static func checkVersion(_ text: String?) throws(SubsonicFailure) {
        guard let text, !text.isEmpty else { return }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), parts.allSatisfy({ $0.utf8.count <= 6 && UInt($0) != nil }),
            let major = parts.first.flatMap({ Int($0) })
        else { throw .malformed("v", "a version like 1.16.1") }
        if major < 1 { throw SubsonicFailure(.clientTooOld, "This server speaks version \(Envelope.protocolVersion)") }
        if major > 1 { throw SubsonicFailure(.serverTooOld, "This server speaks version \(Envelope.protocolVersion)") }
    }

    private static func failure(_ error: any Error, _ context: GatewayContext) -> SubsonicFailure {
        switch error {
        case let failure as SubsonicFailure: return failure
        case let error as DomainError: return SubsonicFailure(error)
        case let error as HTTPError:
            return SubsonicFailure(.generic, error.body ?? error.status.reasonPhrase, status: error.status)
        case is CancellationError, is ChannelError:
            return SubsonicFailure(.generic, "The request was cut off", status: .serviceUnavailable)
        default:
            context.logger.error(
                "A request failed", metadata: ["error.type": "\(type(of: error))", "error.message": "\(error)"])
            return SubsonicFailure(
                .generic, "Something went wrong in the server; its log says more", status: .internalServerError)
        }
    }

    /// The endpoint's name: `/rest/ping` and `/rest/ping.view` are the same.
    private static func name(in request: Request) -> String {
        let path = request.uri.path.dropFirst("/rest/".count)
        return String(path.hasSuffix(".view") ? path.dropLast(".view".count) : path[...])
    }

    private static let preflight = Response(
        status: .noContent,
        headers: [
            .accessControlAllowMethods: "GET, HEAD, POST", .accessControlAllowHeaders: "Content-Type, Range",
            .accessControlMaxAge: "86400",
        ])
}

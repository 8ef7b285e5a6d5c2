import Accounts
import Foundation
import Gateway
import HTTPSupport
import Hummingbird
import NIOCore
import NativeAPI
import Primitives
import SQLiteStore
import Synchronization

/// `/metrics` and `/ready`, for monitoring. Decision 0039 defines the access to them.
struct MetricsRoutes: Sendable {
    let access: MetricsAccess
    let page: MetricsPage
    let readiness: Readiness

    var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/ready", .byHandler, tag: "server",
                "Whether requests can be served: the database can be read, and the server has started and is not stopping",
                reply: .json(.ok, ReadyBody.schema), handler: ready),
            Endpoint(
                .get, "/metrics", .byHandler, tag: "server",
                "The server's metrics, in Prometheus's text format; with the token of metrics.token-file as bearer, or from metrics.addresses",
                reply: .bytes(mediaType: "text/plain"), handler: metrics),
        ]
    }

    @Sendable private func ready(_ request: Request, _ context: GatewayContext) async throws -> Response {
        guard let reason = await readiness.obstacle() else { return .json(ReadyBody()) }
        throw DomainError(.unavailable, reason.sentence, reason: reason.rawValue, retryAfter: .seconds(2))
    }

    @Sendable private func metrics(_ request: Request, _ context: GatewayContext) async throws -> Response {
        switch access.verdict(for: context.remoteAddress, request.headers[.authorization]) {
        case .granted: break
        case .hidden: throw DomainError.notFound("There is nothing here")
        case .asksForToken: throw DomainError(.unauthenticated, "The token is missing. Send that of metrics.token-file")
        }
        return Response(
            status: .ok, headers: [.contentType: MetricText.mediaType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: await page.text())))
    }
}

private struct ReadyBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("status") { _ in "ready" }
    }
}

/// The access rules of `/metrics`.
struct MetricsAccess: Sendable {
    private static let shortest = 20

    private let token: [UInt8]?
    private let networks: [IPNetwork]

    /// - Parameters:
    ///   - tokenFile: an absolute path.
    ///   - addresses: addresses separated by commas.
    init(tokenFile: String? = nil, addresses: String? = nil) throws(DomainError) {
        token = try tokenFile.map(Self.token)
        var networks: [IPNetwork] = []
        for text in (addresses ?? "").split(separator: ",") {
            guard let network = IPNetwork(text.trimmingCharacters(in: .whitespaces)) else {
                throw DomainError.invalid(
                    "“\(text)” in metrics.addresses is neither an address nor a network like 10.0.0.0/8",
                    field: "metrics.addresses")
            }
            networks.append(network)
        }
        self.networks = networks
    }

    private static func token(in file: String) throws(DomainError) -> [UInt8] {
        guard let bytes = try PrivateFile.read(file) else {
            throw DomainError.invalid("There is no file \(file)", field: "metrics.token-file")
        }
        try PrivateFile.requirePrivate(file, what: "The metrics token", field: "metrics.token-file")
        let token = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard token.utf8.count >= shortest, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw DomainError.invalid(
                "\(file) must hold one word of at least \(shortest) characters, as openssl rand -hex 32 makes one",
                field: "metrics.token-file")
        }
        return Array(token.utf8)
    }

    enum Verdict {
        case granted
        /// A token exists, and was not shown.
        case asksForToken
        /// The answer is that there is no such address.
        case hidden
    }

    /// - Parameters:
    ///   - address: the peer's address as text.
    ///   - authorization: the value of that header field.
    func verdict(for address: String, _ authorization: String?) -> Verdict {
        if let address = IPAddress(address), networks.contains(where: { $0.contains(address) }) { return .granted }
        guard let token else { return .hidden }
        guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return .asksForToken }
        let shown = authorization.dropFirst(7).trimmingCharacters(in: .whitespaces)
        return SecretBytes.areEqual(Array(shown.utf8), token) ? .granted : .asksForToken
    }
}

/// Whether requests can be served at this moment. `/health` says only whether the process answers.
final class Readiness: Sendable {
    enum Obstacle: String {
        case starting, stopping, database

        var sentence: String {
            switch self {
            case .starting: "The server is starting"
            case .stopping: "The server is stopping"
            case .database: "The database cannot be read"
            }
        }
    }

    private let phase: Mutex<Obstacle?>
    private let probe: @Sendable () async throws -> Void

    /// - Parameter probe: throws where the database cannot be read.
    init(started: Bool = false, probe: @escaping @Sendable () async throws -> Void) {
        phase = Mutex(started ? nil : .starting)
        self.probe = probe
    }

    func started() { phase.withLock { if $0 == .starting { $0 = nil } } }
    func stopping() { phase.withLock { $0 = .stopping } }

    /// The reason why requests cannot be served; nil where there is none. It answers within two seconds, also where the
    /// disk does not.
    func obstacle() async -> Obstacle? {
        if let phase = phase.withLock({ $0 }) { return phase }
        let probe = probe
        return await withTaskGroup(of: Obstacle?.self) { group in
            group.addTask { (try? await probe()) == nil ? .database : nil }
            group.addTask {
                try? await Task.sleep(for: .seconds(2))
                return .database
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}

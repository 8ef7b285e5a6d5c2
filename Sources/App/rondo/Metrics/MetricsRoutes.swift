import Gateway
import HTTPSupport
import HTTPTypes
import Hummingbird
import NIOCore
import NativeAPI
import Primitives

/// `/metrics` and `/ready`: for what looks after the gateway. Decision 0039 says who may ask.
struct MetricsRoutes: Sendable {
    let access: MetricsAccess
    /// Nil where nobody measures: outside the server.
    let page: MetricsPage?
    let readiness: Readiness

    var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/ready", .byHandler, tag: "server",
                "Whether requests can be served: the database can be read, and the gateway has started and does not stop",
                reply: .json(.ok, .object(required: [("status", .text)], optional: [])), handler: ready),
            Endpoint(
                .get, "/metrics", .byHandler, tag: "server",
                "What the gateway measures, in Prometheus's text format; with the token of metrics.token-file as bearer, or from metrics.addresses",
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
        case .asksForToken: throw DomainError(.unauthenticated, "Show the token of metrics.token-file")
        }
        guard let page else { throw DomainError.notFound("There is nothing here") }
        return Response(
            status: .ok, headers: [.contentType: MetricText.mediaType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: await page.text())))
    }
}

private struct ReadyBody: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { $0.field("status", "ready") }
    }
}

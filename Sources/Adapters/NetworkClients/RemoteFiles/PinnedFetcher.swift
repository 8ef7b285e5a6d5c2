import NIOCore
import NIOHTTP1
package import NIOPosix
import NIOSSL
package import Primitives

/// Fetches by HTTP/1.1 over a separate connection to an address that was chosen beforehand. The connection is made to
/// an address, so that no name is resolved a second time; TLS verifies the name, and `Host` carries it. There are no
/// cookies, proxies or compression, and no credentials but those that a caller adds.
package struct PinnedFetcher: LinkFetcher {
    private typealias Connection = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    private let group: MultiThreadedEventLoopGroup
    /// Reading the system's certificate authorities takes tens of milliseconds.
    private let context: Lazy<NIOSSLContext, any Error>
    private let agent: String
    private var accept = "audio/*, application/ogg, */*;q=0.1"
    private var fields: [(name: String, value: String)] = []
    private var method = HTTPSRequest.Method.get
    private var body: RequestBody?

    /// - Parameters:
    /// - agent: the `User-Agent` of this server.
    /// - authority: a PEM file of a certificate authority to trust beside the system's.
    package init(agent: String, authority: String? = nil, group: MultiThreadedEventLoopGroup = .singleton) throws {
        var configuration = try TLSConfiguration.client(trusting: authority)
        configuration.applicationProtocols = ["http/1.1"]
        context = Lazy { [configuration] in try NIOSSLContext(configuration: configuration) }
        self.group = group
        self.agent = agent
    }

    /// The same with another `Accept`, with additional fields, and with a body. They are sent to every address
    /// that is fetched.
    ///
    /// - Parameter method: nil for POST with a body and GET without one.
    func sending(
        _ method: HTTPSRequest.Method? = nil, accept: String, fields: [(name: String, value: String)] = [],
        body: RequestBody? = nil
    ) -> PinnedFetcher {
        var fetcher = self
        fetcher.method = method ?? (body == nil ? .get : .post)
        (fetcher.accept, fetcher.fields, fetcher.body) = (accept, fields, body)
        return fetcher
    }

    package func fetch<Result: Sendable>(
        _ address: LinkAddress, from peers: [IPAddress], within limits: LinkLimits,
        until deadline: ContinuousClock.Instant,
        _ take: (LinkReply, () async throws -> [UInt8]?) async throws -> Result
    ) async throws -> Result {
        try await fetch(address, from: peers, within: limits, until: deadline, FetchOutcome(), take)
    }

    /// - Parameter outcome: notes what has failed below.
    func fetch<Result: Sendable>(
        _ address: LinkAddress, from peers: [IPAddress], within limits: LinkLimits,
        until deadline: ContinuousClock.Instant, _ outcome: FetchOutcome,
        _ take: (LinkReply, () async throws -> [UInt8]?) async throws -> Result
    ) async throws -> Result {
        // Here, as no event loop may wait for it.
        do {
            if address.scheme == .https { _ = try context.value() }
        } catch {
            outcome.note(cause: error)
            throw LinkFailure.unreachable
        }
        let connection = try await connect(to: address, at: peers, within: limits, until: deadline, outcome)
        var result: Result?
        do {
            try await connection.executeThenClose { inbound, _ in
                let parts = PartReader(inbound.makeAsyncIterator(), outcome)
                let reply = try await parts.reply()
                result = try await take(reply) { try await parts.next() }
            }
        } catch {
            // A failure to close changes nothing about a complete result.
            guard result == nil else { return try Self.unwrap(result) }
            throw error
        }
        return try Self.unwrap(result)
    }

    /// Connects to the first address that answers. All of them share the time limit.
    private func connect(
        to address: LinkAddress, at peers: [IPAddress], within limits: LinkLimits,
        until deadline: ContinuousClock.Instant, _ outcome: FetchOutcome
    ) async throws -> Connection {
        let reached = NIODeadline.now() + TimeAmount(limits.reach)
        let deadline = NIODeadline.now() + TimeAmount(deadline - .now)
        for peer in peers {
            let left = reached - .now()
            guard left > .zero else { break }
            let connectTime = limits.connect.map { min(left, TimeAmount($0)) } ?? left
            do {
                return try await ClientBootstrap(group: group)
                    .connectTimeout(connectTime)
                    .connect(to: SocketAddress(ipAddress: peer.text, port: address.port)) { channel in
                        channel.eventLoop.makeCompletedFuture {
                            let watch = FetchWatch(peer: peer, port: address.port, limits: limits, outcome: outcome)
                            let request = FetchRequest(
                                head(of: address), body: body?.bytes, reached: reached, deadline: deadline,
                                outcome: outcome)
                            return try prepare(channel, for: address, watch, request)
                        }
                    }
            } catch {
                try Task.checkCancellation()
                outcome.note(cause: error)
            }
        }
        throw LinkFailure.unreachable
    }

    private func prepare(
        _ channel: any Channel, for address: LinkAddress, _ watch: FetchWatch, _ request: FetchRequest
    ) throws -> Connection {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(watch)
        if address.scheme == .https {
            // Names in SNI are no addresses (RFC 6066 §3); without one the address itself is verified.
            let name = IPAddress(address.host) == nil ? address.host : nil
            try pipeline.addHandler(NIOSSLClientHandler(context: context.value(), serverHostname: name))
        }
        try pipeline.addHTTPClientHandlers()
        try pipeline.addHandler(request)
        return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
    }

    private func head(of address: LinkAddress) -> HTTPRequestHead {
        let content = body.map { [("Content-Type", $0.type), ("Content-Length", "\($0.bytes.count)")] } ?? []
        return HTTPRequestHead(
            version: .http1_1, method: HTTPMethod(rawValue: method.rawValue), uri: address.target,
            headers: HTTPHeaders(
                [
                    ("Host", address.authority), ("User-Agent", agent), ("Accept", accept),
                    ("Accept-Encoding", "identity"), ("Connection", "close"),
                ] + content + fields))
    }

    private static func unwrap<Result>(_ result: Result?) throws -> Result {
        guard let result else { throw LinkFailure.broken }
        return result
    }
}

extension TLSConfiguration {
    /// TLS 1.2 or later with a verified certificate.
    ///
    /// - Parameter authority: a PEM file of a certificate authority to trust beside the system's.
    static func client(trusting authority: String?) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.certificateVerification = .fullVerification
        if let authority {
            configuration.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMFile(authority))]
        }
        return configuration
    }
}

extension TimeAmount {
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .nanoseconds(max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    }
}

/// Sends the request when the connection is made, and closes it when the response does not begin or end in time.
///
/// Everything happens on the channel's event loop, so that no server is blamed for time in which this side was busy.
final class FetchRequest: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let head: HTTPRequestHead
    private let body: [UInt8]?
    private let reached: NIODeadline
    private let deadline: NIODeadline
    private let outcome: FetchOutcome
    private var startTimeout: Scheduled<Void>?
    private var endTimeout: Scheduled<Void>?

    /// - Parameters:
    /// - reached: the deadline for the response's beginning.
    /// - deadline: the deadline for the response's end.
    init(
        _ head: HTTPRequestHead, body: [UInt8]? = nil, reached: NIODeadline, deadline: NIODeadline,
        outcome: FetchOutcome
    ) {
        self.head = head
        self.body = body
        self.reached = reached
        self.deadline = deadline
        self.outcome = outcome
    }

    func handlerAdded(context: ChannelHandlerContext) {
        startTimeout = close(context, at: reached, as: .unreachable)
        endTimeout = close(context, at: deadline, as: .tooSlow)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        startTimeout?.cancel()
        endTimeout?.cancel()
    }

    func channelActive(context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let body {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        startTimeout?.cancel()
        context.fireChannelRead(data)
    }

    private func close(
        _ context: ChannelHandlerContext, at end: NIODeadline, as failure: LinkFailure
    ) -> Scheduled<Void> {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        return context.eventLoop.scheduleTask(deadline: end) { [outcome] in
            outcome.note(failure)
            bound.value.close(promise: nil)
        }
    }
}

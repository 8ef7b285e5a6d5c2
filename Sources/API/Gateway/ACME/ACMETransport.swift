import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Primitives

/// What a certificate authority answered.
struct ACMEReply: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]

    /// Seconds or a date (RFC 9110 §10.2.3).
    func retryAfter(from now: Date) -> Date? {
        guard let text = headers.first(name: "retry-after") else { return nil }
        if let seconds = Int(text) { return now.addingTimeInterval(Double(min(max(seconds, 0), 30 * 86_400))) }
        let style = Date.VerbatimFormatStyle(
            format:
                "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT",
            locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
        return try? Date(text, strategy: style.parseStrategy)
    }
}

/// Asks a certificate authority by HTTP/1.1 over TLS, a connection for each request. Answers are bounded in size and time.
struct ACMETransport: Sendable {
    private static let largest = 1 << 20
    private static let timeout = TimeAmount.seconds(60)

    private let context: NIOSSLContext

    /// - Parameter authority: a PEM file of an authority to trust beside the system's.
    init(authority: String?) throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.certificateVerification = .fullVerification
        configuration.applicationProtocols = ["http/1.1"]
        do {
            if let authority {
                configuration.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMFile(authority))]
            }
            context = try NIOSSLContext(configuration: configuration)
        } catch {
            throw DomainError.invalid("\(authority ?? "") holds no certificate in PEM", field: "acme.authority")
        }
    }

    /// - Parameter body: JSON; nil for a GET.
    func send(_ method: HTTPMethod, _ address: String, _ body: [UInt8]? = nil) async throws -> ACMEReply {
        guard let url = URL(string: address), url.scheme == "https", let host = url.host, !host.isEmpty else {
            throw ACMEProblem("“\(address.prefix(200))” is no https address")
        }
        let port = url.port ?? 443
        var headers: HTTPHeaders = [
            "host": port == 443 ? host : "\(host):\(port)", "user-agent": "Rondo", "connection": "close",
        ]
        if let body {
            headers.add(name: "content-type", value: "application/jose+json")
            headers.add(name: "content-length", value: "\(body.count)")
        }
        let path = url.path(percentEncoded: true)
        let head = HTTPRequestHead(
            version: .http1_1, method: method,
            uri: (path.isEmpty ? "/" : path) + (url.query(percentEncoded: true).map { "?" + $0 } ?? ""),
            headers: headers)
        do {
            return try await exchange(head, body, host, port)
        } catch let problem as ACMEProblem {
            throw problem
        } catch {
            try Task.checkCancellation()
            throw ACMEProblem("The certificate authority \(host) cannot be reached: \(Self.reason(error))")
        }
    }

    private func exchange(
        _ head: HTTPRequestHead, _ body: [UInt8]?, _ host: String, _ port: Int
    ) async throws -> ACMEReply {
        let isAddress = IPAddressBytes(host) != nil
        let channel: NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart> = try await ClientBootstrap(
            group: MultiThreadedEventLoopGroup.singleton
        )
        .connectTimeout(.seconds(20))
        .connect(host: host, port: port) { [context] channel in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host))
                try pipeline.addHTTPClientHandlers()
                return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
            }
        }
        let alarm = channel.channel.eventLoop.scheduleTask(in: Self.timeout) { channel.channel.close(promise: nil) }
        defer { alarm.cancel() }
        var reply: ACMEReply?
        do {
            try await channel.executeThenClose { inbound, outbound in
                // All at once: a server that has the whole body may answer and close before the end is written.
                let content: [HTTPClientRequestPart] = body.map { [.body(.byteBuffer(ByteBuffer(bytes: $0)))] } ?? []
                try await outbound.write(contentsOf: [.head(head)] + content + [.end(nil)])
                reply = try await Self.collect(inbound)
            }
        } catch {
            // A farewell that fails takes nothing back.
            guard let reply else { throw error }
            return reply
        }
        guard let reply else { throw ACMEProblem("The certificate authority hung up") }
        return reply
    }

    private static func collect(_ inbound: NIOAsyncChannelInboundStream<HTTPClientResponsePart>) async throws
        -> ACMEReply?
    {
        var (head, body): (HTTPResponseHead?, [UInt8]) = (nil, [])
        for try await part in inbound {
            switch part {
            case .head(let first): head = first
            case .body(let buffer):
                body += buffer.readableBytesView
                guard body.count <= largest else { throw ACMEProblem.unexpected("more than a megabyte") }
            case .end: return head.map { ACMEReply(status: Int($0.status.code), headers: $0.headers, body: body) }
            }
        }
        return nil
    }

    /// In words for an admin.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { reason($0.error) } ?? "its address is not known"
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: "its certificate is not trusted, or is another's"
        case ChannelError.connectTimeout: "it does not answer"
        default: "the connection broke"
        }
    }
}

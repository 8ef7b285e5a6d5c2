package import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Primitives

/// A response of a certificate authority.
struct ACMEReply: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]

    /// The time of `Retry-After`, in seconds or as a date (RFC 9110 §10.2.3).
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

/// Calls a certificate authority by HTTP/1.1 over TLS, over a connection for each request. Responses are bounded in
/// size and time.
struct ACMETransport: Sendable {
    private static let largest = 1 << 20
    private static let timeout = TimeAmount.seconds(60)

    private let context: NIOSSLContext

    /// - Parameter authority: a PEM file of a certificate authority to trust beside the system's.
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
                // Everything in one write: a server that has the whole body may answer and close before the end part is
                // written.
                let content: [HTTPClientRequestPart] = body.map { [.body(.byteBuffer(ByteBuffer(bytes: $0)))] } ?? []
                try await outbound.write(contentsOf: [.head(head)] + content + [.end(nil)])
                reply = try await Self.collect(inbound)
            }
        } catch {
            // A failure to close does not invalidate the response.
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

    /// The error in words for an administrator.
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

/// An error of a certificate authority in its own words (RFC 8555 §6.7), or the reason why it could not be called.
package struct ACMEProblem: Error, Sendable, Equatable {
    /// The last part of `urn:ietf:params:acme:error:…`; nil for an error that the authority did not send.
    package let type: String?
    package let detail: String
    /// The authority's earliest time for another request.
    package let retryAfter: Date?

    package init(type: String? = nil, _ detail: String, retryAfter: Date? = nil) {
        self.type = type
        self.detail = detail
        self.retryAfter = retryAfter
    }

    static func unexpected(_ what: String) -> ACMEProblem {
        ACMEProblem("The certificate authority answered something unexpected: \(what)")
    }

    /// The error as a sentence for an administrator. Nothing in the authority's text can begin a new line.
    package var sentence: String {
        let text = String(detail.map { $0.isNewline ? " " : $0 }.prefix(500))
        return type.map { "\(text) (\($0))" } ?? text
    }
}

/// A problem document (RFC 7807) with its subproblems.
struct ACMEProblemBody: Decodable {
    struct Part: Decodable {
        struct Identifier: Decodable {
            let value: String
        }

        let detail: String?
        let identifier: Identifier?
    }

    let type: String?
    let detail: String?
    let subproblems: [Part]?

    func problem(retryAfter: Date?) -> ACMEProblem {
        let parts = (subproblems ?? []).compactMap { part in
            part.detail.map { detail in part.identifier.map { "\($0.value): \(detail)" } ?? detail }
        }
        let text = ([detail ?? "The certificate authority refused"] + parts).joined(separator: "; ")
        return ACMEProblem(type: type?.split(separator: ":").last.map(String.init), text, retryAfter: retryAfter)
    }
}

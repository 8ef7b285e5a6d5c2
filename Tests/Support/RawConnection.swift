import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization

/// A TLS connection that sends exactly the bytes that a test wants, and returns the received bytes.
package final class RawConnection: Sendable {
    private let channel: any Channel
    private let inbox: Inbox

    private init(channel: any Channel, inbox: Inbox) {
        self.channel = channel
        self.inbox = inbox
    }

    /// - Parameter trusting: a PEM file of the authority that must have signed the server's certificate.
    package static func open(
        port: Int, trusting authority: String, protocols: [String] = ["http/1.1"], receiveBuffer: Int32? = nil
    ) async throws -> RawConnection {
        var settings = TLSConfiguration.makeClientConfiguration()
        settings.trustRoots = .file(authority)
        settings.applicationProtocols = protocols
        let context = try NIOSSLContext(configuration: settings)
        return try await open(port: port, receiveBuffer: receiveBuffer, waitsForHandshake: true) { channel in
            try channel.pipeline.syncOperations.addHandler(
                NIOSSLClientHandler(context: context, serverHostname: "localhost"))
        }
    }

    /// Opens a connection without TLS, for tests of the time before a handshake and of the redirecting listener.
    package static func openPlain(port: Int) async throws -> RawConnection {
        try await open(port: port, receiveBuffer: nil) { _ in }
    }

    private static func open(
        port: Int, receiveBuffer: Int32?, waitsForHandshake: Bool = false,
        _ configure: @escaping @Sendable (any Channel) throws -> Void
    ) async throws -> RawConnection {
        let inbox = Inbox()
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try configure(channel)
                try channel.pipeline.syncOperations.addHandler(InboxHandler(inbox: inbox))
            }
        }
        if let receiveBuffer {
            bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: .init(receiveBuffer))
        }
        let channel = try await bootstrap.connect(host: "127.0.0.1", port: port).get()
        if waitsForHandshake { try await inbox.waitForHandshake() }
        return RawConnection(channel: channel, inbox: inbox)
    }

    package func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text))
    }

    package func send(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
    }

    /// Stops reading from the socket, so that the peer's writes accumulate.
    package func pauseReading() async throws {
        try await channel.setOption(.autoRead, value: false).get()
    }

    /// Reads one more portion of bytes while reading is paused.
    package func readOnce() {
        channel.read()
    }

    /// Has no effect if the server has closed the connection meanwhile.
    package func resumeReading() async {
        try? await channel.setOption(.autoRead, value: true).get()
    }

    /// Returns at least `count` bytes, or fewer if the connection ends before.
    package func read(_ count: Int) async -> [UInt8] {
        await inbox.take { $0.count >= count ? count : nil }
    }

    /// Returns the bytes up to and including the empty line after a head.
    package func readHead() async -> [UInt8] {
        await inbox.take { Self.headLength($0) }
    }

    /// Like `readHead`, while reading is paused. It reads no more than necessary, however long it waits for the
    /// processor.
    package func readHeadAlone() async -> [UInt8] {
        await inbox.take { [channel] bytes in
            let length = Self.headLength(bytes)
            if length == nil { channel.read() }
            return length
        }
    }

    private static func headLength(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (3..<bytes.count).first { index in
            bytes[index] == 10 && bytes[index - 1] == 13 && bytes[index - 2] == 10 && bytes[index - 3] == 13
        }.map { $0 + 1 }
    }

    /// Returns the bytes up to and including the first occurrence of `text`, or all bytes if the connection ends
    /// before.
    package func read(through text: String) async -> [UInt8] {
        let wanted = Array(text.utf8)
        return await inbox.take { bytes in
            bytes.indices.first { bytes[$0...].starts(with: wanted) }.map { $0 + wanted.count }
        }
    }

    /// Returns everything until the server closes the connection.
    package func readToEnd() async -> [UInt8] {
        await inbox.take { _ in nil }
    }

    /// Closes the sending direction and continues to read.
    package func finishSending() async throws {
        try await channel.close(mode: .output)
    }

    package func close() async {
        try? await channel.close()
    }

    /// Sends one HTTP/1.1 request and reads its response. The server may respond and close before it has read the whole
    /// body (RFC 9112 §9.5).
    package func request(
        _ method: String, _ path: String, _ fields: [(String, String)] = [], body: [UInt8]? = nil
    ) async throws -> HTTPReply {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        do {
            try await send(Array((head + "\r\n").utf8) + (body ?? []))
        } catch {
            guard let early = try? await reply(hasBody: method != "HEAD") else { throw error }
            return early
        }
        return try await reply(hasBody: method != "HEAD")
    }

    /// Reads a chunked body (RFC 9112 §7.1) without trailers.
    private func chunks() async throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let line = String(decoding: await read(through: "\r\n"), as: UTF8.self)
            guard line.hasSuffix("\r\n"), let count = Int(line.dropLast(), radix: 16) else {
                throw RawConnectionError.cut
            }
            let chunk = await read(count + 2)
            guard chunk.count == count + 2 else { throw RawConnectionError.cut }
            if count == 0 { return body }
            body += chunk.dropLast(2)
        }
    }

    package func reply(hasBody: Bool = true) async throws -> HTTPReply {
        let head = String(decoding: await readHead(), as: UTF8.self)
        var lines = head.split(separator: "\r\n")
        guard !lines.isEmpty, let status = Int(lines.removeFirst().split(separator: " ").dropFirst().first ?? "") else {
            throw RawConnectionError.noReply
        }
        let fields = lines.compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (line[..<colon].lowercased(), String(value))
        }
        if hasBody, fields.contains(where: { $0 == ("transfer-encoding", "chunked") }) {
            return HTTPReply(status: status, fields: fields, body: try await chunks())
        }
        let length = fields.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
        let body = hasBody && status != 304 && length > 0 ? await read(length) : []
        return HTTPReply(status: status, fields: fields, body: body)
    }
}

package enum RawConnectionError: Error {
    case noReply
    /// The connection ended in the middle of a chunked body.
    case cut
}

/// The received bytes, and the readers that wait for more.
private final class Inbox: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isOver = false
        var hasHandshake = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Takes as many of the received bytes as `length` returns. Waits until it returns a number or the stream ends.
    func take(_ length: @Sendable ([UInt8]) -> Int?) async -> [UInt8] {
        while true {
            // The bytes count as seen in the same step, so that only later bytes end the wait.
            let (taken, seen): ([UInt8]?, Int) = state.withLock { state in
                let count = length(state.bytes) ?? (state.isOver ? state.bytes.count : nil)
                guard let count else { return (nil, state.bytes.count) }
                let taken = Array(state.bytes.prefix(count))
                state.bytes.removeFirst(taken.count)
                return (taken, 0)
            }
            if let taken { return taken }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.isOver || state.bytes.count != seen { return true }
                    state.waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }

    /// Throws when the connection ends before TLS is up.
    func waitForHandshake() async throws {
        while true {
            let (isUp, isOver) = state.withLock { ($0.hasHandshake, $0.isOver) }
            if isUp { return }
            if isOver { throw RawConnectionError.noReply }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.isOver || state.hasHandshake { return true }
                    state.waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }

    func completeHandshake() {
        let waiter = state.withLock { state in
            state.hasHandshake = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    func append(_ bytes: [UInt8]?) {
        let waiter = state.withLock { state in
            if let bytes { state.bytes.append(contentsOf: bytes) } else { state.isOver = true }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}

private final class InboxHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let inbox: Inbox

    init(inbox: Inbox) {
        self.inbox = inbox
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        inbox.append(Array(unwrapInboundIn(data).readableBytesView))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent { inbox.completeHandshake() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        inbox.append(nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

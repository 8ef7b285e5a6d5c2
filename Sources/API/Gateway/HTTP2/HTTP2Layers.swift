import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2
import Synchronization

/// HTTP/2 above TLS. Hummingbird's own channel (2.28.1) cannot set the limits of heads. Each stream is served by
/// Hummingbird's HTTP/1.1 channel, which sees the same requests and responses.
struct HTTP2Layers: Sendable {
    typealias Stream = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
    typealias Connection = NIOHTTP2Handler.AsyncStreamMultiplexer<PendingStream>

    /// Serves the requests of a stream.
    let streams: HTTP1Channel
    /// The time that a connection without streams stays open.
    let idle: Duration
    /// The time that running streams have when the connection is closing.
    let shutdown: Duration

    /// The time in which NIO counts frames; so short that its limits are never met before those of `HTTP2FrameLimiter`.
    private static let rateWindow = TimeAmount.milliseconds(10)

    func setup(channel: any Channel, logger: Logger) throws -> Connection {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(EarlyAcknowledgement())
        let management = NIOHTTP2ServerConnectionManagementHandler(
            eventLoop: channel.eventLoop,
            configuration: .init(
                maxIdleTime: TimeAmount(idle), maxAge: nil, maxGraceTime: TimeAmount(shutdown), keepalive: nil))
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: 100),
            HTTP2Setting(parameter: .maxHeaderListSize, value: LongHeadBudget.longestMultiplexed),
        ]
        // `HTTP2FrameLimiter` has counted the frames already, and allows more to a client that asks for more. NIO's own
        // limits are fixed and end the connection of a browser that scrolls fast (200 resets or priorities in 30
        // seconds), or that has canceled 200 requests just as they were answered since the connection began (SwiftNIO
        // HTTP/2 1.46).
        connection.maximumConnectionGlitches = .max
        connection.controlFrameRateLimit.windowLength = Self.rateWindow
        var perStream = NIOHTTP2Handler.StreamConfiguration()
        perStream.streamResetFrameRateLimit.windowLength = Self.rateWindow
        perStream.streamErrorRateLimit.windowLength = Self.rateWindow
        // Frames of 16 KiB, and some spare ones that are not full.
        connection.maximumSequentialContinuationFrames = LongHeadBudget.longestMultiplexed / (16 * 1024) + 8
        let end = ConnectionEnd()
        let multiplexer: Connection = try pipeline.configureAsyncHTTP2Pipeline(
            mode: .server, streamDelegate: management.http2StreamDelegate, frameDelegate: end,
            configuration: .init(connection: connection, stream: perStream)
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                let pipeline = stream.pipeline.syncOperations
                try pipeline.addHandler(HTTP2FramePayloadToHTTPServerCodec())
                try pipeline.addHandlers(streams.configuration.additionalChannelHandlers())
                try pipeline.addHandler(HTTPConnectionStateHandler(logger: logger))
                return PendingStream(try Stream(wrappingChannelSynchronously: stream))
            }
        }
        try pipeline.addHandlers(management, end)
        return multiplexer
    }

    func handle(_ connection: Connection, logger: Logger) async {
        do {
            try await withThrowingDiscardingTaskGroup { group in
                for try await pending in connection.inbound {
                    guard let stream = pending.take() else { continue }
                    group.addTask { await streams.handle(value: stream, logger: logger) }
                }
            }
        } catch {
            logger.debug("A connection ended", metadata: ["error": "\(error)"])
        }
    }
}

/// A stream that its connection's task has yet to take. One that nobody takes is closed.
///
/// A peer may open a stream when that task has ended already, after an error of the connection: NIO (HTTP/2 1.46) then
/// drops the stream, and a `NIOAsyncChannel` that is dropped without being closed ends the process.
final class PendingStream: Sendable {
    private let stream: HTTP2Layers.Stream
    private let isTaken = Atomic(false)

    init(_ stream: HTTP2Layers.Stream) {
        self.stream = stream
    }

    /// The stream, the first time; nil afterwards.
    func take() -> HTTP2Layers.Stream? {
        isTaken.exchange(true, ordering: .relaxed) ? nil : stream
    }

    deinit {
        guard !isTaken.load(ordering: .relaxed) else { return }
        Task { [stream] in try? await stream.executeThenClose { _, _ in } }
    }
}

/// Closes an HTTP/2 connection whose peer has finished or violated the protocol: the earlier layers leave that to
/// others. An error of one stream (RFC 9113 §5.4.2) ends that stream only: the layer has reset it already.
private final class ConnectionEnd: ChannelInboundHandler, NIOHTTP2FrameDelegate {
    typealias InboundIn = HTTP2Frame

    /// Whether the peer has been told that the connection has failed.
    private var hasFailed = false

    func wroteFrame(_ frame: HTTP2Frame) {
        if case .goAway(_, let code, _) = frame.payload, code != .noError { hasFailed = true }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        if event as? ChannelEvent == .inputClosed { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if hasFailed || !Self.isOfStream(error) { context.close(promise: nil) }
    }

    /// Whether the error may be one of a stream. NIO (HTTP/2 1.46) reports the errors of streams and of the connection
    /// alike. Some are both; the connection's come after GOAWAY.
    private static func isOfStream(_ error: any Error) -> Bool {
        switch error {
        case is NIOHTTP2Errors.StreamError,
            // Of a head:
            is NIOHTTP2Errors.DuplicatePseudoHeader, is NIOHTTP2Errors.PseudoHeaderAfterRegularHeader,
            is NIOHTTP2Errors.UnknownPseudoHeader, is NIOHTTP2Errors.UnsupportedPseudoHeader,
            is NIOHTTP2Errors.InvalidPseudoHeaders, is NIOHTTP2Errors.InvalidPseudoHeaderValue,
            is NIOHTTP2Errors.EmptyPathHeader, is NIOHTTP2Errors.ForbiddenHeaderField,
            is NIOHTTP2Errors.InvalidHTTP2HeaderFieldName, is NIOHTTP2Errors.InvalidHTTP2HeaderFieldValue,
            // Of a body:
            is NIOHTTP2Errors.ContentLengthViolated, is NIOHTTP2Errors.ContentLengthHeadersMismatch,
            is NIOHTTP2Errors.ContentLengthHeaderNegative, is NIOHTTP2Errors.ContentLengthHeaderMalformedValue,
            is NIOHTTP2Errors.TrailersWithoutEndStream,
            // Of a frame at the wrong time, and of a window:
            is NIOHTTP2Errors.BadStreamStateTransition, is NIOHTTP2Errors.FlowControlViolation,
            is NIOHTTP2Errors.InvalidFlowControlWindowSize:
            true
        default: false
        }
    }
}

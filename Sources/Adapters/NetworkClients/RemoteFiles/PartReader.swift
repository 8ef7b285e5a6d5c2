import NIOCore
import NIOHTTP1
package import Primitives
import Synchronization

/// Reads a response part by part; every error on the way is a `LinkFailure`.
final class PartReader {
    private var iterator: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator
    private let outcome: FetchOutcome

    init(_ iterator: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator, _ outcome: FetchOutcome) {
        self.iterator = iterator
        self.outcome = outcome
    }

    /// The response's head. A server that sends none counts as unreachable, as if nothing listened there.
    func reply() async throws -> LinkReply {
        let first: HTTPClientResponsePart
        do { first = try await part(or: .unreachable) } catch is LinkFailure { throw LinkFailure.unreachable }
        guard case .head(let head) = first else { throw LinkFailure.unreachable }
        return LinkReply(status: Int(head.status.code), fields: head.headers.map { ($0.name, $0.value) })
    }

    /// The next bytes; nil at the end of the response.
    func next() async throws -> [UInt8]? {
        while true {
            switch try await part(or: .broken) {
            case .head: throw LinkFailure.broken
            case .body(let buffer) where buffer.readableBytes > 0: return Array(buffer.readableBytesView)
            case .body: continue
            case .end:
                // A response that ends with its connection would look complete when this side closed the connection.
                if let failure = outcome.failure { throw failure }
                return nil
            }
        }
    }

    private func part(or failure: LinkFailure) async throws -> HTTPClientResponsePart {
        do {
            var iterator = iterator
            defer { self.iterator = iterator }
            if let part = try await iterator.next() { return part }
        } catch {
            try Task.checkCancellation()
            outcome.note(cause: error)
            throw outcome.failure ?? failure
        }
        try Task.checkCancellation()
        throw outcome.failure ?? failure
    }
}

/// Sits next to the socket. It closes a connection to an unexpected peer before anything is sent, and one that is too
/// slow.
///
/// Only the time in which the socket was read counts: a pause of this side is not the server's slowness. Everything
/// happens on the channel's event loop.
final class FetchWatch: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private let peer: IPAddress
    private let port: Int
    private let pace: TimeAmount
    private let paceBytes: Int
    private let outcome: FetchOutcome
    private var received = 0
    private var timer: Scheduled<Void>?
    /// The time since which the socket is not read; nil while it is.
    private var idleSince: NIODeadline?
    /// The total of such pauses in this interval.
    private var idle = TimeAmount.zero

    init(peer: IPAddress, port: Int, limits: LinkLimits, outcome: FetchOutcome) {
        self.peer = peer
        self.port = port
        pace = TimeAmount(limits.pace)
        paceBytes = limits.paceBytes
        self.outcome = outcome
    }

    func channelActive(context: ChannelHandlerContext) {
        guard let remote = context.remoteAddress, remote.ipAddress.flatMap({ IPAddress($0) }) == peer,
            remote.port == port
        else { return close(context, .unreachable) }
        context.fireChannelActive()
    }

    func read(context: ChannelHandlerContext) {
        settle(at: context.eventLoop.now)
        idleSince = nil
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Until something arrives, the deadline for reaching the server applies.
        if timer == nil { measure(context, in: pace, from: 0) }
        received += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        idleSince = idleSince ?? context.eventLoop.now
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        context.fireChannelInactive()
    }

    /// Compares, once in every interval, the bytes that have arrived with the required number.
    private func measure(_ context: ChannelHandlerContext, in time: TimeAmount, from before: Int) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: time) {
            let (watch, context) = bound.value
            watch.settle(at: context.eventLoop.now)
            let idle = watch.idle
            watch.idle = .zero
            if watch.received - before >= watch.paceBytes {
                watch.measure(context, in: watch.pace, from: watch.received)
            } else if idle > .zero {
                watch.measure(context, in: idle, from: before)
            } else {
                watch.close(context, .tooSlow)
            }
        }
    }

    private func settle(at now: NIODeadline) {
        guard let since = idleSince else { return }
        idle = idle + (now - since)
        idleSince = now
    }

    private func close(_ context: ChannelHandlerContext, _ failure: LinkFailure) {
        outcome.note(failure)
        context.close(promise: nil)
    }
}

/// The reason why this side closed a connection: without it, a response that ends with its connection would look
/// complete. And what the network says about a failure.
final class FetchOutcome: Sendable {
    private struct State {
        var failure: LinkFailure?
        var cause: (any Error)?
    }

    private let state = Mutex(State())

    var failure: LinkFailure? { state.withLock { $0.failure } }
    /// The latest error of the network.
    var cause: (any Error)? { state.withLock { $0.cause } }

    func note(_ failure: LinkFailure) {
        state.withLock { $0.failure = $0.failure ?? failure }
    }

    func note(cause: any Error) {
        state.withLock { $0.cause = cause }
    }
}

import CLinux
package import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// A complete HTTP/1.1 response in memory.
package struct ReadyAnswer {
    package let status: Int
    /// The head, with the security fields, and the body, as raw bytes.
    package let bytes: ByteBuffer
    /// The number of bytes that are the body.
    package let body: Int

    package init(status: Int, bytes: ByteBuffer, body: Int) {
        (self.status, self.bytes, self.body) = (status, bytes, body)
    }
}

/// Makes the responses that need no waiting, on the connection's event loop.
package struct ReadyAnswers: Sendable {
    /// Whether a request may get such a response, by its head alone. Other requests cost no more than this check.
    package typealias Condition = @Sendable (HTTPRequest) -> Bool
    /// Nil when the response needs waiting, or more than a response, after all. The text is the client's IP address.
    package typealias Maker = @Sendable (HTTPRequest, String, any Channel) -> ReadyAnswer?

    let concern: Condition
    let make: Maker

    package init(concern: @escaping Condition, make: @escaping Maker) {
        self.concern = concern
        self.make = make
    }
}

/// Sits above `RequestMonitor` on a connection of HTTP/1.1 and sends ready responses there, in one write: without a
/// task, the router or a hop. Other requests go on to the layers that serve all requests.
final class ReadyAnswerHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Then other connections of the event loop get their turn: further requests go on and are answered by a task.
    private static let answersPerTurn = 16

    private let answers: ReadyAnswers
    /// The connection that the thread is recorded to work for, in case it crashes.
    private let connection = EventLoopExecutor.nextConnection()
    /// The head of a request that has not ended yet.
    private var head: HTTPRequest?
    /// Requests that went on and are not answered yet: responses keep their order.
    private var unanswered = 0
    /// Responses of this handler that the kernel has not taken yet.
    private var sending = 0
    /// Requests that were answered here in this read cycle, and whether any part was passed on.
    private var answered = 0
    private var hasPassed = false
    /// The server is stopping, and the layers above have not been notified.
    private var isStopping = false
    private var address: String?
    private var monitor: RequestMonitor?
    private var framing: HTTP10Framing?

    init(_ answers: ReadyAnswers) {
        self.answers = answers
    }

    func handlerAdded(context: ChannelHandlerContext) {
        monitor = try? context.pipeline.syncOperations.handler(type: RequestMonitor.self)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        monitor = nil
        framing = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            // A client that does not read its responses waits like all others.
            if unanswered == 0, !isStopping, answered < Self.answersPerTurn, answers.concern(head), !Self.hasMore(head),
                context.channel.isWritable
            {
                self.head = head
                return
            }
            unanswered += 1
        case .body: passHead(context)
        case .end:
            if let head {
                if answer(head, context) {
                    self.head = nil
                    answered += 1
                    return
                }
                passHead(context)
            }
        }
        hasPassed = true
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        let isNews = hasPassed || answered == 0
        (hasPassed, answered) = (false, 0)
        if isNews { context.fireChannelReadComplete() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { unanswered = max(0, unanswered - 1) }
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isStopping = true
            // A layer that is notified has no work left and closes the connection.
            guard sending == 0 else { return }
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func passHead(_ context: ChannelHandlerContext) {
        guard let head else { return }
        self.head = nil
        unanswered += 1
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private func answer(_ head: HTTPRequest, _ context: ChannelHandlerContext) -> Bool {
        // That handler is added later than this one.
        if framing == nil { framing = try? context.pipeline.syncOperations.handler(type: HTTP10Framing.self) }
        guard let monitor, let framing, !framing.isAsked else { return false }
        let address = address ?? context.channel.remoteAddress?.ipAddress ?? "unknown"
        self.address = address
        rondo_connection_run(connection)
        let ready = answers.make(head, address, context.channel)
        rondo_connection_run(0)
        guard let ready else { return false }
        sending += 1
        guard monitor.writeReady(ready, context, taken: { self.finish(context) }) else {
            sending -= 1
            return false
        }
        framing.answeredBelow()
        return true
    }

    private func finish(_ context: ChannelHandlerContext) {
        sending -= 1
        guard sending == 0, isStopping else { return }
        context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }

    /// Whether the request has a body, or a connection option that the layers above handle.
    private static func hasMore(_ head: HTTPRequest) -> Bool {
        head.headerFields.contains { field in
            switch field.name {
            case .contentLength, .transferEncoding, .expect, .upgrade: true
            case .connection: field.value.lowercased() != "keep-alive"
            default: false
            }
        }
    }
}

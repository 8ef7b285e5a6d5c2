import CLinux
package import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// An answer of HTTP/1.1 that is in memory as a whole.
package struct ReadyAnswer {
    package let status: Int
    /// The head, with the protecting fields, and the body, as they go over the wire.
    package let bytes: ByteBuffer
    /// So many of the bytes are the body.
    package let body: Int

    package init(status: Int, bytes: ByteBuffer, body: Int) {
        (self.status, self.bytes, self.body) = (status, bytes, body)
    }
}

/// Makes the answers that need no waiting, on the connection's event loop.
package struct ReadyAnswers: Sendable {
    /// Whether a request may be one of those, by its head alone. The others pay no more than this.
    package typealias Condition = @Sendable (HTTPRequest) -> Bool
    /// Nil where it takes waiting, or more than an answer, after all. The text is the IP address that the request comes from.
    package typealias Maker = @Sendable (HTTPRequest, String, any Channel) -> ReadyAnswer?

    let concern: Condition
    let make: Maker

    package init(concern: @escaping Condition, make: @escaping Maker) {
        self.concern = concern
        self.make = make
    }
}

/// Sits above `RequestMonitor` on a connection of HTTP/1.1 and answers there what is ready, in one write: no task, no router, no hop. What is
/// not goes on to the layers that serve all requests.
final class ReadyAnswerHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Then others of the event loop have their turn: what is more goes on, and is answered by a task.
    private static let answersPerTurn = 16

    private let answers: ReadyAnswers
    /// What the thread is noted to work for, should it crash.
    private let connection = EventLoopExecutor.nextConnection()
    /// A head whose request has not ended yet.
    private var head: HTTPRequest?
    /// Requests that went on and are not answered yet: answers keep their order.
    private var unanswered = 0
    /// Answers of this handler that the kernel has not taken yet.
    private var sending = 0
    /// Requests that were answered here since the last bytes began to be read, and whether any part was passed on.
    private var answered = 0
    private var hasPassed = false
    /// The server stops, and the layers above have not been told.
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
            // What does not read its answers waits like everybody else.
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
            // Who is told has nothing left to do, and closes the connection.
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
        // It is added later than this handler.
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

    /// Whether there is a body, or a wish about the connection that the layers above see to.
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

import HTTPTypes
import NIOCore

/// Sits before the HTTP/1.1 decoder, which stores a head until it is complete, and passes on no more of a head than may
/// be stored: 32 KiB, and `LongHeadBudget.longest` for the targets that `LongHeadRules` accepts, as long as the budget
/// has room.
///
/// A refused head is answered here, unless an earlier request's response is still under way, and the connection ends.
final class HeadLimiter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Phase {
        case head(received: Int)
        case body
        case refused
    }

    /// The bytes that the decoder gets at once, so that the next head is counted from near its beginning.
    private static let slice = 4 * 1024
    private static let bodySlice = 16 * 1024
    /// The bytes of a head that are stored until it is complete: the method and the beginning of the target.
    private static let remembered = 16 * 1024

    private let rules: LongHeadRules
    private let connection: ConnectionGuard
    private let protection: HTTPFields
    private var phase = Phase.head(received: 0)
    private var opening: [ByteBuffer] = []
    private var openingBytes = 0
    /// The bytes that `LongHeadBudget` has counted for this connection.
    private var countedBytes = 0
    /// Requests whose responses are not sent yet.
    private var unanswered = 0

    init(rules: LongHeadRules, connection: ConnectionGuard, protection: HTTPFields) {
        self.rules = rules
        self.connection = connection
        self.protection = protection
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        giveBack()
    }

    func channelInactive(context: ChannelHandlerContext) {
        giveBack()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        while buffer.readableBytes > 0 {
            let size: Int
            switch phase {
            case .head: size = Self.slice
            case .body: size = Self.bodySlice
            case .refused: return
            }
            guard let part = buffer.readSlice(length: min(size, buffer.readableBytes)) else { return }
            if case .head(let received) = phase {
                guard admit(part, after: received, context) else { return }
            }
            context.fireChannelRead(wrapInboundOut(part))
        }
    }

    // MARK: Decoded heads

    func headEnded() {
        unanswered += 1
        opening = []
        openingBytes = 0
        if case .head = phase { phase = .body }
    }

    func bodyEnded() {
        if case .body = phase { phase = .head(received: 0) }
    }

    /// Called when all requests so far are answered.
    func allAnswered() {
        unanswered = 0
        if case .head(let received) = phase, received > LongHeadBudget.ordinary { return }
        giveBack()
    }

    // MARK: Heads

    private func admit(_ part: ByteBuffer, after received: Int, _ context: ChannelHandlerContext) -> Bool {
        let total = received + part.readableBytes
        phase = .head(received: total)
        if openingBytes < Self.remembered {
            opening.append(part)
            openingBytes += part.readableBytes
        }
        guard total > LongHeadBudget.ordinary else { return true }
        guard total <= LongHeadBudget.longest, rules.isTaken(target) else { return refuse(.tooLong, context) }
        let more = received > LongHeadBudget.ordinary ? part.readableBytes : total
        guard connection.takeHead(more) else { return refuse(.tooMany, context) }
        countedBytes += more
        return true
    }

    private func giveBack() {
        connection.giveHead(countedBytes)
        countedBytes = 0
    }

    /// The beginning of the target, without the method.
    private var target: String {
        Self.text(opening).drop { $0 != " " }.dropFirst().prefix { $0 != " " && $0 != "\r\n" }.description
    }

    private static func text(_ parts: [ByteBuffer]) -> String {
        String(decoding: parts.flatMap { Array($0.readableBytesView) }, as: UTF8.self)
    }

    private func refuse(_ refusal: LongHeadRules.Refusal, _ context: ChannelHandlerContext) -> Bool {
        phase = .refused
        defer { opening = [] }
        giveBack()
        guard unanswered == 0 else {
            context.close(promise: nil)
            return false
        }
        let reply = rules.reply(target, refusal)
        let status =
            switch refusal {
            case .tooLong where rules.isTaken(target): "414 URI Too Long"
            case .tooLong: "431 Request Header Fields Too Large"
            case .tooMany: "429 Too Many Requests"
            }
        var head = "HTTP/1.1 \(status)\r\nconnection: close\r\ncontent-type: \(reply.mediaType)\r\n"
        head += "content-length: \(reply.content.count)\r\ncache-control: private, no-store\r\n"
        if case .tooMany = refusal { head += "retry-after: 5\r\n" }
        for field in reply.fields { head += "\(field.name.rawName): \(field.value)\r\n" }
        for field in protection where reply.fields[field.name] == nil {
            head += "\(field.name.rawName): \(field.value)\r\n"
        }
        var answer = ByteBuffer(string: head + "\r\n")
        if !Self.text(opening).hasPrefix("HEAD ") { answer.writeBytes(reply.content) }
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        // The peer gets a moment to read the answer before its further bytes reset the connection.
        context.close(mode: .output, promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: RefusedBody.linger) { bound.value.close(promise: nil) }
        return false
    }
}

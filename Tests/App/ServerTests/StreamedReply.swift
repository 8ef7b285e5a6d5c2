import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Support
import Synchronization

/// A reply whose head has come, and whose body is read as it comes.
final class StreamedReply: Sendable {
    let status: Int
    let fields: HTTPFields
    /// Nil once it is read: with it, what it holds is given back, like an open file.
    private let body: Mutex<ResponseBody?>
    private let content: ReplyContent
    private let channel: NIOAsyncTestingChannel
    /// How many bytes of it have been waited for.
    private let place = Mutex(0)
    private let task = Mutex<Task<Void, any Error>?>(nil)

    init(_ response: Response, isHead: Bool, into content: ReplyContent, on channel: NIOAsyncTestingChannel) {
        body = Mutex(isHead ? nil : response.body)
        (self.content, self.channel) = (content, channel)
        (status, fields) = (response.status.code, response.headers)
    }

    deinit {
        task.withLock { $0?.cancel() }
    }

    /// Without its body.
    var head: HTTPReply { reply(with: []) }

    /// The part of the body that has come.
    var bytes: [UInt8] { content.bytes }

    /// The whole reply. Throws where the body ends early.
    func whole() async throws -> HTTPReply {
        if let body = takeBody() { try await body.write(ReplyContent.Writer(content)) }
        return reply(with: content.bytes)
    }

    /// The text up to and with `mark`, after the text that was waited for before.
    func text(through mark: String) async throws -> String {
        try await waitFor("\(mark) comes") {
            let text = String(decoding: content.bytes.dropFirst(place.withLock { $0 }), as: UTF8.self)
            guard let end = text.range(of: mark)?.upperBound else { return nil }
            place.withLock { $0 += text[..<end].utf8.count }
            return String(text[..<end])
        }
    }

    /// Begins to read.
    func read() {
        guard let body = takeBody() else { return }
        task.withLock { task in
            task = Task { [content] in
                defer { content.end() }
                try await body.write(ReplyContent.Writer(content))
            }
        }
    }

    private func takeBody() -> ResponseBody? {
        body.withLock { body in
            defer { body = nil }
            return body
        }
    }

    /// Leaves, as a client that closes its connection does.
    func close() async {
        task.withLock { $0?.cancel() }
        try? await channel.close()
        _ = await task.withLock { $0 }?.result
    }

    private func reply(with body: [UInt8]) -> HTTPReply {
        HTTPReply(status: status, fields: fields.map { ($0.name.canonicalName, $0.value) }, body: body)
    }
}

/// The part of a reply's body that has come, by the body's writer and by files that are sent past it.
final class ReplyContent: Sendable {
    private struct State {
        var buffer = ByteBuffer()
        var isOver = false
    }

    private let state = Mutex(State())

    var bytes: [UInt8] { state.withLock { Array($0.buffer.readableBytesView) } }

    /// Nothing is taken any more.
    func end() {
        state.withLock { $0.isOver = true }
    }

    /// Returns false where there is nobody to read any more.
    private func append(_ buffer: ByteBuffer) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.buffer.writeImmutableBuffer(buffer)
            return true
        }
    }

    struct Writer: ResponseBodyWriter {
        private let content: ReplyContent

        init(_ content: ReplyContent) { self.content = content }

        func write(_ buffer: ByteBuffer) async throws {
            guard content.append(buffer) else { throw ChannelError.ioOnClosedChannel }
        }

        func finish(_ fields: HTTPFields?) async throws {}
    }

    /// Takes what is sent to the connection.
    final class Handler: ChannelOutboundHandler, Sendable {
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = HTTPResponsePart
        private let content: ReplyContent

        init(_ content: ReplyContent) { self.content = content }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard case .body(let buffer) = unwrapOutboundIn(data) else { return promise?.succeed() ?? () }
            if content.append(buffer) { promise?.succeed() } else { promise?.fail(ChannelError.ioOnClosedChannel) }
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            content.end()
            context.close(mode: mode, promise: promise)
        }
    }
}

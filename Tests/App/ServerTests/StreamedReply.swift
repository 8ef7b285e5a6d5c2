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
    private let response: Response
    private let isHead: Bool
    private let content: ReplyContent
    private let channel: NIOAsyncTestingChannel
    /// How many bytes of it have been waited for.
    private let place = Mutex(0)
    private let task = Mutex<Task<Void, any Error>?>(nil)

    init(_ response: Response, isHead: Bool, into content: ReplyContent, on channel: NIOAsyncTestingChannel) {
        (self.response, self.isHead, self.content, self.channel) = (response, isHead, content, channel)
        (status, fields) = (response.status.code, response.headers)
    }

    deinit {
        task.withLock { $0?.cancel() }
    }

    /// Without its body.
    var head: HTTPReply { reply(with: []) }

    /// What has come of the body.
    var bytes: [UInt8] { content.bytes }

    /// The whole reply. Throws where the body ends early.
    func whole() async throws -> HTTPReply {
        if !isHead { try await response.body.write(ReplyContent.Writer(content)) }
        return reply(with: content.bytes)
    }

    /// What comes up to and with `mark`, after what was waited for before.
    func text(through mark: String) async throws -> String {
        try await waitFor("\(mark) comes") {
            let text = String(decoding: content.bytes.dropFirst(place.withLock { $0 }), as: UTF8.self)
            guard let end = text.range(of: mark)?.upperBound else { return nil }
            place.withLock { $0 += text[..<end].utf8.count }
            return String(text[..<end])
        }
    }

    /// Begins to read.
    ///
    /// - Parameter stalling: whether to take nothing until `resume`, as a client does that reads nothing.
    func read(stalling: Bool = false) {
        content.isStalling = stalling
        task.withLock { task in
            guard task == nil else { return }
            task = Task { [response, content] in
                defer { content.end() }
                try await response.body.write(ReplyContent.Writer(content))
            }
        }
    }

    func resume() { content.isStalling = false }

    /// Waits until the body has ended by itself; what came of it.
    func end() async -> [UInt8] {
        _ = await task.withLock { $0 }?.result
        return content.bytes
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

/// The files that this process, and with it a composed server, has open.
enum OpenDescriptors {
    static func count(of path: String) -> Int {
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return descriptors.count { descriptor in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + descriptor)) == path
        }
    }
}

/// What has come of a reply's body, by the body's writer and by files that are sent past it.
final class ReplyContent: Sendable {
    private struct State {
        var buffer = ByteBuffer()
        var isStalling = false
        var isOver = false
        /// Those who wait until what they have sent is taken.
        var senders: [@Sendable (Bool) -> Void] = []
    }

    private let state = Mutex(State())

    var bytes: [UInt8] { state.withLock { Array($0.buffer.readableBytesView) } }

    var isStalling: Bool {
        get { state.withLock { $0.isStalling } }
        set {
            let senders = state.withLock { state in
                state.isStalling = newValue
                guard !newValue else { return [@Sendable (Bool) -> Void]() }
                defer { state.senders = [] }
                return state.senders
            }
            for taken in senders { taken(true) }
        }
    }

    /// Nothing is taken any more.
    func end() {
        let senders = state.withLock { state in
            state.isOver = true
            defer { state.senders = [] }
            return state.senders
        }
        for taken in senders { taken(false) }
    }

    /// - Parameter taken: called once there is room for more, with false where there is nobody to read any more.
    private func append(_ buffer: ByteBuffer, _ taken: @escaping @Sendable (Bool) -> Void) {
        let isTaken: Bool? = state.withLock { state in
            if state.isOver { return false }
            state.buffer.writeImmutableBuffer(buffer)
            if state.isStalling {
                state.senders.append(taken)
                return nil
            }
            return true
        }
        if let isTaken { taken(isTaken) }
    }

    struct Writer: ResponseBodyWriter {
        private let content: ReplyContent

        init(_ content: ReplyContent) { self.content = content }

        func write(_ buffer: ByteBuffer) async throws {
            let isTaken = await withCheckedContinuation { continuation in
                content.append(buffer) { continuation.resume(returning: $0) }
            }
            guard isTaken else { throw ChannelError.ioOnClosedChannel }
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
            content.append(buffer) { isTaken in
                if isTaken { promise?.succeed() } else { promise?.fail(ChannelError.ioOnClosedChannel) }
            }
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            content.end()
            context.close(mode: mode, promise: promise)
        }
    }
}

import Foundation
package import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
package import Support
import Synchronization
import Testing

/// A reply whose head has arrived. Its body is read incrementally.
package final class StreamedReply: Sendable {
    package let status: HTTPResponse.Status
    package let fields: HTTPFields
    /// Nil once it is read, so that the resources it holds, such as an open file, are released.
    private let body: Mutex<ResponseBody?>
    private let content: ReplyContent
    private let channel: NIOAsyncTestingChannel
    /// The number of bytes that earlier waits have consumed.
    private let place = Mutex(0)
    private let task = Mutex<Task<Void, any Error>?>(nil)

    init(_ response: Response, isHead: Bool, into content: ReplyContent, on channel: NIOAsyncTestingChannel) {
        body = Mutex(isHead ? nil : response.body)
        (self.content, self.channel) = (content, channel)
        (status, fields) = (response.status, response.headers)
    }

    deinit {
        task.withLock { $0?.cancel() }
        content.end()
    }

    /// The reply without its body.
    package var head: HTTPReply { reply(with: []) }

    /// The part of the body that has arrived.
    package var bytes: [UInt8] { content.bytes }

    /// The whole reply. Throws where the body ends early.
    package func whole() async throws -> HTTPReply {
        if let body = takeBody() { try await body.write(ReplyContent.Writer(content)) }
        return reply(with: content.bytes)
    }

    /// Waits for the text up to and including `mark`, starting after the previously awaited text.
    package func text(through mark: String) async throws -> String {
        try await content.wait(for: "\(mark) comes") { bytes, isOver in
            let text = String(decoding: bytes.dropFirst(self.place.withLock { $0 }), as: UTF8.self)
            guard let end = text.range(of: mark)?.upperBound else {
                if isOver { throw NeverHappened(what: "\(mark) comes before the end: \(text)") }
                return nil
            }
            self.place.withLock { $0 += text[..<end].utf8.count }
            return String(text[..<end])
        }
    }

    /// Waits until the server has ended the body. Throws if it ended early.
    package func waitUntilEnd() async throws {
        try await content.wait(for: "the reply ends") { _, isOver in isOver ? () : nil }
        try await task.withLock { $0 }?.value
    }

    /// Waits until the server has cut the body, although nobody reads it.
    package func waitUntilCut() async throws {
        try await content.wait(for: "the reply is cut") { _, isOver in isOver ? () : nil }
        await #expect(throws: (any Error).self, "the whole reply came") { try await task.withLock { $0 }?.value }
    }

    /// Starts to read.
    ///
    /// - Parameter isStalled: whether to take nothing, like a client that does not read.
    package func read(isStalled: Bool = false) {
        if isStalled { content.stall() }
        guard let body = takeBody() else { return }
        task.withLock { task in
            task = Task { [content] in
                defer { content.end() }
                try await body.write(ReplyContent.Writer(content))
            }
        }
    }

    /// Reads on after a stall, until the server ends the body.
    ///
    /// - Returns: all bytes that arrived, whether or not the body is complete.
    package func resume() async -> [UInt8] {
        content.resume()
        _ = await task.withLock { $0 }?.result
        return bytes
    }

    private func takeBody() -> ResponseBody? {
        body.withLock { body in
            defer { body = nil }
            return body
        }
    }

    /// Cancels the request, like a client that closes its connection.
    package func close() async {
        task.withLock { $0?.cancel() }
        try? await channel.close()
        _ = await task.withLock { $0 }?.result
    }

    private func reply(with body: [UInt8]) -> HTTPReply {
        HTTPReply(status: status.code, fields: fields.map { ($0.name.canonicalName, $0.value) }, body: body)
    }
}

/// The part of a reply's body that has arrived, through the body's writer or as files sent past it.
final class ReplyContent: Sendable {
    private struct State {
        var buffer = ByteBuffer()
        var isOver = false
        var isStalled = false
        /// Buffers written during a stall. `taken` is called with true once one is taken, and with false if the reader
        /// leaves.
        var waiting: [(buffer: ByteBuffer, taken: @Sendable (Bool) -> Void)] = []
        /// The callers that wait for the next change.
        var readers: [CheckedContinuation<Void, Never>] = []
        var changes = 0
    }

    private let state = Mutex(State())

    var bytes: [UInt8] { state.withLock { Array($0.buffer.readableBytesView) } }

    /// Takes nothing until `resume`.
    func stall() {
        state.withLock { $0.isStalled = true }
    }

    func resume() {
        let waiting = change { state in
            defer { state.waiting = [] }
            state.isStalled = false
            for one in state.waiting { state.buffer.writeImmutableBuffer(one.buffer) }
            return state.waiting
        }
        waiting.forEach { $0.taken(true) }
    }

    /// Takes nothing any more.
    func end() {
        let waiting = change { state in
            defer { state.waiting = [] }
            state.isOver = true
            return state.waiting
        }
        waiting.forEach { $0.taken(false) }
    }

    /// Calls `value` at once and after every change, until it returns a value.
    func wait<Value: Sendable>(
        for what: String, _ value: @escaping @Sendable (_ bytes: [UInt8], _ isOver: Bool) throws -> Value?
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask {
                while true {
                    let (seen, bytes, isOver) = self.state.withLock {
                        ($0.changes, Array($0.buffer.readableBytesView), $0.isOver)
                    }
                    if let value = try value(bytes, isOver) { return value }
                    try Task.checkCancellation()
                    await self.nextChange(after: seen)
                }
            }
            group.addTask {
                // Only for tests that hang: a busy machine may be slow.
                try await Task.sleep(for: .seconds(150))
                throw NeverHappened(what: what)
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw NeverHappened(what: what) }
            return value
        }
    }

    private func nextChange(after seen: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isPast = state.withLock { state in
                    if state.changes == seen, !Task.isCancelled {
                        state.readers.append(continuation)
                        return false
                    }
                    return true
                }
                if isPast { continuation.resume() }
            }
        } onCancel: {
            change { _ in }
        }
    }

    @discardableResult
    private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        let (value, readers) = state.withLock { state in
            defer { state.readers = [] }
            state.changes += 1
            return (body(&state), state.readers)
        }
        readers.forEach { $0.resume() }
        return value
    }

    /// Calls `taken` with false when there is no reader any more.
    private func append(_ buffer: ByteBuffer, _ taken: @escaping @Sendable (Bool) -> Void) {
        let isTaken = change { state -> Bool? in
            guard !state.isOver else { return false }
            guard !state.isStalled else {
                state.waiting.append((buffer, taken))
                return nil
            }
            state.buffer.writeImmutableBuffer(buffer)
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

    /// Receives the data that is sent to the connection.
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

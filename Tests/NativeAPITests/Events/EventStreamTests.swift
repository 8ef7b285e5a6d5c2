import Shelf
import HTTPSupport
import HTTPTypes
import Hummingbird
import Listening
import NIOCore
import NIOEmbedded
import Primitives
import Synchronization
import Testing

@testable import NativeAPI

@Suite("Event stream")
struct EventStreamTests {
    private struct Text: JSONWritable {
        let text: String
        func write(to json: inout JSONWriter) { json.object { $0.field("text", text) } }
    }

    /// Hands on what is written.
    private struct RecordingWriter: ResponseBodyWriter {
        let written: AsyncStream<String>.Continuation

        mutating func write(_ buffer: ByteBuffer) async throws { written.yield(String(buffer: buffer)) }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws { written.finish() }
    }

    private struct Open {
        let listening = ListeningEvents()
        let clock = ManualClock()
        let channel = NIOAsyncTestingChannel()
        let user = ID<Person>("ada")
        let catalogue = AsyncStream<Int64>.makeStream()
        let scans = AsyncStream<any JSONWritable>.makeStream()
        let isValid = Flag()
    }

    private final class Flag: Sendable {
        private let value = Mutex(true)
        var isSet: Bool { value.withLock { $0 } }
        func clear() { value.withLock { $0 = false } }
    }

    /// Opens a stream, lets `body` read what it writes, and waits until it has ended.
    private func withStream(
        seesScans: Bool = true, _ body: (Open, inout AsyncStream<String>.Iterator) async throws -> Void
    ) async throws {
        let open = Open()
        let (written, continuation) = AsyncStream.makeStream(of: String.self)
        let stream = EventStream(
            listening: open.listening.events(of: open.user), shelf: AsyncStream<ShelfEvent>.makeStream().stream,
            catalogue: open.catalogue.stream,
            scans: seesScans ? open.scans.stream : nil, isStillValid: { open.isValid.isSet }, timing: EventTiming(),
            clock: open.clock, channel: open.channel)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var writer: any ResponseBodyWriter = RecordingWriter(written: continuation)
                try await stream.write(to: &writer)
            }
            var iterator = written.makeAsyncIterator()
            #expect(await iterator.next() == "retry: 3000\n\n")
            try await body(open, &iterator)
            try await group.waitForAll()
        }
    }

    @Test("what happens is written as it happens, until the client goes")
    func messages() async throws {
        try await withStream { open, written in
            open.listening.send(.queue(revision: 4, client: "a\nb"), to: open.user)
            #expect(await written.next() == "event: queue\ndata: {\"revision\":4,\"client\":\"a\\nb\"}\n\n")
            open.listening.send(.history, to: open.user)
            #expect(await written.next() == "event: history\ndata: {}\n\n")
            open.listening.send(.nowPlaying, to: ID("bob"))
            open.listening.send(.nowPlaying, to: open.user)
            #expect(await written.next() == "event: nowPlaying\ndata: {}\n\n")
            open.catalogue.continuation.yield(17)
            #expect(await written.next() == "event: catalogue\ndata: {\"revision\":17}\n\n")
            open.scans.continuation.yield(Text(text: "x"))
            #expect(await written.next() == "event: scan\ndata: {\"text\":\"x\"}\n\n")
            try await open.channel.close()
            #expect(await written.next() == nil)
        }
    }

    @Test("there is a sign of life every fifteen seconds")
    func heartbeat() async throws {
        try await withStream { open, written in
            for _ in 0..<2 {
                for _ in 0..<10 { await open.clock.advance(by: .milliseconds(1500)) }
                #expect(await written.next() == ":\n\n")
            }
            try await open.channel.close()
            #expect(await written.next() == nil)
        }
    }

    @Test("a session that has ended is told so, and its stream ends with it")
    func session() async throws {
        try await withStream(seesScans: false) { open, written in
            open.isValid.clear()
            await open.clock.advance(by: .milliseconds(1500))
            #expect(await written.next() == "event: session\ndata: {\"ended\":true}\n\n")
            #expect(await written.next() == nil)
        }
    }

    @Test("a feed that ends ends the stream")
    func feedEnds() async throws {
        try await withStream { open, written in
            open.catalogue.continuation.finish()
            #expect(await written.next() == nil)
        }
    }

    @Test("an ended stream leaves no subscription behind")
    func unsubscribes() async throws {
        let listening = Mutex<ListeningEvents?>(nil)
        try await withStream { open, written in
            listening.withLock { $0 = open.listening }
            #expect(open.listening.subscribers == 1)
            try await open.channel.close()
            #expect(await written.next() == nil)
        }
        #expect(listening.withLock { $0?.subscribers } == 0)
    }
}

import Shelf
import HTTPSupport
import HTTPTypes
import Hummingbird
import Journal
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

    /// Passes on what is written.
    private struct RecordingWriter: ResponseBodyWriter {
        let written: AsyncStream<String>.Continuation

        mutating func write(_ buffer: ByteBuffer) async throws { written.yield(String(buffer: buffer)) }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws { written.finish() }
    }

    private final class Open: Sendable {
        let listening = ListeningEvents()
        let clock = ManualClock()
        let channel = NIOAsyncTestingChannel()
        let user = ID<Person>("ada")
        let catalog = AsyncStream<Int64>.makeStream()
        let changes = AsyncStream<Set<SmartSource>>.makeStream()
        let scans = AsyncStream<any JSONWritable>.makeStream()
        let standing = Mutex(StreamState.good)
        let log = MemoryEventLog()
        let news = AsyncStream<Int64>.makeStream()
        let journal = AsyncStream<JournalUpdate>.makeStream()

        func append(_ event: Event) {
            news.continuation.yield(log.append(event))
        }
    }

    /// Opens a stream, lets `body` read its output, and waits until it has ended.
    private func withStream(
        seesScans: Bool = true, role: Role = .listener, at position: EventPosition = .now,
        opening: String = "id: 0\nretry: 3000\n\n",
        before: (Open) -> Void = { _ in }, _ body: (Open, inout AsyncStream<String>.Iterator) async throws -> Void
    ) async throws {
        let open = Open()
        before(open)
        let hub = EventHub(log: open.log)
        try await hub.start()
        let (written, continuation) = AsyncStream.makeStream(of: String.self)
        let stream = EventStream(
            caller: Principal(user: open.user, role: role, libraries: .only(["open"])), position: position,
            hub: hub,
            listening: open.listening.events(of: open.user), changes: open.changes.stream,
            catalogue: open.catalog.stream,
            scans: seesScans ? open.scans.stream : nil,
            missed: { [.message($0 ? .history : .nowPlaying, data: EmptyEventBody())] },
            state: { open.standing.withLock { $0 } }, timing: EventTiming(),
            clock: open.clock, channel: open.channel, updates: open.journal.stream)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var writer: any ResponseBodyWriter = RecordingWriter(written: continuation)
                try await stream.write(to: &writer)
            }
            group.addTask { await hub.run(on: open.news.stream) { Issue.record($0) } }
            var iterator = written.makeAsyncIterator()
            #expect(await iterator.next() == opening)
            try await body(open, &iterator)
            open.news.continuation.finish()
            try await group.waitForAll()
            #expect(hub.count == 0)
        }
    }

    @Test("events are written as they happen, until the client leaves")
    func messages() async throws {
        try await withStream { open, written in
            open.changes.continuation.yield([.shelf, .catalogue])
            #expect(await written.next() == "id: 0\nevent: changes\ndata: {\"sources\":[\"catalogue\",\"shelf\"]}\n\n")
            open.listening.send(.nowPlaying, to: ID("bob"))
            open.listening.send(.nowPlaying, to: open.user)
            #expect(await written.next() == "id: 0\nevent: nowPlaying\ndata: {}\n\n")
            open.catalog.continuation.yield(17)
            #expect(await written.next() == "id: 0\nevent: catalogue\ndata: {\"revision\":17}\n\n")
            open.scans.continuation.yield(Text(text: "x"))
            #expect(await written.next() == "id: 0\nevent: scan\ndata: {\"text\":\"x\"}\n\n")
            try await open.channel.close()
            #expect(await written.next() == nil)
        }
    }

    private static func row(
        _ action: String, by actor: String? = nil, on subject: String? = nil, _ details: String = "{}"
    ) -> JournalRow {
        JournalRow(
            number: 1, id: "row", at: 0, actor: actor, origin: "test", action: action, subjectKind: "user",
            subjectID: subject, details: details)
    }

    @Test("journal updates reach admins by area, and the users concerned")
    func news() async throws {
        let rows = [
            Self.row("user.plan", on: "ada"), Self.row("request.answer", on: "r", #"{"person":"bob","state":"done"}"#),
        ]
        try await withStream(role: .admin) { open, written in
            open.journal.continuation.yield(JournalUpdate(rows))
            #expect(
                await written.next()
                    == "id: 0\nevent: administration\ndata: {\"areas\":[\"journal\",\"plans\",\"requests\",\"users\"]}\n\n"
            )
            #expect(await written.next() == "id: 0\nevent: account\ndata: {\"areas\":[\"plan\"]}\n\n")
            try await open.channel.close()
            #expect(await written.next() == nil)
        }
        try await withStream { open, written in
            open.journal.continuation.yield(JournalUpdate([Self.row("user.create", on: "eve")]))
            open.journal.continuation.yield(JournalUpdate([Self.row("user.plan", on: "bob")]))
            open.journal.continuation.yield(JournalUpdate([Self.row("plan.edit", on: "p")]))
            #expect(await written.next() == "id: 0\nevent: account\ndata: {\"areas\":[\"plan\"]}\n\n")
            open.journal.continuation.yield(JournalUpdate([Self.row("request.send", by: "ada", on: "r")]))
            #expect(await written.next() == "id: 0\nevent: account\ndata: {\"areas\":[\"requests\"]}\n\n")
            try await open.channel.close()
            #expect(await written.next() == nil)
        }
    }

    @Test("a keepalive is sent every fifteen seconds")
    func heartbeat() async throws {
        try await withStream { open, written in
            for _ in 0..<2 {
                for _ in 0..<10 { await open.clock.advance(by: .milliseconds(1500)) }
                #expect(await written.next() == "id: 0\n:\n\n")
            }
            try await open.channel.close()
            #expect(await written.next() == nil)
        }
    }

    @Test("an ended session is reported, and its stream ends")
    func session() async throws {
        try await withStream(seesScans: false) { open, written in
            open.standing.withLock { $0 = .ended }
            await open.clock.advance(by: .milliseconds(1500))
            #expect(await written.next() == "id: 0\nevent: session\ndata: {\"ended\":true}\n\n")
            #expect(await written.next() == nil)
        }
    }

    @Test("a feed that ends ends the stream")
    func feedEnds() async throws {
        try await withStream { open, written in
            open.catalog.continuation.finish()
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

    private static let passing = "event: nowPlaying\ndata: {}\n\n"
    private static let missed = "event: history\ndata: {}\n\n"

    @Test("log events carry their numbers, and reach only their audience")
    func facts() async throws {
        try await withStream { open, written in
            open.append(Event(.board, to: .everyone, ["change": "posted", "count": .integer(2)]))
            #expect(
                await written.next() == "id: 1\nevent: board\ndata: {\"change\":\"posted\",\"count\":2}\n\n")
            open.append(Event(.moderation, to: .person(ID("bob"))))
            open.append(Event(.moderation, to: .library("closed")))
            open.append(Event(.moderation, to: .may(.moderate)))
            open.append(Event(.queue, to: .person(open.user)))
            #expect(await written.next() == "id: 5\nevent: queue\ndata: {}\n\n")
            open.append(Event(.rating, to: .library("open")))
            #expect(await written.next() == "id: 6\nevent: rating\ndata: {}\n\n")
            open.listening.send(.nowPlaying, to: open.user)
            #expect(await written.next() == "id: 6\nevent: nowPlaying\ndata: {}\n\n")
            try await open.channel.close()
            #expect(await written.next() == nil)
        }
    }

    @Test("a returning client gets missed events in order, then state outside the log, then live events")
    func resumes() async throws {
        try await withStream(
            at: .after(2), opening: "id: 2\nretry: 3000\n\n",
            before: { open in
                for number in 1...500 {
                    _ = open.log.append(
                        Event(number % 2 == 0 ? .wish : .board, to: number == 7 ? .may(.moderate) : .everyone))
                }
            }
        ) { open, written in
            for number in 3...500 where number != 7 {
                #expect(
                    await written.next() == "id: \(number)\nevent: \(number % 2 == 0 ? "wish" : "board")\ndata: {}\n\n")
            }
            #expect(await written.next() == "id: 500\n" + Self.passing)
            open.append(Event(.shelf, to: .everyone))
            #expect(await written.next() == "id: 501\nevent: shelf\ndata: {}\n\n")
            try await open.channel.close()
            #expect(await written.next() == nil)
        }
    }

    @Test("a client that has just read its data gets each later event once, or a reset")
    func since() async throws {
        let before: (Open) -> Void = { open in
            for _ in 1...30 { _ = open.log.append(Event(.history, to: .everyone)) }
        }
        try await withStream(at: .since(28), opening: "id: 28\nretry: 3000\n\n", before: before) { open, written in
            for number in 29...30 { #expect(await written.next() == "id: \(number)\nevent: history\ndata: {}\n\n") }
            open.append(Event(.shelf, to: .everyone))
            #expect(await written.next() == "id: 31\nevent: shelf\ndata: {}\n\n")
            try await open.channel.close()
            #expect(await written.next() == nil)
        }
        try await withStream(at: .since(31), opening: "id: 30\nretry: 3000\n\n", before: before) { open, written in
            #expect(await written.next() == "id: 30\nevent: reset\ndata: {}\n\n")
            #expect(await written.next() == "id: 30\n" + Self.missed)
            try await open.channel.close()
            #expect(await written.next() == nil)
        }
    }

    @Test(
        "a client that was away too long, or names an unknown position, gets a reset",
        arguments: [EventPosition.after(0), .after(4), .after(31), .unknown])
    func resets(position: EventPosition) async throws {
        try await withStream(
            at: position,
            opening: position == .after(0) || position == .after(4)
                ? "id: \(position == .after(0) ? 0 : 4)\nretry: 3000\n\n" : "id: 30\nretry: 3000\n\n",
            before: { open in
                for _ in 1...30 { _ = open.log.append(Event(.history, to: .everyone)) }
                open.log.drop(25)
            }
        ) { open, written in
            if case .after(let number) = position, number < 30 {
                #expect(await written.next() == "id: 30\nretry: 3000\n\n")
            }
            #expect(await written.next() == "id: 30\nevent: reset\ndata: {}\n\n")
            #expect(await written.next() == "id: 30\n" + Self.missed)
            try await open.channel.close()
            #expect(await written.next() == nil)
        }
    }

    @Test("a client that does not read is dropped, and holds at most one mailbox")
    func slow() async throws {
        let mailbox = EventMailbox(capacity: EventStream.capacity)
        let hub = EventHub(log: MemoryEventLog())
        try await hub.start()
        let key = try #require(hub.add { event in if let event { mailbox.send(.fact(event)) } }).key
        let (news, continuation) = AsyncStream.makeStream(of: Int64.self)
        let log = try #require(hub.log as? MemoryEventLog)
        for _ in 0..<1000 { continuation.yield(log.append(Event(.board, to: .everyone))) }
        continuation.finish()
        await hub.run(on: news) { Issue.record($0) }
        #expect(hub.position == 1000)
        var received = 0
        for await _ in mailbox.messages { received += 1 }
        #expect(received == EventStream.capacity)
        hub.remove(key)
    }

    @Test("a stream ends silently when its user's libraries change, and sends nothing more")
    func outdated() async throws {
        try await withStream { open, written in
            open.standing.withLock { $0 = .outdated }
            open.append(Event(.rating, to: .library("open")))
            #expect(await written.next() == nil)
        }
    }
}

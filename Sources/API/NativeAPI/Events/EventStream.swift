import HTTPSupport
import HTTPTypes
import Hummingbird
import Journal
import Listening
import NIOCore
import Primitives
import ServiceLifecycle
import Shelf

/// One open event stream. Its feeds send into a mailbox, from which one loop writes.
///
/// Facts come from the log, through the hub. A client that names the last fact it received first gets the ones it
/// missed, straight from the log and no faster than it reads. States that are not in the log are then sent anew. The
/// stream ends when the client disconnects, when its session has ended, when the user's access changes, when the client
/// is too slow, when a feed finishes, and when the server shuts down. All its tasks are children of the request's task.
struct EventStream: Sendable {
    static let capacity = 64
    private static let batch = 200

    let caller: Principal
    /// The device that listens; nil for a client that is none.
    var device: DeviceID?
    let position: EventPosition
    let hub: EventHub
    let listening: EventFeed<ListeningEvent>
    let changes: EventFeed<Set<SmartSource>>
    let catalogue: EventFeed<Int64>
    /// Nil for users who may not see scans.
    let scans: EventFeed<any JSONWritable>?
    /// The messages beside the log that a client may have missed before it reconnected.
    ///
    /// - Parameter isReset: whether the missed events of the log are unknown too.
    let missed: @Sendable (_ isReset: Bool) async throws -> [ServerSentEvent]
    let state: @Sendable () -> StreamState
    let timing: EventTiming
    let clock: any Clock<Duration>
    let channel: any Channel
    /// The progress of the analysis; nil for users who may not manage libraries.
    var analysis: EventFeed<any JSONWritable>?
    /// The progress of the caller's imports by link; nil for users who may not import.
    var imports: EventFeed<any JSONWritable>?
    /// The lookups of songs' words that end.
    var lyrics: EventFeed<any JSONWritable>?
    /// The progress of the lookups of whole libraries; nil for users who may not administer.
    var lyricsRuns: EventFeed<any JSONWritable>?
    /// The updates that the journal causes; each user receives those that concern them.
    var updates: EventFeed<JournalUpdate>?

    func write(to writer: inout any ResponseBodyWriter) async throws {
        let mailbox = EventMailbox(capacity: Self.capacity)
        channel.closeFuture.whenComplete { _ in mailbox.close() }
        guard let (key, start) = hub.add({ receive($0, into: mailbox) }) else {
            throw DomainError(.unavailable, "Events are not available yet; try again", retryAfter: .seconds(1))
        }
        defer { hub.remove(key) }
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await forward(listening, to: mailbox) { messages(of: $0) } }
                group.addTask {
                    await forward(changes, to: mailbox) { [.message(.changes, data: ChangesEventBody(sources: $0))] }
                }
                group.addTask { await forwardCatalogue(to: mailbox) }
                let feeds: [(EventName, EventFeed<any JSONWritable>?)] = [
                    (.scan, scans), (.analysis, analysis), (.importProgress, imports), (.lyricsLookup, lyrics),
                    (.lyricsRun, lyricsRuns),
                ]
                for case (let name, let feed?) in feeds {
                    group.addTask { await forward(feed, to: mailbox) { [.message(name, data: $0)] } }
                }
                if let updates {
                    group.addTask {
                        await forward(updates, to: mailbox) { UpdateEventBody.messages($0, for: caller) }
                    }
                }
                group.addTask { await watch(mailbox) }
                var place = try await catchUp(to: start, &writer)
                for await message in mailbox.messages {
                    guard state() != .outdated else { break }
                    place = max(place, message.number ?? 0)
                    try await writer.write(message.bytes(at: place))
                }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            mailbox.close()
        }
        try await writer.finish(nil)
    }

    /// Called by the hub. An event that does not concern the caller costs nothing more.
    private func receive(_ event: LoggedEvent?, into mailbox: EventMailbox) {
        guard let event else { return mailbox.close() }
        if concerns(event.event) { mailbox.send(.fact(event)) }
    }

    /// The feed `changes` announces the data that rules read, in batches, and again after a reconnection.
    private func concerns(_ event: Event) -> Bool {
        event.name != .changes && caller.hears(event.audience)
    }

    /// Writes the events between the client's position and `start`, or `reset` where they are not known any more.
    ///
    /// - Returns: `start`.
    private func catchUp(to start: Int64, _ writer: inout any ResponseBodyWriter) async throws -> Int64 {
        var isKnown = false
        switch position {
        case .now:
            try await writer.write(ServerSentEvent.opening(at: start))
            return start
        case .after(let number), .since(let number):
            guard number <= start else { break }
            try await writer.write(ServerSentEvent.opening(at: number))
            isKnown = try await replay(from: number, to: start, &writer)
        case .unknown: break
        }
        if isKnown, case .since = position { return start }
        if !isKnown {
            try await writer.write(ServerSentEvent.opening(at: start))
            try await writer.write(ServerSentEvent.message(.reset, data: EmptyEventBody()).bytes(at: start))
        }
        for message in try await missed(!isKnown) {
            try await writer.write(message.bytes(at: start))
        }
        return start
    }

    private func replay(
        from number: Int64, to start: Int64, _ writer: inout any ResponseBodyWriter
    ) async throws -> Bool {
        var number = number
        while number < start {
            guard let events = try await hub.log.events(after: number, limit: Self.batch) else { return false }
            for logged in events where logged.number <= start && concerns(logged.event) {
                try await writer.write(ServerSentEvent.fact(logged).bytes(at: logged.number))
            }
            number = events.last?.number ?? start
        }
        return true
    }

    /// A scan changes the library many times a second, and a client needs to know only that it changed.
    private func forwardCatalogue(to mailbox: EventMailbox) async {
        func forwardAll<Feed: AsyncSequence<Int64, Never>>(_ feed: Feed) async {
            for await revision in feed {
                let message = ServerSentEvent.message(.catalog, data: CatalogueEventBody(revision: revision))
                guard mailbox.send(message) else { break }
                try? await clock.sleep(for: timing.catalogueGap)
            }
        }
        await forwardAll(catalogue)
        mailbox.close()
    }

    /// A session that ends takes its devices with it; its own client has nobody to ask for them any more.
    private func messages(of event: ListeningEvent) -> [ServerSentEvent] {
        guard state() != .ended, let message = DeviceEventBody.message(of: event, for: caller, on: device) else {
            return []
        }
        return [message]
    }

    private func forward<Feed: AsyncSequence>(
        _ feed: Feed, to mailbox: EventMailbox, _ messages: (Feed.Element) -> [ServerSentEvent]
    ) async where Feed.Failure == Never {
        for await element in feed {
            guard messages(element).allSatisfy({ mailbox.send($0) }) else { break }
        }
        mailbox.close()
    }

    /// Sends heartbeats and checks the session. A client that does not read its last messages is disconnected.
    private func watch(_ mailbox: EventMailbox) async {
        do {
            var checks = 0
            while state() == .good {
                try await clock.sleep(for: timing.check)
                checks += 1
                guard checks % timing.checksPerHeartbeat == 0, state() == .good else { continue }
                // The events up to this position are already in the mailbox.
                guard mailbox.send(.heartbeat(hub.position ?? 0)) else { break }
            }
            if state() == .ended { mailbox.send(.message(.session, data: SessionEventBody())) }
            mailbox.close()
            try await clock.sleep(for: timing.farewell)
            channel.close(promise: nil)
        } catch {
            // Canceled: the stream has ended.
        }
    }
}

/// The messages that wait to be written into one event stream. Its size is bounded: when the client reads too slowly,
/// the mailbox closes, the stream ends, and the client reconnects and reloads.
struct EventMailbox: Sendable {
    let messages: AsyncStream<ServerSentEvent>
    private let continuation: AsyncStream<ServerSentEvent>.Continuation

    init(capacity: Int) {
        (messages, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(capacity))
    }

    /// False when the mailbox is closed or has just been closed because it was full.
    @discardableResult
    func send(_ message: ServerSentEvent) -> Bool {
        switch continuation.yield(message) {
        case .enqueued: return true
        case .dropped, .terminated:
            continuation.finish()
            return false
        @unknown default: return false
        }
    }

    /// Closes the mailbox; the messages in it are still delivered.
    func close() {
        continuation.finish()
    }
}

/// The position in the event log from which a client continues.
enum EventPosition: Equatable {
    /// A new client: it receives events from now on.
    case now
    case after(Int64)
    /// A new client that has read its data already: it receives the facts after the number that its first answer named,
    /// and then as `now`.
    case since(Int64)
    /// A position that cannot exist.
    case unknown

    /// Reads `Last-Event-ID`, which browsers send when they reconnect, or else the parameter `lastEventId`, or else
    /// `since`.
    init(_ request: Request) {
        // WHATWG HTML, "Server-sent events".
        let header = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        let text = header ?? request.uri.queryParameters["lastEventId"].map(String.init)
        if let text, !text.isEmpty {
            self = Self.number(text).map { .after($0) } ?? .unknown
        } else if let text = request.uri.queryParameters["since"].map(String.init), !text.isEmpty {
            self = Self.number(text).map { .since($0) } ?? .unknown
        } else {
            self = .now
        }
    }

    private static func number(_ text: String) -> Int64? {
        Int64(text).flatMap { $0 >= 0 ? $0 : nil }
    }
}

/// Whether an event stream may continue.
enum StreamState: Sendable {
    case good
    /// The credential has ended.
    case ended
    /// The user has access to other libraries now. The client reconnects and receives the events of these.
    case outdated
}

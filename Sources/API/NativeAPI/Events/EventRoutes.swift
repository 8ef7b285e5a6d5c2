package import Accounts
package import Shelf
package import HTTPSupport
import Hummingbird
package import Journal
package import Listening
package import Primitives

/// `GET /api/v1/events`: what changes, as it changes.
package struct EventRoutes: Sendable {
    private static let streamsPerUser = 16

    private let hub: EventHub
    private let listening: ListeningEvents
    private let queue: @Sendable (Principal) async throws -> (revision: Int64, client: String?)
    private let changes: @Sendable (Principal) -> EventFeed<Set<SmartSource>>
    private let latestScan: @Sendable () -> (any JSONWritable)?
    private let catalogue: @Sendable () -> EventFeed<Int64>
    private let revision: @Sendable () -> Int64
    private let scans: @Sendable () -> EventFeed<any JSONWritable>
    private let imports: (@Sendable (Principal) -> EventFeed<any JSONWritable>)?
    private let news: (@Sendable () -> EventFeed<JournalUpdate>)?
    private let revocations: Revocations
    private let timing: EventTiming
    private let clock: any Clock<Duration>
    private let limit = EventStreamLimit(perUser: EventRoutes.streamsPerUser)

    /// A feed subscribes when its closure is called and unsubscribes when it is dropped. One that finishes ends the stream, so that
    /// the client connects anew.
    ///
    /// - Parameters:
    ///   - hub: hands on what stores append to the log.
    ///   - queue: the revision of somebody's queue and which player put it there.
    ///   - changes: what rules read, whenever some of it is another that concerns the caller.
    ///   - catalogue: the library's revision whenever it changes, keeping only the latest for a slow reader.
    ///   - revision: the library's present revision.
    ///   - scans: the state of scans as it changes; only asked for callers who may manage libraries.
    ///   - latestScan: the scan that runs, or ran last, as it is now.
    ///   - imports: how far files are that somebody has fetched; only asked for callers who may give.
    ///   - news: what the journal makes another, of which everybody is told what concerns them.
    ///   - revocations: where a stream is entered, so that it ends with the credential that its caller showed.
    package init(
        hub: EventHub, listening: ListeningEvents,
        queue: @escaping @Sendable (Principal) async throws -> (revision: Int64, client: String?),
        changes: @escaping @Sendable (Principal) -> EventFeed<Set<SmartSource>>,
        catalogue: @escaping @Sendable () -> EventFeed<Int64>, revision: @escaping @Sendable () -> Int64,
        scans: @escaping @Sendable () -> EventFeed<any JSONWritable>,
        latestScan: @escaping @Sendable () -> (any JSONWritable)? = { nil },
        imports: (@Sendable (Principal) -> EventFeed<any JSONWritable>)? = nil,
        news: (@Sendable () -> EventFeed<JournalUpdate>)? = nil,
        revocations: Revocations, timing: EventTiming = EventTiming(), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.hub = hub
        self.listening = listening
        self.queue = queue
        self.changes = changes
        self.latestScan = latestScan
        self.catalogue = catalogue
        self.revision = revision
        self.scans = scans
        self.imports = imports
        self.news = news
        self.revocations = revocations
        self.timing = timing
        self.clock = clock
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/events", .requires(.browse), tag: "Events",
                "Live changes as server-sent events: scan, scans, catalogue, history, queue, nowPlaying, opinions, rating, changes, playlist, shelf, wish, notification, board, submission, moderation, upload, import, importProgress, administration (where admins look again), account (where people look again at what is their own), reset, session",
                parameters: [
                    Endpoint.Parameter(
                        "lastEventId", .text,
                        "The id of the last event that was received, for clients that cannot send Last-Event-ID: what came after it is sent first, or reset when that is not known any more"
                    )
                ],
                reply: .bytes(mediaType: "text/event-stream"), handler: events)
        ]
    }

    @Sendable private func events(_ request: Request, _ context: GatewayContext) async throws -> Response {
        guard let authenticated = context.authenticated else { throw DomainError.signedOut }
        let caller = authenticated.principal
        let place = try limit.take(for: caller.user)
        let body = ResponseBody { writer in
            let admission = revocations.open(for: authenticated)
            defer { admission.close() }
            let stream = EventStream(
                caller: caller, position: EventPosition(request), hub: hub,
                listening: listening.events(of: caller.user), changes: changes(caller),
                catalogue: catalogue(), scans: caller.may(.manageLibraries) ? scans() : nil,
                missed: { try await missed(by: caller, isReset: $0) },
                standing: { admission.isRevoked ? .ended : admission.isOutdated ? .outdated : .good },
                timing: timing, clock: clock, channel: context.channel,
                imports: caller.may(.submit) ? imports?(caller) : nil, news: news?())
            try await stream.write(to: &writer)
            withExtendedLifetime(place) {}
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }

    /// Passing states are not in the log: whoever comes back is told what is the case. Whoever cannot be told what they missed looks for
    /// themselves, and is told of the queue, which players must not guess.
    private func missed(by caller: Principal, isReset: Bool) async throws -> [ServerSentEvent] {
        var messages: [ServerSentEvent] = [
            .message(name: "catalogue", data: CatalogueEventBody(revision: revision())),
            .message(name: "changes", data: ChangesEventBody(sources: [.shelf, .listening])),
        ]
        messages += UpdateEventBody.everything(for: caller)
        if caller.may(.manageLibraries), let scan = latestScan() { messages.append(.message(name: "scan", data: scan)) }
        if isReset { messages.append(.message(name: "opinions", data: EmptyEventBody())) }
        guard caller.may(.listen) else { return messages }
        messages.append(.message(name: "nowPlaying", data: EmptyEventBody()))
        guard isReset else { return messages }
        messages.append(.message(name: "history", data: EmptyEventBody()))
        let (revision, client) = try await queue(caller)
        messages.append(.message(name: "queue", data: QueueEventBody(revision: revision, client: client)))
        return messages
    }
}

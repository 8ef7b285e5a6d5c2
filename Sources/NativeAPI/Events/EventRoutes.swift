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
    private let shelf: ShelfEvents
    private let catalogue: @Sendable () -> EventFeed<Int64>
    private let revision: @Sendable () -> Int64
    private let scans: @Sendable () -> EventFeed<any JSONWritable>
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
    ///   - catalogue: the library's revision whenever it changes, keeping only the latest for a slow reader.
    ///   - revision: the library's present revision.
    ///   - scans: the state of scans as it changes; only asked for callers who may manage libraries.
    ///   - revocations: where a stream is entered, so that it ends with the credential that its caller showed.
    package init(
        hub: EventHub, listening: ListeningEvents,
        queue: @escaping @Sendable (Principal) async throws -> (revision: Int64, client: String?), shelf: ShelfEvents,
        catalogue: @escaping @Sendable () -> EventFeed<Int64>, revision: @escaping @Sendable () -> Int64,
        scans: @escaping @Sendable () -> EventFeed<any JSONWritable>,
        revocations: Revocations, timing: EventTiming = EventTiming(), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.hub = hub
        self.listening = listening
        self.queue = queue
        self.shelf = shelf
        self.catalogue = catalogue
        self.revision = revision
        self.scans = scans
        self.revocations = revocations
        self.timing = timing
        self.clock = clock
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/events", .requires(.browse), tag: "Events",
                "Live changes as server-sent events: scan, catalogue, history, queue, nowPlaying, opinions, rating, playlist, board, reset, session",
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
                listening: listening.events(of: caller.user), shelf: shelf.events(for: caller),
                catalogue: catalogue(), scans: caller.may(.manageLibraries) ? scans() : nil,
                missed: { try await missed(by: caller) },
                standing: { admission.isRevoked ? .ended : admission.isOutdated ? .outdated : .good },
                timing: timing, clock: clock, channel: context.channel)
            try await stream.write(to: &writer)
            withExtendedLifetime(place) {}
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }

    /// What is not in the log, as it is now: whoever was away may have missed it.
    private func missed(by caller: Principal) async throws -> [ServerSentEvent] {
        var messages: [ServerSentEvent] = [
            .message(name: "catalogue", data: CatalogueEventBody(revision: revision())),
            .message(name: "opinions", data: OpinionsEventBody(opinions: [:])),
        ]
        guard caller.may(.listen) else { return messages }
        messages.append(.message(name: "history", data: EmptyEventBody()))
        messages.append(.message(name: "nowPlaying", data: EmptyEventBody()))
        let (revision, client) = try await queue(caller)
        messages.append(.message(name: "queue", data: QueueEventBody(revision: revision, client: client)))
        return messages
    }
}

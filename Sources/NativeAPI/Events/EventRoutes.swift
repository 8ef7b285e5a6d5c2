package import Accounts
package import Shelf
package import HTTPSupport
import Hummingbird
package import Listening
import Primitives

/// `GET /api/v1/events`: what changes, as it changes.
package struct EventRoutes: Sendable {
    private static let streamsPerUser = 16

    private let listening: ListeningEvents
    private let shelf: ShelfEvents
    private let catalogue: @Sendable () -> EventFeed<Int64>
    private let scans: @Sendable () -> EventFeed<any JSONWritable>
    private let revocations: Revocations
    private let timing: EventTiming
    private let clock: any Clock<Duration>
    private let limit = EventStreamLimit(perUser: EventRoutes.streamsPerUser)

    /// A feed subscribes when its closure is called and unsubscribes when it is dropped. One that finishes ends the stream, so that
    /// the client connects anew.
    ///
    /// - Parameters:
    ///   - catalogue: the library's revision whenever it changes, keeping only the latest for a slow reader.
    ///   - scans: the state of scans as it changes; only asked for callers who may manage libraries.
    ///   - revocations: where a stream is entered, so that it ends with the credential that its caller showed.
    package init(
        listening: ListeningEvents, shelf: ShelfEvents, catalogue: @escaping @Sendable () -> EventFeed<Int64>,
        scans: @escaping @Sendable () -> EventFeed<any JSONWritable>,
        revocations: Revocations, timing: EventTiming = EventTiming(), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.listening = listening
        self.shelf = shelf
        self.catalogue = catalogue
        self.scans = scans
        self.revocations = revocations
        self.timing = timing
        self.clock = clock
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/events", .requires(.browse), tag: "Events",
                "Live changes as server-sent events: scan, catalogue, history, queue, nowPlaying, opinions, rating, playlist, session",
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
                listening: listening.events(of: caller.user), shelf: shelf.events(for: caller),
                catalogue: catalogue(),
                scans: caller.may(.manageLibraries) ? scans() : nil, isStillValid: { !admission.isRevoked },
                timing: timing, clock: clock, channel: context.channel)
            try await stream.write(to: &writer)
            withExtendedLifetime(place) {}
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }
}

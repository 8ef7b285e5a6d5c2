package import Accounts
package import HTTPSupport
import Hummingbird
package import Journal
package import Listening
package import Primitives
package import Shelf
import Synchronization

/// `GET /api/v1/events`: sends changes as they happen.
package struct EventRoutes: Sendable {
    private static let streamsPerUser = 16

    private let hub: EventHub
    private let listening: ListeningEvents
    private let devices: DeviceService?
    private let queue: @Sendable (Principal) async throws -> (revision: Int64, client: String?)
    private let changes: @Sendable (Principal) -> EventFeed<Set<SmartSource>>
    private let latestScan: @Sendable () -> (any JSONWritable)?
    private let catalogue: @Sendable () -> EventFeed<Int64>
    private let revision: @Sendable () -> Int64
    private let scans: @Sendable () -> EventFeed<any JSONWritable>
    private let analysis: (@Sendable () -> EventFeed<any JSONWritable>)?
    private let imports: (@Sendable (Principal) -> EventFeed<any JSONWritable>)?
    private let lyrics: (@Sendable (Principal) -> EventFeed<any JSONWritable>)?
    private let lyricsRuns: (@Sendable () -> EventFeed<any JSONWritable>)?
    private let updates: (@Sendable () -> EventFeed<JournalUpdate>)?
    private let revocations: Revocations
    private let timing: EventTiming
    private let clock: any Clock<Duration>
    private let limit = EventStreamLimit(perUser: EventRoutes.streamsPerUser)

    /// A feed subscribes when its closure is called and unsubscribes when it is dropped. A feed that finishes ends the
    /// stream, so that the client reconnects.
    ///
    /// - Parameters:
    ///   - hub: publishes the events that stores append to the log.
    ///   - devices: notes which devices of users listen.
    ///   - queue: the revision of a user's queue and the player that stored it.
    ///   - changes: announces changes of the data that smart rules read, where they concern the caller.
    ///   - catalogue: the library's revision at each change; a slow reader gets only the latest.
    ///   - revision: the library's present revision.
    ///   - scans: the state of scans as it changes; requested only for callers who may manage libraries.
    ///   - latestScan: the present state of the running scan, or else of the latest one.
    ///   - analysis: the progress of the analysis; requested only for callers who may manage libraries.
    ///   - imports: the progress of files that a user imports by link; requested only for callers who may submit.
    ///   - lyrics: the lookups of songs' words that end, of songs that a user may see.
    ///   - lyricsRuns: the progress of the lookups of whole libraries; requested only for admins.
    ///   - updates: the updates that the journal causes; each caller receives those that concern them.
    ///   - revocations: registers each stream, so that it ends with its caller's credential.
    package init(
        hub: EventHub, listening: ListeningEvents, devices: DeviceService? = nil,
        queue: @escaping @Sendable (Principal) async throws -> (revision: Int64, client: String?),
        changes: @escaping @Sendable (Principal) -> EventFeed<Set<SmartSource>>,
        catalogue: @escaping @Sendable () -> EventFeed<Int64>, revision: @escaping @Sendable () -> Int64,
        scans: @escaping @Sendable () -> EventFeed<any JSONWritable>,
        latestScan: @escaping @Sendable () -> (any JSONWritable)? = { nil },
        analysis: (@Sendable () -> EventFeed<any JSONWritable>)? = nil,
        imports: (@Sendable (Principal) -> EventFeed<any JSONWritable>)? = nil,
        lyrics: (@Sendable (Principal) -> EventFeed<any JSONWritable>)? = nil,
        lyricsRuns: (@Sendable () -> EventFeed<any JSONWritable>)? = nil,
        updates: (@Sendable () -> EventFeed<JournalUpdate>)? = nil,
        revocations: Revocations, timing: EventTiming = EventTiming(), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.hub = hub
        self.listening = listening
        self.devices = devices
        self.queue = queue
        self.changes = changes
        self.latestScan = latestScan
        self.catalogue = catalogue
        self.revision = revision
        self.scans = scans
        self.analysis = analysis
        self.imports = imports
        self.lyrics = lyrics
        self.lyricsRuns = lyricsRuns
        self.updates = updates
        self.revocations = revocations
        self.timing = timing
        self.clock = clock
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/events", .requires(.browse), tag: "Events",
            "Live changes as server-sent events: scan, scans, analysis, catalogue, history, queue, nowPlaying, devices, deviceCommand (for the device of this stream), opinions, rating, changes, playlist, playlistFolders, shelf, wish, notification, board, submission, moderation, upload, import, importProgress, lyrics, lyricsLookup, lyricsRun, scrobbling (the caller's account elsewhere has changed), administration (areas that admins reload), account (areas of their own that users reload), reset, session",
            parameters: [
                Endpoint.Parameter(
                    "lastEventId", .text,
                    "The id of the last event that was received, for clients that cannot send Last-Event-ID: the events after it are sent first, or reset if they are no longer known"
                ),
                Endpoint.Parameter(
                    "since", .text,
                    "For a client that has read its data already: the lowest number that the field Rondo-Latest-Event of its answers named. The events after it are sent first, or reset if they are no longer known"
                ),
                Endpoint.Parameter(
                    "device", .text,
                    "The id of the caller's device that listens: commands to it are sent as deviceCommand"),
            ], reply: .bytes(mediaType: "text/event-stream"), handler: events)
    }

    private func events(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let authenticated = try context.signedIn()
        let caller = authenticated.principal
        let device = try request.uri.queryParameters["device"].map { text in try DeviceID(String(text)) }
        let place = try limit.take(for: caller.user)
        let body = ResponseBody { writer in
            let admission = revocations.open(for: authenticated)
            defer { admission.close() }
            let connection = device.flatMap { devices?.connect($0, as: caller) }
            defer { connection?.close() }
            let stream = EventStream(
                caller: caller, device: device, position: EventPosition(request), hub: hub,
                listening: listening.events(of: caller.user), changes: changes(caller),
                catalogue: catalogue(), scans: caller.may(.manageLibraries) ? scans() : nil,
                missed: { try await missed(by: caller, isReset: $0) },
                state: { admission.isRevoked ? .ended : admission.isOutdated ? .outdated : .good },
                timing: timing, clock: clock, channel: context.channel,
                analysis: caller.may(.manageLibraries) ? analysis?() : nil,
                imports: caller.may(.submit) ? imports?(caller) : nil, lyrics: lyrics?(caller),
                lyricsRuns: caller.may(.administer) ? lyricsRuns?() : nil, updates: updates?())
            try await stream.write(to: &writer)
            withExtendedLifetime(place) {}
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }

    /// Transient states are not in the log, so a client that reconnects receives the present ones. A client whose
    /// missed events are unknown reloads everything itself and receives the queue, which players must not guess.
    private func missed(by caller: Principal, isReset: Bool) async throws -> [ServerSentEvent] {
        var messages: [ServerSentEvent] = [
            .message(.catalog, data: CatalogueEventBody(revision: revision())),
            .message(.changes, data: ChangesEventBody(sources: [.shelf, .listening])),
        ]
        messages += UpdateEventBody.everything(for: caller)
        if caller.may(.manageLibraries), let scan = latestScan() { messages.append(.message(.scan, data: scan)) }
        if isReset { messages.append(.message(.annotations, data: EmptyEventBody())) }
        guard caller.may(.listen) else { return messages }
        messages.append(.message(.nowPlaying, data: EmptyEventBody()))
        messages.append(.message(.devices, data: EmptyEventBody()))
        guard isReset else { return messages }
        messages.append(.message(.history, data: EmptyEventBody()))
        let (revision, client) = try await queue(caller)
        messages.append(.message(.queue, data: QueueEventBody(revision: revision, client: client)))
        return messages
    }
}

/// Limits the number of event streams that a user may have open at a time.
final class EventStreamLimit: Sendable {
    /// A reserved place. Releasing it gives it back, whether its stream ever began or not.
    final class Place: Sendable {
        private let limit: EventStreamLimit
        private let user: ID<Person>

        fileprivate init(_ limit: EventStreamLimit, _ user: ID<Person>) {
            self.limit = limit
            self.user = user
        }

        deinit {
            limit.giveBack(user)
        }
    }

    private let perUser: Int
    private let open = Mutex<[ID<Person>: Int]>([:])

    init(perUser: Int) {
        self.perUser = perUser
    }

    func take(for user: ID<Person>) throws(DomainError) -> Place {
        let isFree = open.withLock { open in
            guard open[user, default: 0] < perUser else { return false }
            open[user, default: 0] += 1
            return true
        }
        guard isFree else {
            throw DomainError(.rateLimited, "Too many event streams are open", retryAfter: .seconds(10))
        }
        return Place(self, user)
    }

    private func giveBack(_ user: ID<Person>) {
        open.withLock { open in
            let left = open[user, default: 1] - 1
            open[user] = left > 0 ? left : nil
        }
    }
}

/// The intervals of an event stream.
package struct EventTiming: Sendable {
    /// The interval at which the stream checks whether its caller's session is still valid.
    package var check = Duration.milliseconds(1500)
    /// The number of checks between two heartbeats: 15 seconds.
    package var checksPerHeartbeat = 10
    /// The minimum time between two catalog updates in a stream.
    package var catalogueGap = Duration.milliseconds(500)
    /// The time that a client has to read its last message before the connection is closed.
    package var farewell = Duration.seconds(3)

    package init() {}
}

/// The source of a stream's messages of one kind: `AsyncStream<Scan>` mapped to bodies, for example.
package typealias EventFeed<Element> = any (AsyncSequence<Element, Never> & Sendable)

package import Catalog
package import Journal
package import Primitives
import Synchronization

/// Hands on the plays that wait for one kind of server, and imports listens from there. One at a time goes on for each
/// user; a link that fails is left alone for a while, longer after each failure.
package struct ScrobbleSender: Sendable {
    /// The plays of the history that begin to wait at once.
    private static let historyBatch = 500
    /// The plays that are given up in one transaction.
    private static let overdueBatch = 1000
    /// The time after which a service that takes no more on a day is asked again.
    private static let delay = Duration.seconds(3600)
    /// The longest time until the next look.
    private static let longestRest = Duration.seconds(60)

    /// Adds listens to a user's history. Returns the number of new ones, and of those whose track is not here.
    package typealias Take =
        @Sendable (_ plays: [NamedPlay], _ caller: Principal) async throws -> (added: Int, unmatched: Int)

    private let store: any ScrobbleStore
    private let client: any ScrobbleClient
    private let sealer: SecretSealer
    private let server: @Sendable () async throws -> String?
    private let person: @Sendable (ID<Person>) async throws -> Principal?
    private let take: Take
    private let clock: any WallClock

    /// - Parameters:
    ///   - server: the address that the administrators have switched on; nil where it is off.
    ///   - person: the user's present principal; nil where they cannot sign in any more.
    package init(
        store: any ScrobbleStore, client: any ScrobbleClient, sealer: SecretSealer,
        server: @escaping @Sendable () async throws -> String?,
        person: @escaping @Sendable (ID<Person>) async throws -> Principal?, take: @escaping Take,
        clock: any WallClock
    ) {
        self.store = store
        self.client = client
        self.sealer = sealer
        self.server = server
        self.person = person
        self.take = take
        self.clock = clock
    }

    /// The time of the next look, where nothing changes before.
    private final class Schedule: Sendable {
        private let next = Mutex(ContinuousClock.now)
        var isReached: Bool { next.withLock { $0 } <= .now }

        func rest(for time: Duration) { next.withLock { $0 = .now + time } }
    }

    /// Works after every element of `changes`, and as soon as a link that failed may be tried again. It must run for as
    /// long as the server does.
    package func run(on changes: AsyncStream<Int64>) async throws {
        let schedule = Schedule()
        let (turns, turn) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in changes { turn.yield() } }
            group.addTask {
                while true {
                    if schedule.isReached { turn.yield() }
                    try await Task.sleep(for: .seconds(1))
                }
            }
            for await _ in turns { schedule.rest(for: try await work()) }
            group.cancelAll()
        }
    }

    /// Works until nothing is to be done at present. Returns the time until the next try.
    package func work() async throws -> Duration {
        while true {
            let links = try await store.busyLinks()
            for link in links { try await giveUpOverdue(link) }
            guard let base = try await server() else { return Self.longestRest }
            var rest = Self.longestRest
            for link in links where link.base == base && link.pause == nil {
                try Task.checkCancellation()
                guard let caller = try await person(link.user), caller.may(.listen) else { continue }
                // The administrators may have switched it off, or to another address, since the round began.
                guard try await server() == base else {
                    rest = .zero
                    break
                }
                rest = min(rest, try await serve(link, caller))
            }
            if rest > .zero { return rest }
        }
    }

    /// Makes one step for a link. Returns the time until the next one; zero where there may be more to do now.
    ///
    /// - Parameter listed: the link as it was when the round began.
    private func serve(_ listed: ScrobbleLink, _ caller: Principal) async throws -> Duration {
        let now = clock.now()
        // A clock that was set back must not make it longer.
        if let retryAt = listed.retryAt, retryAt > now { return min(retryAt.since(now), Self.longestRest) }
        let batch = try await store.waiting(of: listed.user, limit: client.kind.mostAtOnce)
        // Read after the plays: if it is still the link of the round, they wait for it and for no later one.
        guard let link = try await store.link(of: listed.user), link.id == listed.id, link.pause == nil else {
            return .zero
        }
        guard let token = sealer.open(link) else {
            try await pause(link, .tokenLost)
            return .zero
        }
        if !batch.isEmpty {
            _ = try await deliver(batch[...], of: link, with: token)
        } else if link.history?.state == .running {
            try await fill(link, caller)
        } else if link.listens?.state == .running {
            try await importPage(link, caller, with: token)
        } else {
            return Self.longestRest
        }
        return .zero
    }

    /// Sends plays. Of several that are refused together, the refused ones are found by halves and set aside.
    ///
    /// - Returns: whether more may be sent at once.
    private func deliver(
        _ batch: ArraySlice<Scrobble>, of link: ScrobbleLink, with token: String
    ) async throws -> Bool {
        do {
            let receipt = try await client.submit(Array(batch), with: token, at: link.base)
            let now = clock.now()
            let taken = batch.map(\.play).filter { receipt.refused[$0] == nil && !receipt.delayed.contains($0) }
            let refusals = receipt.refused.map { ScrobbleWrite.refuse($0.key, reason: $0.value, at: now) }
            return try await edit(link, [.remove(taken)] + refusals) { link in
                link.total += taken.count
                if !taken.isEmpty { link.lastAt = now }
                if receipt.delayed.isEmpty {
                    link.succeed(pause: receipt.pause, at: now)
                } else {
                    link.fail(ScrobbleFailure(.limit, retryAfter: Self.delay), at: now)
                }
            } && receipt.pause == nil && receipt.delayed.isEmpty
        } catch let failure as ScrobbleFailure {
            guard failure.reason == .refused else {
                try await fail(link, failure)
                return false
            }
            if batch.count > 1 {
                let middle = batch.startIndex + batch.count / 2
                guard try await deliver(batch[..<middle], of: link, with: token) else { return false }
                return try await deliver(batch[middle...], of: link, with: token)
            }
            let now = clock.now()
            let refusals = batch.map { ScrobbleWrite.refuse($0.play, reason: failure.text, at: now) }
            return try await edit(link, refusals) { $0.succeed(pause: nil, at: now) }
        }
    }

    /// Puts the next plays of the history into the outbox, unless it was stopped meanwhile.
    private func fill(_ link: ScrobbleLink, _ caller: Principal) async throws {
        guard let history = link.history else { return }
        let places = try await store.history(
            of: link.user, in: caller.libraries, from: client.kind.sources, before: history.place,
            limit: Self.historyBatch)
        let now = clock.now()
        try await store.edit(link.user) { stored in
            guard stored?.id == link.id, stored?.history?.state == .running else { return nil }
            var changes = Changes<ScrobbleWrite>(at: now, events: [link.event])
            guard let last = places.last else {
                stored?.history?.state = .done
                return changes
            }
            stored?.history?.place = last
            stored?.history?.done += places.count
            changes.writes = [.add(places.map { ID($0.play) }, of: link.user, at: now)]
            return changes
        }
    }

    /// Imports the next page of listens. A page may end within a second that has more listens, so that the next page
    /// begins with all listens of that second; these are left to it.
    private func importPage(_ link: ScrobbleLink, _ caller: Principal, with token: String) async throws {
        guard let progress = link.listens else { return }
        do {
            let page = try await client.listens(
                of: link.name, before: progress.before, with: token, at: link.base)
            let now = clock.now()
            let next = page.nextBound(after: progress.before)
            let plays = page.plays.filter { $0.playedAt.milliseconds / 1000 >= next ?? .min }
            let counts = try await take(plays, caller)
            let events = counts.added > 0 ? [LoggedListeningEvents.history(of: link.user)] : []
            _ = try await edit(link, [], events: events) { link in
                link.succeed(pause: page.pause, at: now)
                guard link.listens?.state == .running else { return }
                link.listens?.read += plays.count
                link.listens?.added += counts.added
                link.listens?.unmatched += counts.unmatched
                guard let next else {
                    link.listens?.state = .done
                    return
                }
                link.listens?.before = next
            }
        } catch let failure as ScrobbleFailure {
            try await fail(link, failure)
        }
    }

    private func fail(_ link: ScrobbleLink, _ failure: ScrobbleFailure) async throws {
        if failure.reason == .token { return try await pause(link, .token) }
        let now = clock.now()
        _ = try await edit(link, []) { $0.fail(failure, at: now) }
    }

    private func pause(_ link: ScrobbleLink, _ pause: ScrobbleLink.Pause) async throws {
        _ = try await edit(link, [], notifying: .scrobblingPaused) { $0.pause = pause }
    }

    /// Gives up plays that have waited for too long, with a word to the user once a day.
    private func giveUpOverdue(_ link: ScrobbleLink) async throws {
        let now = clock.now()
        let plays = try await store.overdue(
            of: link.user, since: now.advanced(by: .zero - Scrobble.longestWait), limit: Self.overdueBatch)
        guard !plays.isEmpty else { return }
        let day = String(now.milliseconds / 86_400_000)
        _ = try await edit(link, [.remove(plays)], notifying: .scrobblesGivenUp, occasion: day) { _ in }
    }

    /// Changes a link, unless the user has replaced or removed it meanwhile. False where nothing was changed.
    private func edit(
        _ link: ScrobbleLink, _ writes: [ScrobbleWrite], events: [Event] = [],
        notifying kind: NotificationKind? = nil, occasion: String = "",
        _ body: @escaping @Sendable (inout ScrobbleLink) -> Void
    ) async throws -> Bool {
        let now = clock.now()
        let after = try await store.edit(link.user) { stored in
            guard var current = stored, current.id == link.id else { return nil }
            body(&current)
            stored = current
            return Changes(
                at: now, writes, events: [current.event] + events,
                notifications: kind.map { [current.notification($0, occasion: occasion)] } ?? [])
        }
        return after?.id == link.id
    }
}

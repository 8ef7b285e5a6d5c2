package import Accounts
package import Catalog
package import Primitives
package import Shelf
import Synchronization

/// Serves shares to visitors who have a link. They see and hear the share's tracks, as long as the share lasts and its
/// owner may hear them, and nothing else.
///
/// These cases all give the same "not found": a link that never existed, ended or was removed; an owner who is disabled
/// or may no longer hear any of it; and a server on which sharing is off.
package struct PublicShareService: Sendable {
    package let streams = ShareStreams()
    private let store: any ShareStore
    private let users: any UserStore
    private let reading: ShareReading
    private let tokens: ShareTokens
    private let policy: any SharingPolicy
    private let limiter: RateLimiter<SourceNetwork>
    private let tally = VisitTally()
    private let clock: any WallClock

    package init(
        store: any ShareStore, users: any UserStore, catalog: any CatalogStore, playlists: any PlaylistStore,
        tokens: ShareTokens, policy: any SharingPolicy, clock: any WallClock = SystemWallClock(),
        monotonicClock: any MonotonicClock = SystemMonotonicClock()
    ) {
        self.store = store
        self.users = users
        reading = ShareReading(catalog: catalog, playlists: playlists)
        self.tokens = tokens
        self.policy = policy
        self.clock = clock
        limiter = RateLimiter(clock: monotonicClock)
    }

    /// The contents of the share's page; nil where the page shows that there is nothing. A page with contents counts as
    /// a visit. Throws `rateLimited`, as all methods with a token do.
    package func visit(_ token: String, from address: String) async throws -> ShareContents? {
        do {
            let contents = try await contents(token, from: address)
            tally.add(contents.share.id, at: clock.now())
            return contents
        } catch let error as DomainError where error.code == .notFound {
            return nil
        }
    }

    package func contents(_ token: String, from address: String) async throws -> ShareContents {
        let (share, owner) = try await open(token, from: address)
        let found = try await reading.tracks(of: [share], as: Self.principal(of: owner)) { ($1, $2) }
        guard let (heading, tracks) = found.first, !tracks.isEmpty else { throw Self.gone }
        return ShareContents(share: share, owner: owner.displayName, heading: heading, tracks: tracks)
    }

    /// One of the share's tracks, and its owner as a principal for the services that deliver covers and audio. A caller
    /// that streams the track must register the stream in `streams`, with the returned share.
    package func track(
        _ id: ID<Track>, of token: String, from address: String
    ) async throws -> (track: TrackItem, share: ID<Share>, owner: Principal) {
        let (share, owner) = try await open(token, from: address)
        let principal = Self.principal(of: owner)
        guard let track = try await reading.track(id, of: share, as: principal) else { throw Self.gone }
        return (track, share.id, principal)
    }

    /// Ends open streams that would not be allowed to start now, and stores the recorded visits. Call it about every
    /// two seconds.
    package func tick() async throws {
        for (share, tracks) in streams.open() {
            let admitted = try await live(share)
            for track in tracks {
                var isHeard = false
                if let (share, owner) = admitted {
                    isHeard = try await reading.track(track, of: share, as: Self.principal(of: owner)) != nil
                }
                if !isHeard { streams.revoke(share, track) }
            }
        }
        let visits = tally.take()
        guard !visits.isEmpty else { return }
        do {
            try await store.noteVisits(visits)
        } catch {
            tally.putBack(visits)
            throw error
        }
    }

    private func open(_ token: String, from address: String) async throws -> (Share, User) {
        guard let id = tokens.share(of: token) else {
            try charge(address, isGuess: true)
            throw Self.gone
        }
        try charge(address, isGuess: false)
        guard let found = try await live(id) else { throw Self.gone }
        return found
    }

    /// Limits the requests of one network for shared pages: at first a page with hundreds of covers, then ten requests a
    /// second. A link that was never issued counts as fifty requests, against guessing. A network without an allowance
    /// is refused with a right link, too, and so does not learn which one is right.
    private func charge(_ address: String, isGuess: Bool) throws(DomainError) {
        let wait = limiter.take(
            SourceNetwork(address: address), burst: 600, refill: .milliseconds(100), cost: isGuess ? 50 : 1,
            mayOverdraw: true)
        if let wait {
            throw DomainError(
                .rateLimited, "Too many requests for shared music. Wait a moment", reason: "throttled",
                retryAfter: wait)
        }
    }

    private func live(_ id: ID<Share>) async throws -> (Share, User)? {
        guard try await policy.sharing().isAllowed, let share = try await store.share(id),
            share.isLive(at: clock.now()),
            let owner = try await users.user(share.owner), !owner.disabled
        else { return nil }
        return (share, owner)
    }

    /// The owner as a principal who may only browse and stream.
    private static func principal(of owner: User) -> Principal {
        Principal(
            user: owner.id, role: owner.role, libraries: owner.scope, maximumBitrate: owner.bitrateLimit,
            limits: owner.terms.limits, grants: [.browse, .stream])
    }

    private static var gone: DomainError { .notFound("This link does not exist, or has ended") }
}

/// Collects visits that are stored together a little later, so that visitors neither wait for the disk nor keep it
/// busy.
final class VisitTally: Sendable {
    private let visits = Mutex<[ID<Share>: ShareVisits]>([:])

    func add(_ share: ID<Share>, at now: Timestamp) {
        visits.withLock { $0[share] = ShareVisits(count: ($0[share]?.count ?? 0) + 1, last: now) }
    }

    func take() -> [ID<Share>: ShareVisits] {
        visits.withLock { visits in
            defer { visits = [:] }
            return visits
        }
    }

    func putBack(_ taken: [ID<Share>: ShareVisits]) {
        visits.withLock { visits in
            visits.merge(taken) { ShareVisits(count: $0.count + $1.count, last: max($0.last, $1.last)) }
        }
    }
}

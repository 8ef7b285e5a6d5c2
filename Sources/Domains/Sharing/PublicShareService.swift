package import Accounts
package import Catalog
package import Primitives
package import Shelf

/// What whoever has a share's link may see and hear: its tracks, as long as it lasts and its owner may hear them, and nothing else.
///
/// A link that never was, that has ended, that was taken back, whose owner is disabled or may no longer hear any of it, and one on a
/// gateway that does not share are all the same "not found".
package struct PublicShareService: Sendable {
    package let streams = ShareStreams()
    private let store: any ShareStore
    private let users: any UserStore
    private let reading: ShareReading
    private let tokens: ShareTokens
    private let policy: any SharingPolicy
    private let allowance: VisitAllowance
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
        allowance = VisitAllowance(clock: monotonicClock)
    }

    /// What the page shows; nil where it is to say that there is nothing. Counts as a visit when there is something. Throws `rateLimited` as
    /// everything here does.
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
        let held = try await reading.tracks(of: [share], as: Self.principal(of: owner)) { ($1, $2) }
        guard let (heading, tracks) = held.first, !tracks.isEmpty else { throw Self.gone }
        return ShareContents(share: share, owner: owner.displayName, heading: heading, tracks: tracks)
    }

    /// One of the share's tracks, and who its owner is to the services that give out covers and audio. Whoever streams it must enter the
    /// stream into `streams`, with the share that comes with it.
    package func track(
        _ id: ID<Track>, of token: String, from address: String
    ) async throws -> (track: TrackItem, share: ID<Share>, owner: Principal) {
        let (share, owner) = try await open(token, from: address)
        let principal = Self.principal(of: owner)
        guard let track = try await reading.track(id, of: share, as: principal) else { throw Self.gone }
        return (track, share.id, principal)
    }

    /// Ends the open streams that would not begin any more, and writes down who came. To be called every two seconds or so.
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
            try allowance.charge(address, isGuess: true)
            throw Self.gone
        }
        try allowance.charge(address, isGuess: false)
        guard let found = try await live(id) else { throw Self.gone }
        return found
    }

    private func live(_ id: ID<Share>) async throws -> (Share, User)? {
        guard try await policy.sharing().isAllowed, let share = try await store.share(id),
            share.isLive(at: clock.now()),
            let owner = try await users.user(share.owner), !owner.disabled
        else { return nil }
        return (share, owner)
    }

    /// The owner, who lends visitors the ears and nothing else.
    private static func principal(of owner: User) -> Principal {
        Principal(
            user: owner.id, role: owner.role, libraries: owner.scope, maximumBitrate: owner.bitrateLimit,
            limits: owner.terms.limits, grants: [.browse, .stream])
    }

    private static var gone: DomainError { .notFound("This link leads nowhere, or not any more") }
}

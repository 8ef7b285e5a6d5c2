package import Accounts
package import Catalog
package import Primitives

/// The plays of a user for programs that name tracks by their tags: they hand plays in, read them and take them back.
package struct NamedPlayService: Sendable {
    private let listening: ListeningService
    private let plays: any PlayStore
    private let catalog: any CatalogStore

    package init(listening: ListeningService, plays: any PlayStore, catalog: any CatalogStore) {
        self.listening = listening
        self.plays = plays
        self.catalog = catalog
    }

    /// Records past plays, each counted once however often it is handed in (see `ListeningService.record`). Plays of
    /// tracks that the caller's libraries do not hold are left out, as a program would hand them in again forever.
    /// Throws `invalid` for a time that no player's clock can mean; then no play is recorded.
    ///
    /// - Returns: the number of plays whose track is known.
    package func record(_ named: [NamedPlay], as caller: Principal, from origin: String) async throws -> Int {
        try caller.require(.listen)
        let tracks = try await catalog.tracks(named: named.map(\.track), in: caller.libraries)
        let known = zip(named, tracks).compactMap { play, track in
            track.map { SubmittedPlay(track: $0, playedAt: play.playedAt, client: play.client) }
        }
        try await listening.record(known, by: nil, source: .listenbrainz, as: caller, from: origin)
        return known.count
    }

    /// Shows that a player plays the track now. Nothing happens for a track that the caller's libraries do not hold.
    package func begin(
        _ track: NamedTrack, by client: String?, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.listen)
        guard let known = try await catalog.tracks(named: [track], in: caller.libraries).first ?? nil else { return }
        // The player sends no further report while it plays, nor when it stops.
        let started = try PlayerReport(
            track: known, state: .starting, client: client, counts: false, timeout: .seconds(10))
        try await listening.report(started, as: caller, from: origin, isHandedOn: false)
    }

    /// The caller's plays in the range, newest first: of more than its limit, the newest, or the oldest where the range
    /// has a lower bound alone. Plays of tracks that the caller may no longer hear are left out.
    package func history(_ range: PlayRange, as caller: Principal) async throws -> [DescribedPlay] {
        try caller.require(.listen)
        let isNewestFirst = range.after == nil || range.before != nil
        let plays = try await plays.plays(
            of: caller.user, in: caller.libraries, during: range.instants, isNewestFirst: isNewestFirst,
            limit: range.limit)
        return try await described(isNewestFirst ? plays : plays.reversed(), as: caller)
    }

    /// The caller's newest and oldest play; nil without any.
    package func ends(as caller: Principal) async throws -> (newest: Timestamp, oldest: Timestamp)? {
        try caller.require(.listen)
        let all = try PlayRange(after: nil, before: nil, limit: 1).instants
        func first(isNewest: Bool) async throws -> Timestamp? {
            try await plays.plays(
                of: caller.user, in: caller.libraries, during: all, isNewestFirst: isNewest, limit: 1
            ).first?.playedAt
        }
        guard let newest = try await first(isNewest: true), let oldest = try await first(isNewest: false) else {
            return nil
        }
        return (newest, oldest)
    }

    package func count(as caller: Principal) async throws -> Int {
        try caller.require(.listen)
        return try await plays.count(of: caller.user, in: caller.libraries)
    }

    /// The track that the caller plays now, and its player's name. Nil when none of their players plays.
    package func nowPlaying(as caller: Principal) async throws -> (track: TrackDetails, client: String)? {
        let playing = try await listening.nowPlaying(as: caller).first { $0.play.credit.state == .playing }
        guard let playing else { return nil }
        return try await catalog.details(for: [playing.track.id], in: caller.libraries).first.map {
            ($0, playing.play.client)
        }
    }

    /// Removes the caller's plays of the track that began in this second. Nothing happens where there are none.
    package func delete(
        _ track: ID<Track>, playedAt seconds: Int64, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.listen)
        let range = try PlayRange(after: seconds - 1, before: seconds + 1, limit: PlayRange.longest)
        let found = try await plays.plays(
            of: caller.user, in: caller.libraries, during: range.instants, isNewestFirst: true, limit: range.limit)
        for play in found where play.track == track {
            try await listening.delete(play.id, as: caller, from: origin)
        }
    }

    private func described(_ plays: [Play], as caller: Principal) async throws -> [DescribedPlay] {
        let details = try await catalog.details(for: Array(Set(plays.map(\.track))), in: caller.libraries)
        let byID = Dictionary(details.map { ($0.item.id, $0) }, uniquingKeysWith: { first, _ in first })
        return plays.compactMap { play in byID[play.track].map { DescribedPlay(play: play, track: $0) } }
    }
}

package import Accounts
package import Catalog
import Journal
package import Primitives

/// Processes the reports of players, and reads the listening history and the play counts.
package struct ListeningService: Sendable {
    private let plays: any PlayStore
    private let catalog: any CatalogStore
    private let tracker: PlaybackTracker
    private let events: ListeningEvents
    private let clock: any WallClock
    private let monotonic: any MonotonicClock
    private let played: @Sendable (ID<Track>) -> Void
    private let began: @Sendable (LivePlay, ID<Person>) -> Void

    /// - Parameters:
    ///   - played: called whenever a player starts, pauses, resumes or ends a track, or submits a play of it.
    ///   - began: called whenever a user's player starts or resumes a track.
    package init(
        plays: any PlayStore, catalog: any CatalogStore, tracker: PlaybackTracker, events: ListeningEvents,
        clock: any WallClock = SystemWallClock(), monotonic: any MonotonicClock = SystemMonotonicClock(),
        played: @escaping @Sendable (ID<Track>) -> Void = { _ in },
        began: @escaping @Sendable (LivePlay, ID<Person>) -> Void = { _, _ in }
    ) {
        self.plays = plays
        self.catalog = catalog
        self.tracker = tracker
        self.events = events
        self.clock = clock
        self.monotonic = monotonic
        self.played = played
        self.began = began
    }

    /// Processes a player's report, and writes the play into the history as soon as enough of it has been heard. A
    /// report may be sent again: a play is counted once.
    ///
    /// - Parameter origin: the origin of the request, for the journal.
    package func report(
        _ report: PlaybackReport, as caller: Principal, from origin: String
    ) async throws -> PlaybackAnswer {
        try caller.require(.listen)
        let source = try await source(of: report.track, as: caller)
        let instant = clock.now()
        let outcome = try tracker.report(
            report, duration: .milliseconds(source.durationMilliseconds), as: caller, at: instant,
            now: monotonic.now())
        if outcome.changesDisplay { show(outcome.play, of: caller.user) }
        if outcome.isReadyToCount { try await record(outcome.play, of: source, as: caller, from: origin, at: instant) }
        return PlaybackAnswer(
            isCounted: outcome.isReadyToCount || outcome.play.isCounted, listened: outcome.play.credit.listened)
    }

    /// Throws `notFound` for a track that the caller may not hear.
    private func source(of track: ID<Track>, as caller: Principal) async throws -> TrackSource {
        guard let source = try await catalog.source(of: track), caller.libraries.admits(library: source.part) else {
            throw Self.unknownTrack
        }
        return source
    }

    /// - Parameter isHandedOn: whether other servers are told of it too.
    private func show(_ play: LivePlay, of user: ID<Person>, isHandedOn: Bool = true) {
        events.send(.nowPlaying, to: user)
        played(play.track)
        if isHandedOn, play.credit.state == .playing { began(play, user) }
    }

    /// Writes the play into the history, unless its player or another program has submitted it already.
    private func record(
        _ live: LivePlay, of source: TrackSource, as caller: Principal, from origin: String, at instant: Timestamp
    ) async throws {
        let play = Play(
            id: .make(at: instant), user: caller.user, track: live.track, playedAt: live.startedAt,
            client: live.client, playID: live.id)
        let entry = JournalEntry(
            at: instant, by: caller, from: origin, "play.record", .init("track", live.track),
            details: ["client": live.client])
        // The least time in which the player could have come to the same track again.
        let threshold = PlaybackRules().threshold(for: .milliseconds(source.durationMilliseconds))
        _ = try await plays.record(play, apart: threshold / max(live.rate, 1), journal: entry)
        // Only a stored play is confirmed: after a failure the next report tries again.
        tracker.confirmCounted(live.id, of: caller.user)
    }

    /// The current play of the track by another user, and its position, for admins. Nil when no player of theirs
    /// reports one.
    package func play(
        of track: ID<Track>, by user: ID<Person>, as caller: Principal
    ) throws(DomainError) -> (play: LivePlay, position: Duration)? {
        try caller.require(.administer)
        let now = monotonic.now()
        return tracker.nowPlaying(of: user, now: now).first { $0.track == track }.map { ($0, $0.position(at: now)) }
    }

    package func nowPlaying(as caller: Principal) async throws -> [NowPlayingItem] {
        try caller.require(.listen)
        let now = monotonic.now()
        let live = tracker.nowPlaying(of: caller.user, now: now)
        let items = try await catalog.itemsByID(live.map(\.track), in: caller.libraries)
        return live.compactMap { play in
            items[play.track].map {
                NowPlayingItem(play: play, track: $0, position: play.position(at: now), silence: now - play.heardAt)
            }
        }
    }

    /// The caller's plays, newest first. A play of a missing track is included, with its item flagged. A play of a
    /// track in a library that the caller may no longer see is left out until they may see it again.
    package func history(_ page: PageRequest, as caller: Principal) async throws -> Page<HistoryEntry> {
        try caller.require(.listen)
        let plays = try await plays.plays(of: caller.user, in: caller.libraries, page)
        let items = try await catalog.itemsByID(plays.items.map(\.track), in: caller.libraries)
        let entries = plays.items.compactMap { play in
            items[play.track].map { HistoryEntry(play: play, track: $0) }
        }
        return Page(items: entries, next: plays.next)
    }

    /// Removes a play from the caller's history and counts.
    package func delete(_ play: ID<Play>, as caller: Principal, from origin: String) async throws {
        try caller.require(.listen)
        let entry = JournalEntry(at: clock.now(), by: caller, from: origin, "play.delete", .init("play", play))
        guard try await plays.delete(play, of: caller.user, journal: entry) else {
            throw DomainError.notFound("There is no play with this id in your history")
        }
    }

    /// Processes a report of a player that names no plays. Such a player plays one track at a time, and a start ends
    /// the play before.
    ///
    /// - Parameter isHandedOn: whether other servers are told of what plays.
    package func report(
        _ report: PlayerReport, as caller: Principal, from origin: String, isHandedOn: Bool = true
    ) async throws {
        try caller.require(.listen)
        let source = try await source(of: report.track, as: caller)
        let instant = clock.now()
        let outcome = tracker.report(
            report, duration: .milliseconds(source.durationMilliseconds), as: caller, at: instant,
            now: monotonic.now())
        guard let outcome else { return }
        if outcome.changesDisplay { show(outcome.play, of: caller.user, isHandedOn: isHandedOn) }
        if outcome.isReadyToCount { try await record(outcome.play, of: source, as: caller, from: origin, at: instant) }
    }

    /// Records past plays, submitted by players that count for themselves; a play without a time has just happened.
    /// Plays of one track that are closer together than the time it takes to count are one play, however often it is
    /// submitted.
    ///
    /// Plays of unknown tracks are left out, since a player would submit them again forever. Throws `notFound` if no
    /// track is known, and `invalid` for a time that no player's clock can mean; then no play is recorded.
    package func record(
        _ plays: [SubmittedPlay], by client: String?, source playSource: PlaySource = .player, as caller: Principal,
        from origin: String
    ) async throws {
        try caller.require(.listen)
        let now = clock.now()
        let client = ClientName.clean(client) ?? "Unknown player"
        let rules = PlaybackRules()
        var rows: [(play: Play, apart: Duration, entry: JournalEntry)] = []
        for play in plays {
            guard let source = try await catalog.source(of: play.track), caller.libraries.admits(library: source.part)
            else { continue }
            let stated = play.playedAt ?? now
            try rules.check(stated, at: now)
            let named = ClientName.clean(play.client) ?? client
            rows.append(
                (
                    Play(
                        id: .make(at: now), user: caller.user, track: play.track, playedAt: min(stated, now),
                        // Of a clock that is ahead, too: the play is the same when it is submitted again later.
                        client: named, playID: PlayID(of: play.track, at: stated), source: playSource),
                    rules.threshold(for: .milliseconds(source.durationMilliseconds)),
                    JournalEntry(
                        at: now, by: caller, from: origin, "play.record", .init("track", play.track),
                        details: ["client": named])
                ))
        }
        guard !rows.isEmpty else {
            if plays.isEmpty { return }
            throw Self.unknownTrack
        }
        _ = try await self.plays.record(rows)
        for row in rows { played(row.play.track) }
    }

    /// The caller's play counts and bookmark positions for items that they see.
    package func annotations(
        tracks: [ID<Track>], albums: [ID<Album>], as caller: Principal
    ) async throws -> ListeningAnnotations {
        try caller.require(.browse)
        guard !tracks.isEmpty || !albums.isEmpty else { return ListeningAnnotations() }
        return try await plays.annotations(tracks: tracks, albums: albums, of: caller.user)
    }

    package func playCount(of track: ID<Track>, as caller: Principal) async throws -> PlayCount {
        try caller.require(.browse)
        return try await plays.count(of: track, by: caller.user)
    }

    package func recentlyPlayedAlbums(limit: Int = 20, as caller: Principal) async throws -> [AlbumItem] {
        try caller.require(.browse)
        let recent = try await plays.recentAlbums(of: caller.user, in: caller.libraries, limit: limit)
        return try await catalog.albumItems(for: recent, in: caller.libraries)
    }

    package func mostPlayedTracks(limit: Int = 20, as caller: Principal) async throws -> [MostPlayedItem] {
        try caller.require(.browse)
        let most = try await plays.mostPlayed(of: caller.user, in: caller.libraries, limit: limit)
        let items = try await catalog.itemsByID(most.map(\.track), in: caller.libraries)
        return most.compactMap { entry in
            items[entry.track].map { MostPlayedItem(track: $0, plays: entry.plays) }
        }
    }

    private static let unknownTrack = DomainError.notFound("There is no track with this id")
}

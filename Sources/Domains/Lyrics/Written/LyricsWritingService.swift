package import Catalog
package import Journal
package import Primitives

/// Users write the lyrics of tracks. Moderators write those of all tracks, contributors those of tracks that they
/// submitted; what others write is a proposal, about which moderators decide.
package struct LyricsWritingService: Sendable {
    private let store: any LyricsWritingStore
    private let reading: LyricsService
    private let clock: any WallClock
    private let throttle: LyricsThrottle

    package init(
        store: any LyricsWritingStore, reading: LyricsService, clock: any WallClock,
        throttle: LyricsThrottle = LyricsThrottle()
    ) {
        self.store = store
        self.reading = reading
        self.clock = clock
        self.throttle = throttle
    }

    /// The lyrics as an editor begins with them. Throws `notFound` for a track that the caller does not see.
    package func edited(_ track: ID<Track>, as caller: Principal) async throws -> EditedLyrics {
        try caller.require(.browse)
        let found = try await store.edited(track, for: caller)
        // A provider's terms would be lost with the text.
        let all = try await reading.lyrics(of: track, as: caller).filter { $0.rights == nil }
        let main = all.first { $0.kind == .main }
        var lyrics = [main].compactMap(\.self)
        for other in all where other.kind != .main && other.source == main?.source && other.language != nil {
            guard !lyrics.contains(where: { $0.kind == other.kind && $0.language == other.language }) else { continue }
            lyrics.append(other)
        }
        return EditedLyrics(
            mayPublish: found.song.isWritable(by: caller), current: found.current, proposal: found.proposal,
            lyrics: Array(lyrics.prefix(WrittenLyrics.mostParts)))
    }

    /// Publishes a version, or proposes it if the caller may not publish. A new proposal takes the place of the
    /// caller's earlier one about the same track.
    ///
    /// - Throws: `conflict` with the reason `lyrics_changed` if `basis` is not the published version any more, and
    ///   `lyrics_unchanged` if nothing was changed.
    package func write(
        _ draft: LyricsVersionDraft, of track: ID<Track>, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws -> LyricsVersion {
        try caller.require(.takePart)
        try throttle.take(by: caller.user)
        let now = clock.now()
        let id = ID<LyricsVersion>.make(at: now)
        try await store.edit { state in
            try LyricsDecisions.write(id, draft, of: track, as: caller, by: actor, at: now, state)
        }
        return try await version(id, of: track, as: caller).version
    }

    /// Publishes an earlier version again, or proposes to, as a new version of the caller's.
    package func restore(
        _ version: ID<LyricsVersion>, of track: ID<Track>, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws -> LyricsVersion {
        try caller.require(.takePart)
        try throttle.take(by: caller.user)
        let now = clock.now()
        let id = ID<LyricsVersion>.make(at: now)
        try await store.edit { state in
            try LyricsDecisions.restore(version, as: id, of: track, as: caller, by: actor, at: now, state)
        }
        return try await self.version(id, of: track, as: caller).version
    }

    /// The versions of a track that the caller may read, newest first.
    package func versions(
        of track: ID<Track>, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<LyricsVersion> {
        try caller.require(.browse)
        return try await store.versions(of: track, for: caller, page)
    }

    /// One version with its lyrics. Throws `notFound` for one that the caller may not read.
    package func version(
        _ id: ID<LyricsVersion>, of track: ID<Track>, as caller: Principal
    ) async throws -> (version: LyricsVersion, content: WrittenLyrics) {
        try caller.require(.browse)
        let found = try await store.version(id, of: track, in: caller.libraries)
        guard found.version.isSeen(by: caller) else { throw DomainError.noLyricsVersion }
        return found
    }

    /// The proposals that wait for a moderator, newest first, with their number.
    package func proposals(
        _ page: PageRequest, as caller: Principal
    ) async throws -> (page: Page<LyricsProposal>, open: Int) {
        try caller.require(.moderate)
        return try await store.proposals(in: caller.libraries, page)
    }

    /// Publishes or rejects a proposal, and notifies its author.
    ///
    /// - Parameter reason: the text for the author; may be empty.
    package func decide(
        _ id: ID<LyricsVersion>, publishes: Bool, reason: String, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws -> LyricsVersion {
        try caller.require(.moderate)
        let reason = reason.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard reason.count <= LyricsVersionDraft.longestNote else {
            throw DomainError.invalid(
                "A reason has at most \(LyricsVersionDraft.longestNote) characters", field: "reason")
        }
        let now = clock.now()
        try await store.edit { state in
            try LyricsDecisions.decide(
                id, publishes: publishes, reason: reason, as: caller, by: actor, at: now, state)
        }
        return try await store.version(id, of: nil, in: caller.libraries).version
    }
}

/// Limits the versions that a user writes. Proposals that replace each other count too, as each is announced to
/// moderators.
package struct LyricsThrottle: Sendable {
    private let limiter: RateLimiter<ID<Person>>
    private let burst: Int

    /// - Parameter burst: the number of versions at once. One more is available after each 288 seconds: 300 a day.
    package init(burst: Int = 300, clock: any MonotonicClock = SystemMonotonicClock()) {
        limiter = RateLimiter(clock: clock)
        self.burst = burst
    }

    /// Uses the allowance once. Throws `rateLimited` with the time to wait.
    func take(by person: ID<Person>) throws(DomainError) {
        if let wait = limiter.take(person, burst: burst, refill: .seconds(288)) {
            throw DomainError(
                .rateLimited, "You have written very many versions of lyrics. Wait a few minutes",
                reason: "too_many_versions", retryAfter: wait)
        }
    }
}

/// Stores written lyrics. Every method is one transaction.
package protocol LyricsWritingStore: Sendable {
    /// Throws `notFound` for a track that the caller does not see.
    func edited(
        _ track: ID<Track>, for caller: Principal
    ) async throws -> (song: WritableSong, current: LyricsVersion?, proposal: LyricsVersion?)
    /// The published versions of a track, and those that the caller may read besides, newest first. Throws `notFound`
    /// for a track that the caller does not see.
    func versions(
        of track: ID<Track>, for caller: Principal, _ page: PageRequest
    ) async throws -> Page<LyricsVersion>
    /// Throws `notFound` for a version of another track, or of a track out of scope.
    func version(
        _ id: ID<LyricsVersion>, of track: ID<Track>?, in scope: LibraryScope
    ) async throws -> (version: LyricsVersion, content: WrittenLyrics)
    func proposals(
        in scope: LibraryScope, _ page: PageRequest
    ) async throws -> (page: Page<LyricsProposal>, open: Int)
    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit(_ decide: @escaping @Sendable (any LyricsWritingState) throws -> Changes<LyricsWrite>) async throws
}

package import Catalog
package import Primitives

/// The songs whose words are being looked up: each once at a time, a few at once.
package actor LyricsLookupQueue {
    /// The most songs that wait.
    private static let most = 100
    private static let atOnce = 2
    /// The most songs whose failed lookups are remembered.
    private static let mostFailed = 1000

    private let finder: LyricsFinder
    private let failed: @Sendable (any Error) -> Void
    private let wake = WakeSignal()
    private let broadcast = Broadcast<EndedLookup>(.latest(64))
    private var waiting: [ID<Track>] = []
    private var started = 0
    /// The songs whose words a failed provider may have, with the set of providers that was asked.
    private var unanswered: [ID<Track>: String] = [:]
    /// The songs that are looked up now, with those who wait for the result.
    private var active: [ID<Track>: [CheckedContinuation<EndedLookup?, Never>]] = [:]

    /// - Parameter failed: called with the errors of lookups, which are faults of this server.
    package init(finder: LyricsFinder, failed: @escaping @Sendable (any Error) -> Void) {
        self.finder = finder
        self.failed = failed
    }

    /// The lookups that end from now on.
    package nonisolated func ended() -> AsyncStream<EndedLookup> { broadcast.listen() }

    /// Lets a song be looked up soon. False where too many wait.
    func request(_ track: ID<Track>) -> Bool {
        if active[track] != nil || waiting.contains(track) { return true }
        guard waiting.count < Self.most else { return false }
        waiting.append(track)
        wake.wake()
        return true
    }

    /// Looks up what is requested. It must run for as long as the server does.
    package func work() async {
        await withDiscardingTaskGroup { group in
            wake.wake()
            for await _ in wake.turns {
                while let track = next() {
                    group.addTask {
                        _ = await self.lookUp(track)
                        await self.end()
                    }
                }
            }
        }
    }

    private func next() -> ID<Track>? {
        guard started < Self.atOnce, !waiting.isEmpty else { return nil }
        started += 1
        return waiting.removeFirst()
    }

    private func end() {
        started -= 1
        wake.wake()
    }

    /// Looks up a song now, or waits for the lookup of it that is under way. Nil for a track that does not exist, and
    /// where the lookup was cut off.
    func lookUp(_ track: ID<Track>) async -> EndedLookup? {
        if active[track] != nil {
            return await withCheckedContinuation { active[track]?.append($0) }
        }
        active[track] = []
        let ended = await find(track)
        for listener in active.removeValue(forKey: track) ?? [] { listener.resume(returning: ended) }
        if let ended {
            unanswered[track] = nil
            if case .unavailable = ended.outcome, unanswered.count < Self.mostFailed {
                unanswered[track] = try? await finder.stamp()
            }
            broadcast.send(ended)
        }
        return ended
    }

    /// The time for which another lookup of a song would end as the last one did, without the answer of a provider; nil
    /// where it would not.
    func rest(of track: ID<Track>) async throws -> Duration? {
        guard let stamp = unanswered[track] else { return nil }
        let rest = try await finder.rest(of: stamp)
        if rest == nil { unanswered[track] = nil }
        return rest
    }

    private func find(_ track: ID<Track>) async -> EndedLookup? {
        do {
            return try await finder.find(track)
        } catch is CancellationError {
            return nil
        } catch {
            failed(error)
            return nil
        }
    }
}

/// Lets users ask for the words of songs. Tracks in libraries that the caller may not see do not exist for them.
package struct LyricsLookupService: Sendable {
    /// The number of tracks of one title of which the first is looked up.
    private static let candidates = 1
    /// The time after which a client asks again when too many songs wait.
    private static let busyTime = Duration.seconds(10)

    private let finder: LyricsFinder
    private let queue: LyricsLookupQueue
    private let lyrics: any LyricsStore

    package init(finder: LyricsFinder, queue: LyricsLookupQueue, lyrics: any LyricsStore) {
        self.finder = finder
        self.queue = queue
        self.lyrics = lyrics
    }

    /// Has the words of a track looked up where that has not been done, and answers at once: its end is announced by
    /// `LyricsLookupQueue.ended`. Throws `notFound` for a track that does not exist.
    package func lookUp(_ track: ID<Track>, as caller: Principal) async throws -> LyricsLookupStatus {
        try caller.require(.listen)
        switch try await finder.known(track, in: caller.libraries) {
        case nil: throw DomainError.notFound("There is no such track")
        case .settled(let outcome): return .settled(outcome)
        case .unknown(let isRenewal):
            if let rest = try await queue.rest(of: track) {
                return .settled(.unavailable(retryAfter: rest, isPartial: false))
            }
            guard await queue.request(track) else {
                return .settled(.unavailable(retryAfter: Self.busyTime, isPartial: false))
            }
            return .running(isRenewal: isRenewal)
        }
    }

    /// The same for the most played track of this title, if there is one.
    package func lookUp(titled title: String, by artist: String?, as caller: Principal) async throws {
        try caller.require(.listen)
        let tracks = try await lyrics.tracks(
            titled: title, by: artist, in: caller.libraries, limit: Self.candidates)
        for track in tracks { _ = try await lookUp(track, as: caller) }
    }
}

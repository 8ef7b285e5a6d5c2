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

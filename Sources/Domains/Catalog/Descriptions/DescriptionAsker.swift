import Primitives

/// Asks each source at most once a second, and leaves one that failed alone for a while.
actor DescriptionAsker {
    /// The shortest time between two requests to a source (musicbrainz.org/doc/MusicBrainz_API/Rate_Limiting).
    static let pace = Duration.seconds(1)
    /// A rest of a source that is waited for, so that one refusal does not put off every artist and album.
    private static let patience = Duration.seconds(60)

    private let health: ServiceHealth<DescriptionSource>
    private let clock: any WallClock
    private let sleep: @Sendable (Duration) async throws -> Void
    /// The time of the latest request to each source, which may be still to come.
    private var latest: [DescriptionSource: Timestamp] = [:]

    init(
        health: ServiceHealth<DescriptionSource>, clock: any WallClock,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.health = health
        self.clock = clock
        self.sleep = sleep
    }

    /// Asks when it is the source's turn. Throws `ServiceFailure`, also where the source is left alone for longer than a
    /// minute.
    nonisolated func ask<Answer: Sendable>(
        _ setup: OpenedSetup, _ question: @Sendable (OpenedSetup) async throws -> Answer
    ) async throws -> Answer {
        let source = setup.source
        if let rest = health.rest(of: source, at: clock.now()), rest <= Self.patience { try await sleep(rest) }
        // Also before a source that is left alone: the artists and albums that go without it pass at this pace.
        try await turn(source)
        if health.rest(of: source, at: clock.now()) != nil, let trouble = health.trouble(of: source) {
            throw ServiceFailure(trouble.failure)
        }
        return try await askNow(setup, question)
    }

    /// The same for an admin who tries a source, which a rest does not keep from being asked.
    nonisolated func tryOut(_ setup: OpenedSetup, _ question: @Sendable (OpenedSetup) async throws -> Void) async throws
    {
        try await turn(setup.source)
        try await askNow(setup, question)
    }

    private nonisolated func askNow<Answer: Sendable>(
        _ setup: OpenedSetup, _ question: @Sendable (OpenedSetup) async throws -> Answer
    ) async throws -> Answer {
        do {
            let answer = try await question(setup)
            health.succeed(setup.source)
            return answer
        } catch let failure as ServiceFailure {
            // Whoever ends the work breaks the connection; that is no fault of the source.
            try Task.checkCancellation()
            health.fail(setup.source, failure, at: clock.now())
            throw failure
        }
    }

    /// The time until one of the sources may be asked; nil where one may be asked now.
    nonisolated func rest(of sources: some Collection<DescriptionSource>) -> Duration? {
        let now = clock.now()
        let shortest = sources.map { health.rest(of: $0, at: now) ?? .zero }.min() ?? .zero
        return shortest > .zero ? shortest : nil
    }

    /// Returns when the source may be asked.
    private func turn(_ source: DescriptionSource) async throws {
        let now = clock.now()
        var wait = Duration.zero
        if let before = latest[source] {
            // A clock that was set back must not make it longer.
            wait = max(.zero, min(before.advanced(by: Self.pace).since(now), Self.patience))
        }
        latest[source] = now.advanced(by: wait)
        if wait > .zero { try await sleep(wait) }
    }
}

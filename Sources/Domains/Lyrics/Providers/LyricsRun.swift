package import Catalog
package import Journal
package import Primitives

/// The lookup of the words of all songs of a library in the background. There is one a library; a new one begins where
/// none runs.
package struct LyricsRun: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case running, stopped, done
    }

    /// Songs a minute.
    package static let paces: ClosedRange<Int64> = 1...600
    package static let standardPace = 60

    package let library: ID<Library>
    package var state: State
    /// The last song that was looked at; nil before the first.
    package var position: ID<Track>?
    /// The number of the library's songs at the start.
    package var total: Int
    /// The songs that were looked at, those with words included.
    package var done: Int
    /// The songs whose words were found by this run.
    package var found: Int
    package let perMinute: Int
    package let startedAt: Timestamp
    package var changedAt: Timestamp

    package init(
        library: ID<Library>, state: State = .running, position: ID<Track>? = nil, total: Int, done: Int = 0,
        found: Int = 0, perMinute: Int, startedAt: Timestamp, changedAt: Timestamp
    ) {
        self.library = library
        self.state = state
        self.position = position
        self.total = total
        self.done = done
        self.found = found
        self.perMinute = perMinute
        self.startedAt = startedAt
        self.changedAt = changedAt
    }
}

/// Starts, stops and lists the lookups of whole libraries. Every call needs `administer`.
package struct LyricsRunService: Sendable {
    private let store: any LyricsRunStore
    private let lookups: any LyricsLookupStore
    private let runner: LyricsRunner
    private let clock: any WallClock

    package init(
        store: any LyricsRunStore, lookups: any LyricsLookupStore, runner: LyricsRunner, clock: any WallClock
    ) {
        self.store = store
        self.lookups = lookups
        self.runner = runner
        self.clock = clock
    }

    /// One for each library that has had one, the latest first.
    package func list(as caller: Principal) async throws -> [LyricsRun] {
        try caller.require(.administer)
        return try await store.runs()
    }

    /// Starts with the first song of a library. One that was stopped goes on where it was.
    ///
    /// - Parameter perMinute: the most songs that are looked up in a minute.
    /// - Throws: `notFound` for no library; `conflict` where it runs already, and where no provider is switched on.
    package func start(
        _ library: ID<Library>, perMinute: Int, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws -> LyricsRun {
        try caller.require(.administer)
        let isOff = try await lookups.providers().enabled.isEmpty
        let now = clock.now()
        let run = try await store.edit(library) { run, total in
            guard !isOff else {
                throw DomainError(
                    .conflict, "No provider is switched on. Switch one on first.", reason: "providers_off")
            }
            if run?.state == .running {
                throw DomainError(.conflict, "This library is being looked through", reason: "lookup_running")
            }
            var new = LyricsRun(
                library: library, total: total, perMinute: perMinute, startedAt: now, changedAt: now)
            if let run, run.state == .stopped {
                (new.position, new.done, new.found) = (run.position, run.done, run.found)
            }
            run = new
            return [JournalEntry(at: now, by: actor, "lookup.start", .init("library", library))]
        }
        runner.publish(run)
        runner.wake()
        return run
    }

    /// Stops after the song that is being looked up. Throws `notFound` where nothing runs.
    package func stop(
        _ library: ID<Library>, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws -> LyricsRun {
        try caller.require(.administer)
        let now = clock.now()
        let run = try await store.edit(library) { run, _ in
            guard run?.state == .running else { throw DomainError.notFound("Nothing is looked up in this library") }
            run?.state = .stopped
            run?.changedAt = now
            return [JournalEntry(at: now, by: actor, "lookup.stop", .init("library", library))]
        }
        runner.publish(run)
        runner.wake()
        return run
    }
}

/// Looks up the words of libraries, one song after the other, no faster than their runs say. It goes on where it was
/// when the server starts again.
package struct LyricsRunner: Sendable {
    /// The songs that are read from the library at once.
    private static let batch = 50
    /// The longest time to wait for providers that fail before they are asked again.
    private static let longestWait = Duration.seconds(60)

    private let store: any LyricsRunStore
    private let finder: LyricsFinder
    private let queue: LyricsLookupQueue
    private let clock: any WallClock
    private let sleep: @Sendable (Duration) async throws -> Void
    private let signal = WakeSignal()
    private let broadcast = Broadcast<LyricsRun>(.latest(8))

    /// - Parameter sleep: the pauses between songs.
    package init(
        store: any LyricsRunStore, finder: LyricsFinder, queue: LyricsLookupQueue, clock: any WallClock,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.store = store
        self.finder = finder
        self.queue = queue
        self.clock = clock
        self.sleep = sleep
    }

    /// The state of runs as it changes.
    package func updates() -> AsyncStream<LyricsRun> { broadcast.listen() }

    func wake() { signal.wake() }

    func publish(_ run: LyricsRun) { broadcast.send(run) }

    /// It must run for as long as the server does.
    package func work() async throws {
        signal.wake()
        for await _ in signal.turns {
            while let run = try await store.runs().last(where: { $0.state == .running }) { try await go(on: run) }
        }
    }

    /// Looks at the next songs of a run. Returns when they are done, and as soon as the run is stopped.
    private func go(on run: LyricsRun) async throws {
        let tracks = try await store.tracks(of: run.library, after: run.position, limit: Self.batch)
        guard !tracks.isEmpty else {
            _ = try await advance(run.library) { $0.state = .done }
            return
        }
        for track in tracks {
            try Task.checkCancellation()
            if case .unknown? = try await finder.known(track, in: .everything) {
                let began = ContinuousClock.now
                guard let ended = await queue.lookUp(track) else {
                    // Cut off, or a fault of this server, which is logged: another song may do better.
                    try Task.checkCancellation()
                    guard try await advance(run.library, { $0.pass(track, found: 0) }) else { return }
                    continue
                }
                switch ended.outcome {
                case .off:
                    _ = try await advance(run.library) { $0.state = .stopped }
                    return
                case .unavailable(let wait, isPartial: false):
                    // Nobody answered: the same song is tried again.
                    try await sleep(min(max(wait, .seconds(1)), Self.longestWait))
                    return
                case .found, .none, .instrumental, .restricted, .unavailable: break
                }
                let found = ended.outcome == .found ? 1 : 0
                guard try await advance(run.library, { $0.pass(track, found: found) }) else { return }
                let pause = Duration.seconds(60) / run.perMinute - (ContinuousClock.now - began)
                if pause > .zero { try await sleep(pause) }
            } else {
                guard try await advance(run.library, { $0.pass(track, found: 0) }) else { return }
            }
        }
    }

    /// Changes a run that still runs. False where it does not.
    private func advance(
        _ library: ID<Library>, _ change: @escaping @Sendable (inout LyricsRun) -> Void
    ) async throws -> Bool {
        let now = clock.now()
        guard
            let run = try await store.advance(
                library,
                { run in
                    change(&run)
                    run.changedAt = now
                })
        else { return false }
        broadcast.send(run)
        return true
    }
}

extension LyricsRun {
    fileprivate mutating func pass(_ track: ID<Track>, found: Int) {
        position = track
        done += 1
        self.found += found
    }
}

/// The storage of runs. Every method is one transaction.
package protocol LyricsRunStore: Sendable {
    /// The latest first.
    func runs() async throws -> [LyricsRun]

    /// Changes the run of a library, which is nil where there is none, and appends the entries.
    ///
    /// - Parameter change: receives the number of the library's songs too.
    /// - Throws: `notFound` for no library.
    func edit(
        _ library: ID<Library>,
        _ change: @escaping @Sendable (inout LyricsRun?, _ total: Int) throws -> [JournalEntry]
    ) async throws -> LyricsRun

    /// Changes a run if it is running. Nil where it is not.
    func advance(
        _ library: ID<Library>, _ change: @escaping @Sendable (inout LyricsRun) -> Void
    ) async throws -> LyricsRun?

    /// The next songs of a library by their ids. Those that are missing are left out.
    func tracks(of library: ID<Library>, after: ID<Track>?, limit: Int) async throws -> [ID<Track>]
}

package import Catalog
package import Primitives

/// The speakers that people share, for those whose role has the permission. Everybody sees the songs in the queue that
/// they may hear, and adds only such.
package struct SpeakerService: Sendable {
    private let directory: SpeakerDirectory
    private let catalog: any CatalogStore
    private let registry: DeviceRegistry
    private let events: ListeningEvents
    private let clock: any WallClock
    private let limiter: RateLimiter<ID<Person>>
    /// As fast as somebody turns the volume.
    private static let burst = 60
    private static let refill = Duration.milliseconds(100)

    /// - Parameter limits: the clock that limits how often a user sends commands.
    package init(
        directory: SpeakerDirectory, catalog: any CatalogStore, registry: DeviceRegistry, events: ListeningEvents,
        clock: any WallClock = SystemWallClock(), limits: any MonotonicClock = SystemMonotonicClock()
    ) {
        self.directory = directory
        self.catalog = catalog
        self.registry = registry
        self.events = events
        self.clock = clock
        limiter = RateLimiter(clock: limits)
    }

    /// Whether a speaker is there and switched on, whoever asks.
    func isOpen(_ id: DeviceID) async throws -> Bool {
        guard let place = directory.place(id) else { return false }
        return try await place.isOn()
    }

    private static func admits(_ caller: Principal) -> Bool { caller.may(.jukebox) && caller.may(.listen) }

    /// A speaker as one of its users sees it.
    struct Seen {
        let state: DeviceState
        /// Whether it is what the user listens to.
        var isActive: Bool
        let isReachable: Bool
    }

    /// The speakers that the caller may use.
    func seen(by caller: Principal) async throws -> [Seen] {
        guard Self.admits(caller) else { return [] }
        var seen: [Seen] = []
        // Of several that a user has started, the last one is the user's.
        var latest: (index: Int, at: Timestamp)?
        for place in directory.places where try await place.isOn() {
            let condition = try await place.speaker.state()
            if let start = condition.start, start.by == caller.user, start.at >= latest?.at ?? start.at {
                latest = (seen.count, start.at)
            }
            seen.append(Seen(state: condition.state, isActive: false, isReachable: place.isReachable()))
        }
        // It stays so while it is paused, as a device does.
        if let latest, !isPlayingElsewhere(caller.user) { seen[latest.index].isActive = true }
        return seen
    }

    /// Whether one of the user's own devices has started since the user has started a speaker.
    private func isPlayingElsewhere(_ user: ID<Person>) -> Bool {
        let (devices, active, _) = registry.devices(of: user)
        return devices.contains { $0.id == active && $0.isPlaying }
    }

    /// The speaker with this id; nil where there is none for the caller.
    func speaker(_ id: DeviceID, for caller: Principal) async throws -> Speaker? {
        guard Self.admits(caller), let place = directory.place(id), try await place.isOn() else { return nil }
        return place.speaker
    }

    /// Carries out a command to a speaker. Throws `invalid` for tracks that the caller may not hear, `rateLimited`, and
    /// `conflict` for one that is to play and is away.
    func perform(_ command: DeviceCommand, on speaker: Speaker, as caller: Principal) async throws {
        if let wait = limiter.take(caller.user, burst: Self.burst, refill: Self.refill) {
            throw DomainError(.rateLimited, "Too many commands to this speaker", retryAfter: wait)
        }
        switch command.action {
        case .add(let tracks, _):
            guard try await catalog.knows(tracks, in: caller.libraries) else { throw DomainError.unknownQueueTrack }
        case .play, .jump, .takeOver: try requireReachable(speaker)
        default: break
        }
        if case .takeOver(let source) = command.action {
            try await takeOver(from: source, on: speaker, command: command.id, as: caller)
        } else {
            try await speaker.perform(command.action, id: command.id, by: caller.user)
        }
        switch command.action {
        case .play, .jump, .takeOver: silenceOthers(of: caller.user, for: speaker.id)
        default: break
        }
    }

    /// Plays an entry of a speaker's queue from a position on.
    func jump(to key: Int64, position: Duration, on speaker: Speaker, as caller: Principal) async throws {
        try requireReachable(speaker)
        try await speaker.jump(to: key, position: position, by: caller.user)
        silenceOthers(of: caller.user, for: speaker.id)
    }

    private func requireReachable(_ speaker: Speaker) throws(DomainError) {
        guard directory.place(speaker.id)?.isReachable() ?? false else { throw .deviceGone }
    }

    /// The speaker goes on with what a device of the caller's plays, or another speaker.
    private func takeOver(
        from source: DeviceID, on speaker: Speaker, command: String, as caller: Principal
    ) async throws {
        let other = try await self.speaker(source, for: caller)?.state().state
        guard source != speaker.id, let device = registry.device(source, of: caller.user) ?? other else {
            throw DomainError.noSuchDevice
        }
        let report = device.report
        guard let track = report.track else { throw DomainError.nothingToContinue }
        let entries = device.entries.isEmpty ? [DeviceEntry(key: 0, track: track)] : device.entries
        let known = try await catalog.known(Set(entries.map(\.track)), in: caller.libraries)
        let playable = entries.filter { known.contains($0.track) }
        guard !playable.isEmpty else { throw DomainError.nothingToContinue }
        let index = playable.firstIndex { $0.key == report.current } ?? 0
        try await speaker.replace(
            with: playable.map(\.track), at: index,
            position: playable[index].track == track ? device.position(at: clock.now()) : .zero,
            modes: (report.isShuffled, report.repeats), startedBy: caller.user, command: command)
    }

    /// The devices on which the caller listens stop: the speaker is what sounds now.
    private func silenceOthers(of user: ID<Person>, for speaker: DeviceID) {
        for command in registry.yields(of: user, to: speaker, at: clock.now()) {
            events.send(.command(command), to: user)
        }
    }

    /// Corrects positions, and silences the speakers that have been switched off. To be called every second or two.
    package func tend() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            // None waits for another's output.
            for place in directory.places {
                group.addTask {
                    if try await place.isOn() { await place.speaker.tend() } else { await place.speaker.fallSilent() }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Lets the outputs go, and stores where the speakers are. For the end of the server.
    package func close() async {
        await withTaskGroup(of: Void.self) { group in
            for place in directory.places { group.addTask { await place.speaker.close() } }
        }
    }

    /// Moves the outputs of all speakers, also of those that are added, until the task is cancelled. There is one call.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            for await speaker in directory.arrivals { group.addTask { await speaker.run() } }
        }
    }
}

package import Catalog
package import Primitives

/// The speakers that people share, for those whose role has the permission. Everybody sees the songs in the queue that
/// they may hear, and adds only such.
package struct SpeakerService: Sendable {
    private let speakers: [Speaker]
    private let catalog: any CatalogStore
    private let registry: DeviceRegistry
    private let events: ListeningEvents
    private let clock: any WallClock
    private let isOn: @Sendable () async throws -> Bool
    private let limiter: RateLimiter<ID<Person>>
    /// As fast as somebody turns the volume.
    private static let burst = 60
    private static let refill = Duration.milliseconds(100)

    /// - Parameters:
    ///   - limits: the clock that limits how often a user sends commands.
    ///   - isOn: whether the admins have switched speakers on.
    package init(
        speakers: [Speaker], catalog: any CatalogStore, registry: DeviceRegistry, events: ListeningEvents,
        clock: any WallClock = SystemWallClock(), limits: any MonotonicClock = SystemMonotonicClock(),
        isOn: @escaping @Sendable () async throws -> Bool
    ) {
        self.speakers = speakers
        self.catalog = catalog
        self.registry = registry
        self.events = events
        self.clock = clock
        self.isOn = isOn
        limiter = RateLimiter(clock: limits)
    }

    /// Whether the caller may use a speaker at the moment.
    package func isOpen(to caller: Principal) async throws -> Bool {
        guard !speakers.isEmpty, caller.may(.jukebox), caller.may(.listen) else { return false }
        return try await isOn()
    }

    /// Whether speakers are there and switched on, whoever asks.
    package func isOpen() async throws -> Bool {
        guard !speakers.isEmpty else { return false }
        return try await isOn()
    }

    /// The speakers that the caller may use.
    func states(for caller: Principal) async throws -> [(state: DeviceState, isActive: Bool)] {
        guard try await isOpen(to: caller) else { return [] }
        var states: [(state: DeviceState, isActive: Bool)] = []
        for speaker in speakers {
            let (state, starter, _) = try await speaker.state()
            // It stays so while it is paused, as a device does.
            states.append((state, starter == caller.user && !isPlayingElsewhere(caller.user)))
        }
        return states
    }

    /// Whether one of the user's own devices has started since the user has started a speaker.
    private func isPlayingElsewhere(_ user: ID<Person>) -> Bool {
        let (devices, active, _) = registry.devices(of: user)
        return devices.contains { $0.id == active && $0.isPlaying }
    }

    /// The speaker with this id; nil where there is none for the caller.
    func speaker(_ id: DeviceID, for caller: Principal) async throws -> Speaker? {
        guard let speaker = speakers.first(where: { $0.id == id }), try await isOpen(to: caller) else { return nil }
        return speaker
    }

    /// Carries out a command to a speaker. Throws `invalid` for tracks that the caller may not hear, and `rateLimited`.
    func perform(_ command: DeviceCommand, on speaker: Speaker, as caller: Principal) async throws {
        if let wait = limiter.take(caller.user, burst: Self.burst, refill: Self.refill) {
            throw DomainError(.rateLimited, "Too many commands to this speaker", retryAfter: wait)
        }
        if case .add(let tracks, _) = command.action { try await check(tracks, as: caller) }
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
        try await speaker.jump(to: key, position: position, by: caller.user)
        silenceOthers(of: caller.user, for: speaker.id)
    }

    /// The speaker goes on with what a device of the caller's plays.
    private func takeOver(
        from source: DeviceID, on speaker: Speaker, command: String, as caller: Principal
    ) async throws {
        guard let device = registry.device(source, of: caller.user) else { throw DomainError.noSuchDevice }
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

    private func check(_ tracks: [ID<Track>], as caller: Principal) async throws {
        guard try await catalog.known(Set(tracks), in: caller.libraries).isSuperset(of: tracks) else {
            throw DomainError.unknownQueueTrack
        }
    }

    /// Corrects positions, and silences everything where speakers have been switched off. To be called every second or
    /// two.
    package func tend() async throws {
        let isOn = try await isOpen()
        for speaker in speakers {
            if isOn { await speaker.tend() } else { await speaker.fallSilent() }
        }
    }

    /// Lets the outputs go, and stores where the speakers are. For the end of the server.
    package func close() async throws {
        for speaker in speakers { await speaker.close() }
    }

    /// Moves all speakers' outputs, until the task is cancelled.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            for speaker in speakers { group.addTask { await speaker.run() } }
            await group.waitForAll()
        }
    }
}

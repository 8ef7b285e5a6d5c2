package import Catalog
package import Primitives

/// A player of the server's that people share: one queue, which it plays through its output.
///
/// Commands change the wanted state at once. `run` brings the output there, one step after the other, and does so again
/// when the output has ended by itself.
package actor Speaker {
    package nonisolated let id: DeviceID
    package nonisolated let name: String
    let output: any SpeakerOutput
    let store: any SpeakerStore
    let clock: any WallClock
    let monotonic: any MonotonicClock
    let rules: SpeakerRules
    let onChange: @Sendable () -> Void
    let wishes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    var queue = SpeakerQueue()
    var isPlaying = false
    var volume = StoredSpeaker().volume
    var isMuted = false
    /// The position at `at`.
    var position = Duration.zero
    var at: Timestamp
    /// Increases with everything that makes the output load the current entry anew.
    var load = 0
    /// Increases with each seek.
    var seek = 0
    var actual: ActualState?
    var lastToken: UInt64 = 0
    /// The tokens that the output has, with the entries that they stand for.
    var keys: [UInt64: Int64] = [:]

    var lastStart: SpeakerCondition.Start?
    var problem: SpeakerFailure?
    var revision: Int64 = 0
    var queueRevision: Int64 = 0
    var answers: [DeviceAnswer] = []
    var isStored = true
    var isRestored = false
    /// Whether the output has been started and not let go since.
    var isTaken = false
    var restingSince: Duration
    var storedAt = Duration.zero
    /// The monotonic times of the last deaths and failures.
    var troubles: [Duration] = []

    /// - Parameter onChange: called when what others show of it has changed.
    package init(
        id: DeviceID, name: String, output: any SpeakerOutput, store: any SpeakerStore,
        clock: any WallClock = SystemWallClock(), monotonic: any MonotonicClock = SystemMonotonicClock(),
        rules: SpeakerRules = SpeakerRules(), onChange: @escaping @Sendable () -> Void
    ) {
        self.id = id
        self.name = name
        self.output = output
        self.store = store
        self.clock = clock
        self.monotonic = monotonic
        self.rules = rules
        self.onChange = onChange
        at = clock.now()
        restingSince = monotonic.now()
    }

    // MARK: What is seen

    package func state() async throws -> SpeakerCondition {
        try await restore()
        let report = try DeviceReport(
            id: id, name: name, kind: .speaker, track: queue.currentEntry?.track, position: position,
            isPlaying: isPlaying, volume: volume, isMuted: isMuted, isShuffled: queue.isShuffled,
            repeats: queue.repeats, current: queue.current, entries: queue.entries)
        let state = DeviceState(
            report: report, revision: revision, queueRevision: queueRevision, at: at, answers: answers,
            heardAt: monotonic.now())
        return SpeakerCondition(state: state, start: lastStart, problem: problem)
    }

    // MARK: What is asked

    /// Carries out a command that has not been carried out before. Throws as the command of a device does, where it is
    /// about something that has changed.
    package func perform(_ action: DeviceAction, id: String, by user: ID<Person>) async throws {
        try await restore()
        guard !answers.contains(where: { $0.command == id }) else { return }
        try change(action, by: user)
        answers = Array((answers + [DeviceAnswer(command: id, outcome: .done)]).suffix(rules.rememberedAnswers))
        changed()
    }

    func change(_ action: DeviceAction, by user: ID<Person>) throws(DomainError) {
        switch action {
        case .play:
            guard queue.current != nil else { throw .nothingToContinue }
            start(by: user)
        case .pause: pause()
        case .seek(let goal, let entry):
            try require(entry)
            place(at: goal)
            seek += 1
        case .volume(let level): (volume, isMuted) = (level, false)
        case .mute(let isMuted): self.isMuted = isMuted
        case .shuffle(let isShuffled):
            var generator = SystemRandomNumberGenerator()
            queue.shuffle(isShuffled, using: &generator)
            queueRevision += 1
        case .repeats(let repeats): queue.repeats = repeats
        case .next(let entry):
            try require(entry)
            if let next = queue.next { go(to: next.key) } else { endOfQueue() }
        case .previous(let entry):
            try require(entry)
            let isLate = current(at: clock.now()) > rules.restartsAfter
            go(to: isLate ? entry : queue.previous?.key ?? entry)
        case .jump(let key):
            guard queue.contains(key) else { throw .entryGone }
            go(to: key)
            start(by: user)
        case .add(let tracks, let before):
            guard before.map(queue.contains) ?? true else { throw .entryGone }
            try queue.add(tracks, before: before)
            queueRevision += 1
        case .remove(let keys): remove(Set(keys))
        case .move(let key, let before):
            guard queue.contains(key), before.map(queue.contains) ?? true else { throw .entryGone }
            queue.move(key, before: before)
            queueRevision += 1
        case .clear:
            queue.clearUpcoming()
            queueRevision += 1
        case .takeOver, .yield: throw .nothingToContinue
        }
    }

    /// Replaces the queue.
    ///
    /// - Parameter starter: plays at once, and is this user's; nil to rest.
    package func replace(
        with tracks: [ID<Track>], at index: Int, position: Duration = .zero,
        modes: (shuffled: Bool, DeviceRepeat)? = nil, startedBy starter: ID<Person>?, command: String? = nil
    ) async throws {
        try await restore()
        if let modes {
            queue.setModes(repeats: modes.1, isShuffled: modes.shuffled)
        }
        queue.replace(with: tracks, at: index)
        queueRevision += 1
        load += 1
        place(at: position)
        if let starter, queue.current != nil { start(by: starter) } else { pause() }
        if let command {
            answers = Array(
                (answers + [DeviceAnswer(command: command, outcome: .done)]).suffix(rules.rememberedAnswers))
        }
        changed()
    }

    /// Plays an entry from a position on. Throws as a command does.
    package func jump(to key: Int64, position: Duration, by user: ID<Person>) async throws {
        try await restore()
        guard queue.contains(key) else { throw DomainError.entryGone }
        go(to: key)
        place(at: position)
        start(by: user)
        changed()
    }

    /// Mixes the whole queue.
    package func shuffleAll() async throws {
        try await restore()
        var generator = SystemRandomNumberGenerator()
        queue.shuffleAll(using: &generator)
        queueRevision += 1
        changed()
    }

    /// Pauses, and lets the output go.
    package func fallSilent() async {
        guard isPlaying || isTaken else { return }
        pause()
        await release()
        changed()
    }

    func require(_ entry: Int64) throws(DomainError) {
        guard queue.current == entry else { throw .deviceMovedOn }
    }

    func start(by user: ID<Person>) {
        if !isPlaying { (isPlaying, at) = (true, clock.now()) }
        lastStart = SpeakerCondition.Start(by: user, at: clock.now())
        (problem, troubles) = (nil, [])
    }

    func pause() {
        place(at: current(at: clock.now()))
        isPlaying = false
        restingSince = monotonic.now()
    }

    func go(to key: Int64) {
        queue.setCurrent(key)
        place(at: .zero)
        load += 1
    }

    /// The queue stays at its end, and starts from its beginning the next time.
    func endOfQueue() {
        pause()
        if let first = queue.entries.first { go(to: first.key) }
    }

    func remove(_ keys: Set<Int64>) {
        let before = queue.current
        queue.remove(keys)
        queueRevision += 1
        guard queue.current != before else { return }
        place(at: .zero)
        load += 1
        if queue.current == nil { pause() }
    }

    func place(at position: Duration) {
        self.position = position
        at = clock.now()
    }

    func current(at instant: Timestamp) -> Duration {
        guard isPlaying else { return position }
        return position + .milliseconds(max(instant.milliseconds - at.milliseconds, 0))
    }

    func changed() {
        revision += 1
        isStored = false
        onChange()
        wishes.continuation.yield()
    }

    // MARK: Upkeep

    /// Corrects the position, lets an output go that has rested for long, and stores where it is. To be called every
    /// second or two.
    package func tend() async {
        let now = monotonic.now()
        if let actual, isPlaying, let heard = try? await output.position(), heard.token == actual.token {
            sounds(heard.token, at: heard.position)
        }
        if isTaken, !isPlaying, now - restingSince > rules.rest { await release() }
        if isPlaying, now - storedAt > rules.storing { isStored = false }
        await storeIfNeeded()
    }

    package func close() async {
        await fallSilent()
        await storeIfNeeded()
    }

    func storeIfNeeded() async {
        guard !isStored, isRestored else { return }
        isStored = true
        storedAt = monotonic.now()
        let stored = StoredSpeaker(
            tracks: queue.entries.map(\.track), index: queue.index ?? 0, position: current(at: clock.now()),
            volume: volume, repeats: queue.repeats, isShuffled: queue.isShuffled)
        // What could not be stored is stored with the next change.
        do { try await store.store(stored, of: id, at: clock.now()) } catch { isStored = false }
    }

    /// Reads what was stored, once.
    func restore() async throws {
        guard !isRestored else { return }
        let stored = try await store.speaker(id)
        guard !isRestored else { return }
        isRestored = true
        guard let stored else { return }
        queue = SpeakerQueue(
            tracks: stored.tracks, index: stored.index, repeats: stored.repeats, isShuffled: stored.isShuffled,
            // Clients may still know entries of before the restart.
            firstKey: clock.now().milliseconds)
        volume = stored.volume
        place(at: stored.position)
    }
}

package import Catalog
package import Primitives

/// A player of the server's that people share: one queue, which it plays through its output.
///
/// Commands change the wanted state at once. `run` brings the output there, one step after the other, and does so again
/// when the output has ended by itself.
package actor Speaker {
    package nonisolated let id: DeviceID
    package nonisolated let name: String
    private let output: any SpeakerOutput
    private let store: any SpeakerStore
    private let clock: any WallClock
    private let monotonic: any MonotonicClock
    private let rules: SpeakerRules
    private let onChange: @Sendable () -> Void
    private let wishes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    private var queue = SpeakerQueue()
    private var isPlaying = false
    private var volume = StoredSpeaker().volume
    private var isMuted = false
    /// The position at `at`.
    private var position = Duration.zero
    private var at: Timestamp
    /// Increases with everything that makes the output load the current entry anew.
    private var load = 0
    /// Increases with each seek.
    private var seek = 0
    private var actual: ActualState?
    private var lastToken: UInt64 = 0
    /// The tokens that the output has, with the entries that they stand for.
    private var keys: [UInt64: Int64] = [:]

    private var starter: ID<Person>?
    private var problem: SpeakerFailure?
    private var revision: Int64 = 0
    private var queueRevision: Int64 = 0
    private var answers: [DeviceAnswer] = []
    private var isStored = true
    private var isRestored = false
    /// Whether the output has been started and not let go since.
    private var isTaken = false
    private var restingSince: Duration
    private var storedAt = Duration.zero
    /// The monotonic times of the last deaths and failures.
    private var troubles: [Duration] = []

    /// The state of the output as far as it is known.
    private struct ActualState: Equatable {
        var load: Int
        var seek: Int
        var isPaused: Bool
        var volume: Int
        /// The token of the song that plays.
        var token: UInt64
        /// The token and key of the song that follows; nil for none.
        var prepared: (token: UInt64, key: Int64)?

        static func == (one: Self, other: Self) -> Bool {
            one.token == other.token && one.load == other.load && one.seek == other.seek
                && one.isPaused == other.isPaused && one.volume == other.volume
                && one.prepared?.token == other.prepared?.token
        }
    }

    private enum Step {
        case load(DeviceEntry)
        case prepare(DeviceEntry?)
        case pause(Bool)
        case seek
        case volume(Int)
    }

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

    /// The state as devices are described, and who has started it.
    package func state() async throws -> (state: DeviceState, starter: ID<Person>?, problem: SpeakerFailure?) {
        try await restore()
        let report = try DeviceReport(
            id: id, name: name, kind: .speaker, track: queue.currentEntry?.track, position: position,
            isPlaying: isPlaying, volume: volume, isMuted: isMuted, isShuffled: queue.isShuffled,
            repeats: queue.repeats, current: queue.current, entries: queue.entries)
        let state = DeviceState(
            report: report, revision: revision, queueRevision: queueRevision, at: at, answers: answers,
            heardAt: monotonic.now())
        return (state, starter, problem)
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

    private func change(_ action: DeviceAction, by user: ID<Person>) throws(DomainError) {
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

    private func require(_ entry: Int64) throws(DomainError) {
        guard queue.current == entry else { throw .deviceMovedOn }
    }

    private func start(by user: ID<Person>) {
        if !isPlaying { (isPlaying, at) = (true, clock.now()) }
        (starter, problem, troubles) = (user, nil, [])
    }

    private func pause() {
        place(at: current(at: clock.now()))
        isPlaying = false
        restingSince = monotonic.now()
    }

    private func go(to key: Int64) {
        queue.setCurrent(key)
        place(at: .zero)
        load += 1
    }

    /// The queue stays at its end, and starts from its beginning the next time.
    private func endOfQueue() {
        pause()
        if let first = queue.entries.first { go(to: first.key) }
    }

    private func remove(_ keys: Set<Int64>) {
        let before = queue.current
        queue.remove(keys)
        queueRevision += 1
        guard queue.current != before else { return }
        place(at: .zero)
        load += 1
        if queue.current == nil { pause() }
    }

    private func place(at position: Duration) {
        self.position = position
        at = clock.now()
    }

    private func current(at instant: Timestamp) -> Duration {
        guard isPlaying else { return position }
        return position + .milliseconds(max(instant.milliseconds - at.milliseconds, 0))
    }

    private func changed() {
        revision += 1
        isStored = false
        onChange()
        wishes.continuation.yield()
    }

    // MARK: The output

    /// Brings the output to where it is wanted, until the task is cancelled. There is one call in the speaker's life.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.hearOutput() }
            group.addTask {
                for await _ in self.wishes.stream { await self.settle() }
            }
            await group.waitForAll()
        }
    }

    private func hearOutput() async {
        for await event in output.events { hear(event) }
    }

    private func settle() async {
        while !Task.isCancelled, let step = nextStep() {
            do {
                try await take(step)
            } catch {
                failed(error as? SpeakerFailure ?? .unavailable)
            }
        }
        await storeIfNeeded()
    }

    /// Nil where the output is as it should be.
    private func nextStep() -> Step? {
        guard let entry = queue.currentEntry else { return actual == nil ? nil : .pause(true) }
        guard let actual else { return isPlaying ? .load(entry) : nil }
        if actual.load != load {
            if isPlaying { return .load(entry) }
            return actual.isPaused ? nil : .pause(true)
        }
        if actual.seek != seek { return .seek }
        if actual.isPaused == isPlaying { return .pause(!isPlaying) }
        if actual.volume != heardVolume { return .volume(heardVolume) }
        let following = queue.following
        if actual.prepared?.key != following?.key { return .prepare(following) }
        return nil
    }

    private var heardVolume: Int { isMuted ? 0 : volume }

    /// Works on one step. Where another state is wanted meanwhile, the next step follows it.
    private func take(_ step: Step) async throws {
        switch step {
        case .load(let entry):
            let song = song(entry)
            let wanted = ActualState(
                load: load, seek: seek, isPaused: false, volume: heardVolume, token: song.token, prepared: nil)
            (keys, isTaken) = ([song.token: entry.key], true)
            try await output.load(song, from: current(at: clock.now()), isPaused: false, volume: wanted.volume)
            // It may have been silenced meanwhile.
            guard isTaken else { return await output.stop() }
            actual = wanted
        case .prepare(let entry):
            let song = entry.map(song)
            if let song, let entry { keys[song.token] = entry.key }
            do {
                try await output.prepare(song)
            } catch SpeakerFailure.song {
                // The output ends after the current song, and then this one is tried, or left out.
            }
            actual?.prepared = song.flatMap { song in entry.map { (song.token, $0.key) } }
        case .pause(let isPaused):
            if queue.current == nil { return await release() }
            try await output.setPaused(isPaused)
            actual?.isPaused = isPaused
        case .seek:
            let wanted = seek
            try await output.seek(to: current(at: clock.now()))
            actual?.seek = wanted
        case .volume(let level):
            try await output.setVolume(level)
            actual?.volume = level
        }
    }

    private func song(_ entry: DeviceEntry) -> SpeakerSong {
        lastToken += 1
        return SpeakerSong(token: lastToken, track: entry.track)
    }

    private func hear(_ event: SpeakerEvent) {
        switch event {
        case .sounds(let token, let position): sounds(token, at: position)
        case .ended(let token):
            guard token == actual?.token, actual?.load == load else { return }
            actual = nil
            if let following = queue.following {
                go(to: following.key)
            } else {
                endOfQueue()
            }
            changed()
        case .failed(let token, let failure):
            guard keys[token] == queue.current, actual == nil || actual?.load == load else { return }
            failed(failure)
            wishes.continuation.yield()
        case .died(let token):
            guard token == actual?.token else { return }
            failed(.unsteady)
            wishes.continuation.yield()
        }
    }

    private func sounds(_ token: UInt64, at position: Duration) {
        guard let actual, actual.load == load else { return }
        if let prepared = actual.prepared, prepared.token == token {
            queue.setCurrent(prepared.key)
            place(at: position)
            self.actual?.token = token
            self.actual?.prepared = nil
            return changed()
        }
        guard token == actual.token, actual.seek == seek else { return }
        let strays = abs((position - current(at: clock.now())).wholeMilliseconds)
        place(at: position)
        if strays > rules.drift.wholeMilliseconds { changed() }
    }

    /// A song that cannot be played is left out, and an output that has ended is started again, a few times.
    private func failed(_ failure: SpeakerFailure) {
        let now = monotonic.now()
        troubles = troubles.filter { now - $0 < rules.troubleWindow } + [now]
        problem = failure
        if failure == .unsteady {
            place(at: current(at: clock.now()))
            actual = nil
        }
        let isHopeless = failure == .unavailable || failure == .soundSystem || troubles.count > rules.troubles
        if failure == .song, !isHopeless, let next = queue.next, next.key != queue.current {
            actual = nil
            go(to: next.key)
        } else if failure == .song || isHopeless {
            actual = nil
            load += 1
            pause()
        }
        changed()
    }

    private func release() async {
        (actual, isTaken) = (nil, false)
        load += 1
        await output.stop()
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

    private func storeIfNeeded() async {
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
    private func restore() async throws {
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

/// The times and limits of speakers.
package struct SpeakerRules: Sendable {
    package var rememberedAnswers = 64
    /// After this, `previous` starts the song again.
    package var restartsAfter = Duration.seconds(3)
    package var drift = Duration.milliseconds(150)
    /// The time after which an output that rests is let go.
    package var rest = Duration.seconds(300)
    package var storing = Duration.seconds(10)
    /// More failures than this within the window, and it is silent until somebody starts it again.
    package var troubles = 3
    package var troubleWindow = Duration.seconds(60)

    package init() {}
}

import Catalog
import Primitives

/// Brings the output to where it is wanted, and hears what it does by itself.
extension Speaker {
    /// The state of the output as far as it is known.
    struct ActualState {
        var load: Int
        var seek: Int
        var isPaused: Bool
        var volume: Int
        /// The token of the song that plays.
        var token: UInt64
        /// The token and key of the song that follows; nil for none.
        var prepared: (token: UInt64, key: Int64)?
    }

    enum Step {
        case load(DeviceEntry)
        case prepare(DeviceEntry?)
        case pause(Bool)
        case seek
        case volume(Int)
    }

    /// Brings the output to where it is wanted, until the task is cancelled. There is one call in the speaker's life.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.output.run() }
            group.addTask { await self.hearOutput() }
            group.addTask {
                for await _ in self.wishes.stream { await self.settle() }
            }
            await group.waitForAll()
        }
    }

    func hearOutput() async {
        for await event in output.events { hear(event) }
    }

    func settle() async {
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
    func nextStep() -> Step? {
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

    var heardVolume: Int { isMuted ? 0 : volume }

    /// Works on one step. Where another state is wanted meanwhile, the next step follows it.
    func take(_ step: Step) async throws {
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

    func song(_ entry: DeviceEntry) -> SpeakerSong {
        lastToken += 1
        return SpeakerSong(token: lastToken, track: entry.track)
    }

    func hear(_ event: SpeakerEvent) {
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
        case .paused(let token):
            guard token == actual?.token, actual?.load == load, actual?.isPaused == false, isPlaying else { return }
            actual?.isPaused = true
            pause()
            changed()
        case .volume(let token, let level):
            guard token == actual?.token, actual?.volume == heardVolume, level != heardVolume else { return }
            actual?.volume = level
            (volume, isMuted) = (level, false)
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

    func sounds(_ token: UInt64, at position: Duration) {
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
        if strays >= rules.resolution.wholeMilliseconds { place(at: position) }
        if strays > max(rules.drift, rules.resolution).wholeMilliseconds { changed() }
    }

    /// A song that cannot be played is left out, and an output that has ended is started again, a few times.
    func failed(_ failure: SpeakerFailure) {
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

    func release() async {
        (actual, isTaken) = (nil, false)
        load += 1
        await output.stop()
    }
}

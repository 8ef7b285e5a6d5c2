package import Catalog
package import Listening
package import Primitives

/// The sound of a renderer (UPnP AVTransport:1 and RenderingControl:1). It is told what to play, fetches that by itself,
/// and is asked every second how it goes.
package actor RendererOutput: SpeakerOutput {
    /// The times by which a renderer is judged.
    package struct Timing: Sendable {
        package var pace = Duration.seconds(1)
        /// As many questions without an answer, and it counts as gone.
        package var misses = 3
        /// The pause before an action is tried again that a renderer cannot take yet, and how often it is.
        package var retry = Duration.milliseconds(200)
        package var retries = 25
        /// A song that has not moved for so long cannot be played.
        package var patience = Duration.seconds(15)
        /// The pause after which one that did not answer is asked to play again.
        package var recovery = Duration.seconds(3)

        package init() {}
    }

    struct Playing {
        let token: UInt64
        let track: ID<Track>
        var song: RendererSong
        var isPaused = false
        var hasSounded = false
        /// The last position that was heard, and when.
        var heard: (position: Duration, at: Duration)?
        var movedAt: Duration
    }

    package nonisolated let events: AsyncStream<SpeakerEvent>
    nonisolated let happened: AsyncStream<SpeakerEvent>.Continuation
    let device: @Sendable () -> RendererDevice?
    let client: RendererClient
    private let song: @Sendable (ID<Track>, RendererDevice, Duration) async throws -> RendererSong
    let onLoss: @Sendable () -> Void
    let timing: Timing
    let clock: any MonotonicClock

    var current: Playing?
    var next: Playing?
    /// The volume that the renderer was asked for, or has answered, on its own scale.
    var level: Int?
    var misses = 0
    var questions = 0
    /// Increases with each command: what was asked before it says nothing of what comes after.
    var commands = 0
    var isCommanding = false

    /// - Parameters:
    ///   - device: the renderer as it was found; nil as long as it was not.
    ///   - song: makes the address of a track for it, from a position on. Throws where the track cannot be played.
    ///   - onLoss: called when it does not answer.
    package init(
        device: @escaping @Sendable () -> RendererDevice?, client: RendererClient, timing: Timing = Timing(),
        clock: any MonotonicClock = SystemMonotonicClock(), onLoss: @escaping @Sendable () -> Void = {},
        song: @escaping @Sendable (ID<Track>, RendererDevice, Duration) async throws -> RendererSong
    ) {
        self.device = device
        self.client = client
        self.song = song
        self.timing = timing
        self.clock = clock
        self.onLoss = onLoss
        (events, happened) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
    }

    // MARK: Commands

    package func load(_ song: SpeakerSong, from position: Duration, isPaused: Bool, volume: Int) async throws {
        guard let device = device() else { throw SpeakerFailure.unavailable }
        let made = try await make(song.track, device, position)
        try await commanding {
            (current, next) = (nil, nil)
            do {
                try await begin(made, on: device, at: position, isPaused: isPaused, volume: volume)
            } catch RendererFault.unreachable {
                onLoss()
                try? await Task.sleep(for: timing.recovery)
                throw SpeakerFailure.unsteady
            } catch RendererFault.refused {
                throw SpeakerFailure.song
            } catch is RendererFault {
                throw SpeakerFailure.unsteady
            }
            current = Playing(
                token: song.token, track: song.track, song: made, isPaused: isPaused, movedAt: clock.now())
        }
    }

    private func begin(
        _ song: RendererSong, on device: RendererDevice, at position: Duration, isPaused: Bool, volume: Int
    ) async throws {
        try await name(song, on: device)
        try? await turn(to: volume, on: device)
        let isInside = song.isSeekable && position >= .seconds(1)
        guard !isPaused || isInside else { return }
        try await ask("Play", [("Speed", "1")], device)
        if isInside {
            // Most renderers seek only in what plays.
            for _ in 0..<timing.retries {
                let state = try await ask("GetTransportInfo", [], device)["CurrentTransportState"]
                if state == "PLAYING" { break }
                try await Task.sleep(for: timing.retry)
            }
            try await seek(to: position, on: device)
        }
        if isPaused { try await ask("Pause", [], device) }
    }

    package func prepare(_ song: SpeakerSong?) async throws {
        guard let device = device(), device.takesNext, current != nil else { return }
        guard let song else { return try await follow(with: nil, device) }
        do {
            let made = try await make(song.track, device, .zero)
            let following = Playing(token: song.token, track: song.track, song: made, movedAt: clock.now())
            try await follow(with: following, device)
        } catch SpeakerFailure.song {
            try await follow(with: nil, device)
            throw SpeakerFailure.song
        }
    }

    private func follow(with following: Playing?, _ device: RendererDevice) async throws {
        guard following != nil || next != nil else { return }
        next = nil
        try await commanding {
            // Without it, the song after this one is loaded at the end.
            do { try await follow(with: following?.song, on: device) } catch RendererFault.refused { return }
            next = following
        }
    }

    package func setPaused(_ isPaused: Bool) async throws {
        guard let device = device(), current != nil else { throw SpeakerFailure.unsteady }
        try await commanding {
            try await ask(isPaused ? "Pause" : "Play", isPaused ? [] : [("Speed", "1")], device)
            current?.isPaused = isPaused
            forgetPosition()
        }
    }

    package func seek(to position: Duration) async throws {
        guard let device = device(), let playing = current else { throw SpeakerFailure.unsteady }
        if playing.song.isSeekable {
            return try await commanding {
                try await seek(to: position, on: device)
                forgetPosition()
            }
        }
        // The same song from there on.
        let made = try await make(playing.track, device, position)
        try await commanding {
            try await name(made, on: device)
            if !playing.isPaused { try await ask("Play", [("Speed", "1")], device) }
            current?.song = made
            current?.hasSounded = false
            forgetPosition()
            if let next { try? await follow(with: next.song, on: device) }
        }
    }

    package func setVolume(_ volume: Int) async throws {
        guard let device = device(), current != nil else { throw SpeakerFailure.unsteady }
        try await commanding { try? await turn(to: volume, on: device) }
    }

    package func position() async throws -> (token: UInt64, position: Duration)? {
        guard let current, !current.isPaused, let heard = current.heard else { return nil }
        return (current.token, heard.position + (clock.now() - heard.at))
    }

    package func stop() async {
        guard let device = device(), current != nil else { return }
        (current, next) = (nil, nil)
        try? await commanding { try await ask("Stop", [], device) }
    }

    // MARK: The renderer

    private func make(_ track: ID<Track>, _ device: RendererDevice, _ position: Duration) async throws -> RendererSong {
        do { return try await song(track, device, position) } catch is DomainError { throw SpeakerFailure.song }
    }

    /// Runs a command. What the renderer was asked meanwhile is forgotten. Throws `SpeakerFailure`.
    private func commanding(_ body: () async throws -> Void) async throws {
        commands += 1
        isCommanding = true
        defer {
            commands += 1
            isCommanding = false
        }
        do { try await body() } catch RendererFault.unreachable {
            onLoss()
            throw SpeakerFailure.unsteady
        } catch is RendererFault {
            throw SpeakerFailure.unsteady
        }
    }

    private func forgetPosition() {
        current?.movedAt = clock.now()
        current?.heard = nil
    }

    private func name(_ song: RendererSong, on device: RendererDevice) async throws {
        try await ask(
            "SetAVTransportURI", [("CurrentURI", song.address), ("CurrentURIMetaData", song.metadata)], device)
    }

    private func follow(with song: RendererSong?, on device: RendererDevice) async throws {
        try await ask(
            "SetNextAVTransportURI", [("NextURI", song?.address ?? ""), ("NextURIMetaData", song?.metadata ?? "")],
            device)
    }

    /// A position that the renderer refuses is corrected by the next answer about where it is.
    private func seek(to position: Duration, on device: RendererDevice) async throws {
        do {
            try await ask("Seek", [("Unit", "REL_TIME"), ("Target", RendererSong.clock(position))], device)
        } catch RendererFault.refused {}
    }

    private func turn(to volume: Int, on device: RendererDevice) async throws {
        guard let address = device.volume else { return }
        let wanted = (min(max(volume, 0), 100) * device.loudest + 50) / 100
        _ = try await client.call(
            "SetVolume", of: .volume, at: address,
            [("InstanceID", "0"), ("Channel", "Master"), ("DesiredVolume", "\(wanted)")])
        level = wanted
    }

    /// Calls an action of the transport, again where it cannot be taken yet.
    @discardableResult
    func ask(
        _ action: String, _ arguments: [(name: String, value: String)], _ device: RendererDevice
    ) async throws -> [String: String] {
        let arguments = [(name: "InstanceID", value: "0")] + arguments
        for _ in 0..<timing.retries {
            let answer = try await answer(to: action, arguments, device)
            if let answer { return answer }
            try await Task.sleep(for: timing.retry)
        }
        throw RendererFault.notYet
    }

    /// Nil where the action cannot be taken yet.
    private func answer(
        to action: String, _ arguments: [(name: String, value: String)], _ device: RendererDevice
    ) async throws(RendererFault) -> [String: String]? {
        do {
            return try await client.call(action, of: .transport, at: device.transport, arguments)
        } catch {
            guard error == .notYet else { throw error }
            return nil
        }
    }
}

package import Catalog
package import Primitives

/// The jukebox of the Subsonic protocol: the speaker of this machine, whose songs are named by their place.
package struct JukeboxService: Sendable {
    /// The id of the machine's own speaker among devices.
    package static var speaker: DeviceID {
        get throws(DomainError) { try DeviceID("6a756b65-626f-4780-8000-000000000001") }
    }

    private let speakers: SpeakerService
    private let catalog: any CatalogStore
    private let clock: any WallClock

    package init(speakers: SpeakerService, catalog: any CatalogStore, clock: any WallClock = SystemWallClock()) {
        self.speakers = speakers
        self.catalog = catalog
        self.clock = clock
    }

    /// Whether the jukebox is there for those whose role has the permission.
    package func isOpen() async throws -> Bool {
        try await speakers.isOpen(Self.speaker)
    }

    /// Throws `conflict` with the reason `jukebox_off` where there is none or it is switched off.
    package func contents(as caller: Principal) async throws -> JukeboxContents {
        let (speaker, _) = try await open(as: caller)
        return try await contents(of: speaker, as: caller)
    }

    package func play(as caller: Principal) async throws {
        try await perform(.play, as: caller)
    }

    package func pause(as caller: Principal) async throws {
        try await perform(.pause, as: caller)
    }

    /// Plays the song at a place of the queue that the caller sees. Throws `notFound` where there is none.
    package func skip(to index: Int, position: Duration, as caller: Principal) async throws {
        let (speaker, _) = try await open(as: caller)
        let seen = try await contents(of: speaker, as: caller)
        guard seen.entries.indices.contains(index) else { throw Self.noSuchSong }
        try await speakers.jump(to: seen.entries[index].key, position: position, on: speaker, as: caller)
    }

    /// Replaces the queue, and leaves the jukebox silent until it is started.
    package func replace(with tracks: [ID<Track>], as caller: Principal) async throws {
        let (speaker, _) = try await open(as: caller)
        try await check(tracks, as: caller)
        try await speaker.replace(with: tracks, at: 0, startedBy: nil)
    }

    package func add(_ tracks: [ID<Track>], as caller: Principal) async throws {
        try await check(tracks, as: caller)
        try await perform(.add(tracks, before: nil), as: caller)
    }

    package func clear(as caller: Principal) async throws {
        try await replace(with: [], as: caller)
    }

    /// Throws `notFound` where there is no song at this place of the queue that the caller sees.
    package func remove(at index: Int, as caller: Principal) async throws {
        let (speaker, id) = try await open(as: caller)
        let seen = try await contents(of: speaker, as: caller)
        guard seen.entries.indices.contains(index) else { throw Self.noSuchSong }
        try await speakers.perform(command(.remove([seen.entries[index].key]), id), on: speaker, as: caller)
    }

    package func shuffle(as caller: Principal) async throws {
        try await open(as: caller).speaker.shuffleAll()
    }

    /// - Parameter volume: from 0 to 100.
    package func setVolume(_ volume: Int, as caller: Principal) async throws {
        try await perform(.volume(volume), as: caller)
    }

    private func perform(_ action: DeviceAction, as caller: Principal) async throws {
        let (speaker, id) = try await open(as: caller)
        try await speakers.perform(command(action, id), on: speaker, as: caller)
    }

    private func command(_ action: DeviceAction, _ id: DeviceID) -> DeviceCommand {
        DeviceCommand(by: clock.now(), target: id, action: action, expiresAt: clock.now())
    }

    private func open(as caller: Principal) async throws -> (speaker: Speaker, id: DeviceID) {
        try caller.require(.jukebox)
        let id = try Self.speaker
        guard let speaker = try await speakers.speaker(id, for: caller) else {
            throw DomainError(.conflict, "The jukebox is switched off", reason: "jukebox_off")
        }
        return (speaker, id)
    }

    private func check(_ tracks: [ID<Track>], as caller: Principal) async throws {
        guard tracks.count <= SpeakerQueue.longest else {
            throw DomainError.invalid("The queue has room for \(SpeakerQueue.longest) songs", field: "id")
        }
        guard try await catalog.knows(tracks, in: caller.libraries) else {
            throw DomainError.notFound("There is no such song")
        }
    }

    private func contents(of speaker: Speaker, as caller: Principal) async throws -> JukeboxContents {
        let state = try await speaker.state().state
        let items = try await catalog.itemsByID(state.entries.map(\.track), in: caller.libraries)
        let entries = state.entries.filter { items[$0.track]?.isMissing == false }
        return JukeboxContents(
            entries: entries, index: entries.firstIndex { $0.key == state.report.current },
            isPlaying: state.isPlaying, position: state.position(at: clock.now()), volume: state.report.volume)
    }

    private static let noSuchSong = DomainError.notFound("There is no song at this place of the queue")
}

/// The jukebox as a caller sees it: without the songs that the caller may not hear.
package struct JukeboxContents: Sendable {
    package let entries: [DeviceEntry]
    /// The place of the current song; nil where there is none that the caller may hear.
    package let index: Int?
    package let isPlaying: Bool
    package let position: Duration
    /// From 0 to 100.
    package let volume: Int
}

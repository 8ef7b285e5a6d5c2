import Catalog
import Primitives
import StoreFixtures
import Support
import Synchronization
import Testing

@testable import Listening

/// Several speakers at once. Some appear later, are switched off or are unreachable.
@Suite("Several speakers", .timeLimit(.minutes(2))) struct SpeakerDirectoryTests {
    private static let ada = Principal(user: ID("ada"), role: .admin)
    private static let ids = ["7b1c3e0a-6c9e-4e62-9e3c-0b9b3b0c9d21", "7b1c3e0a-6c9e-4e62-9e3c-0b9b3b0c9d22"]

    /// An output that records whether it was started, loaded and stopped.
    private final class Output: SpeakerOutput {
        let events = AsyncStream<SpeakerEvent> { $0.finish() }
        let calls = Mutex<[String]>([])

        func run() async { note("run") }
        func load(_ song: SpeakerSong, from position: Duration, isPaused: Bool, volume: Int) async throws {
            note("load \(song.track)")
        }
        func prepare(_ song: SpeakerSong?) async throws {}
        func setPaused(_ isPaused: Bool) async throws { note("pause \(isPaused)") }
        func seek(to position: Duration) async throws {}
        func setVolume(_ volume: Int) async throws {}
        func position() async throws -> (token: UInt64, position: Duration)? { nil }
        func stop() async { note("stop") }
        private func note(_ call: String) { calls.withLock { $0.append(call) } }
    }

    private struct Store: SpeakerStore {
        func speaker(_ id: DeviceID) async throws -> StoredSpeaker? { nil }
        func store(_ speaker: StoredSpeaker, of id: DeviceID, at: Timestamp) async throws {}
    }

    private final class Room: Sendable {
        let output = Output()
        let speaker: Speaker
        let isOn = Atomic(true)
        let isReachable = Atomic(true)

        init(_ number: Int, _ clock: TestClock) throws {
            speaker = Speaker(
                id: try DeviceID(ids[number]), name: "Room \(number)", output: output, store: Store(), clock: clock,
                monotonic: clock, onChange: {})
        }

        var place: SpeakerDirectory.Place {
            SpeakerDirectory.Place(
                speaker, isOn: { self.isOn.load(ordering: .relaxed) },
                isReachable: { self.isReachable.load(ordering: .relaxed) })
        }
    }

    @Test("each has its own queue and output; a user's speaker is the last one they started; one is silenced alone")
    func several() async throws {
        let clock = TestClock()
        let rooms = try (0..<2).map { try Room($0, clock) }
        let directory = SpeakerDirectory([rooms[0].place])
        let service = SpeakerService(
            directory: directory, catalog: try await ListeningFixture().engine.catalog, registry: DeviceRegistry(),
            events: ListeningEvents(), clock: clock, limits: clock)
        let running = Task { await service.run() }
        defer { running.cancel() }
        directory.add(rooms[1].place)
        directory.add(rooms[1].place)
        #expect(try await service.seen(by: Self.ada).count == 2)
        for (room, track) in zip(rooms, ["a", "b"]) {
            try await room.speaker.replace(with: [ID(track)], at: 0, startedBy: Self.ada.user)
            clock.advance(by: .seconds(1))
            try await waitUntil("\(track) plays") { room.output.calls.withLock { $0.contains("load \(track)") } }
        }
        #expect(rooms[1].output.calls.withLock { $0.filter { $0 == "run" }.count } == 1)
        let seen = try await service.seen(by: Self.ada)
        #expect(seen.map { $0.state.report.track?.rawValue } == ["a", "b"])
        #expect(seen.map(\.isActive) == [false, true])
        let other = try await service.seen(by: Principal(user: ID("ben"), role: .admin))
        #expect(other.map(\.isActive) == [false, false])
        #expect(try await service.seen(by: Principal(user: ID("kid"), role: .listener)).isEmpty)

        rooms[0].isOn.store(false, ordering: .relaxed)
        try await service.tend()
        #expect(rooms[0].output.calls.withLock { $0.last } == "stop")
        #expect(rooms[1].output.calls.withLock { !$0.contains("stop") })
        let id = rooms[0].speaker.id
        #expect(try await service.speaker(id, for: Self.ada) == nil)
        #expect(try await !service.isOpen(id))
        #expect(try await service.isOpen(rooms[1].speaker.id))
    }

    @Test("an unreachable one is listed as such and starts nothing")
    func away() async throws {
        let clock = TestClock()
        let room = try Room(0, clock)
        let service = SpeakerService(
            directory: SpeakerDirectory([room.place]), catalog: try await ListeningFixture().engine.catalog,
            registry: DeviceRegistry(), events: ListeningEvents(), clock: clock, limits: clock)
        try await room.speaker.replace(with: [ID("a")], at: 0, startedBy: nil)
        room.isReachable.store(false, ordering: .relaxed)
        #expect(try await service.seen(by: Self.ada).map(\.isReachable) == [false])
        func command(_ action: DeviceAction) -> DeviceCommand {
            DeviceCommand(by: clock.now(), target: room.speaker.id, action: action, expiresAt: clock.now())
        }
        await #expect(throws: DomainError.deviceGone) {
            try await service.perform(command(.play), on: room.speaker, as: Self.ada)
        }
        try await service.perform(command(.volume(10)), on: room.speaker, as: Self.ada)
        room.isReachable.store(true, ordering: .relaxed)
        try await service.perform(command(.play), on: room.speaker, as: Self.ada)
        #expect(try await room.speaker.state().state.isPlaying)
    }
}

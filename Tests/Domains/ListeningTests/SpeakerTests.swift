import Catalog
import Primitives
import Support
import Synchronization
import Testing

@testable import Listening

/// The rules of decision 0065: a speaker plays its queue through an output that may fail at any time.
@Suite("Speakers", .timeLimit(.minutes(5)))
struct SpeakerTests {
    private static let ada = ID<Person>("ada")

    /// An output that records its calls and behaves as the test says.
    private final class Output: SpeakerOutput {
        enum Call: Equatable {
            case load(ID<Track>, Duration)
            case prepare(ID<Track>?)
            case pause(Bool)
            case seek(Duration)
            case volume(Int)
            case stop
        }

        struct State {
            var calls: [Call] = []
            var tokens: [ID<Track>: UInt64] = [:]
            var failure: SpeakerFailure?
        }

        let events: AsyncStream<SpeakerEvent>
        private let told: AsyncStream<SpeakerEvent>.Continuation
        private let state = Mutex(State())

        init() { (events, told) = AsyncStream.makeStream() }

        var calls: [Call] { state.withLock { $0.calls } }
        func fail(_ failure: SpeakerFailure?) { state.withLock { $0.failure = failure } }
        func tell(_ event: (UInt64) -> SpeakerEvent, of track: ID<Track>) {
            told.yield(event(state.withLock { $0.tokens[track] ?? 0 }))
        }

        func run() async {}
        func load(_ song: SpeakerSong, from position: Duration, isPaused: Bool, volume: Int) async throws {
            try note(.load(song.track, position), song)
        }
        func prepare(_ song: SpeakerSong?) async throws { try note(.prepare(song?.track), song) }
        func setPaused(_ isPaused: Bool) async throws { try note(.pause(isPaused)) }
        func seek(to position: Duration) async throws { try note(.seek(position)) }
        func setVolume(_ volume: Int) async throws { try note(.volume(volume)) }
        func position() async throws -> (token: UInt64, position: Duration)? { nil }
        func stop() async { try? note(.stop) }

        private func note(_ call: Call, _ song: SpeakerSong? = nil) throws {
            try state.withLock { state in
                state.calls.append(call)
                if let song { state.tokens[song.track] = song.token }
                if let failure = state.failure { throw failure }
            }
        }
    }

    private actor Store: SpeakerStore {
        var stored: StoredSpeaker?
        func speaker(_ id: DeviceID) async throws -> StoredSpeaker? { stored }
        func store(_ speaker: StoredSpeaker, of id: DeviceID, at: Timestamp) async throws { stored = speaker }
    }

    /// A running speaker with a stopped clock.
    private final class Room: Sendable {
        let (output, store, clock) = (Output(), Store(), TestClock())
        let speaker: Speaker
        private let running: Task<Void, Never>

        init() throws {
            let speaker = Speaker(
                id: try JukeboxService.speaker, name: "Room", output: output, store: store, clock: clock,
                monotonic: clock, onChange: {})
            self.speaker = speaker
            running = Task { await speaker.run() }
        }

        deinit { running.cancel() }

        func send(_ action: DeviceAction) async throws {
            try await speaker.perform(action, id: ID<DeviceCommand>.make(at: clock.now()).rawValue, by: ada)
        }

        var state: DeviceState { get async throws { try await speaker.state().state } }
        var track: String? { get async throws { try await state.report.track?.rawValue } }

        /// Waits until this is the output's last call.
        func expectLast(_ call: Output.Call) async throws {
            try await waitUntil("the last call is \(call)", within: .seconds(20)) { output.calls.last == call }
        }

        func play(_ names: String..., at index: Int = 0, position: Duration = .zero) async throws {
            try await speaker.replace(
                with: names.map { ID($0) }, at: index, position: position, startedBy: ada)
        }
    }

    @Test("a handed over queue plays at its position, preloads the next song, and plays on to the end")
    func handOver() async throws {
        let room = try Room()
        try await room.play("a", "b", at: 0, position: .seconds(42))
        try await room.expectLast(.prepare(ID("b")))
        #expect(room.output.calls.first == .load(ID("a"), .seconds(42)))
        room.output.tell({ .sounds($0, at: .zero) }, of: ID("b"))
        try await waitUntil("b plays") { try await room.track == "b" }
        try await room.expectLast(.prepare(ID("b")))
        room.clock.advance(by: .seconds(5))
        #expect(try await room.state.position(at: room.clock.now()) == .seconds(5))
        room.output.tell({ .ended($0) }, of: ID("b"))
        try await waitUntil("it rests") { try await !room.state.isPlaying }
        #expect(try await room.track == "a", "it starts from the beginning the next time")
        #expect(try await room.state.report.position == .zero)
    }

    @Test("a failed output is restarted at its position a few times, then the speaker stops with the reason")
    func death() async throws {
        let room = try Room()
        try await room.play("a")
        for second in [7, 14, 21] {
            try await waitUntil("a is loaded") {
                room.output.calls.contains(.load(ID("a"), .seconds(second - 7)))
            }
            room.clock.advance(by: .seconds(7))
            room.output.tell({ .died($0) }, of: ID("a"))
            try await waitUntil("it plays on at \(second) s") {
                room.output.calls.contains(.load(ID("a"), .seconds(second)))
            }
        }
        room.output.tell({ .died($0) }, of: ID("a"))
        try await waitUntil("it gives up") { try await !room.state.isPlaying }
        #expect(try await room.speaker.state().problem == .unsteady)
        #expect(try await room.track == "a")
        try await room.send(.play)
        #expect(try await room.speaker.state().problem == nil, "somebody tries again")
    }

    @Test("an unplayable song is skipped, and a sound system that accepts no audio stops it")
    func failures() async throws {
        let room = try Room()
        try await room.play("a", "b", "c")
        try await room.expectLast(.prepare(ID("b")))
        room.output.tell({ .failed($0, .song) }, of: ID("a"))
        try await waitUntil("b is loaded") { room.output.calls.contains(.load(ID("b"), .zero)) }
        try await room.expectLast(.prepare(ID("c")))
        room.output.tell({ .failed($0, .soundSystem) }, of: ID("b"))
        try await waitUntil("it rests") { try await !room.state.isPlaying }
        #expect(try await room.speaker.state().problem == .soundSystem)
        #expect(try await room.track == "b")
    }

    @Test("commands refer to the queue that their sender saw, and the output follows them")
    func commands() async throws {
        let room = try Room()
        try await room.play("a", "b", "c")
        let entry = try #require(try await room.state.report.current)
        try await room.send(.next(from: entry))
        #expect(try await room.track == "b")
        await #expect(throws: DomainError.deviceMovedOn) { try await room.send(.next(from: entry)) }
        await #expect(throws: DomainError.entryGone) { try await room.send(.jump(to: 99)) }
        let next = try #require(try await room.state.report.current)
        try await waitUntil("b is loaded") { room.output.calls.contains(.load(ID("b"), .zero)) }
        try await room.send(.volume(30))
        try await room.send(.seek(.seconds(9), in: next))
        try await room.send(.pause)
        try await waitUntil("it is paused") { room.output.calls.contains(.pause(true)) }
        #expect(try await room.state.report.position == .seconds(9))
        try await room.send(.remove([next]))
        #expect(try await room.track == "c", "what follows takes the place of the song that is removed")
        #expect(try await !room.state.isPlaying)
        try await room.send(.repeats(.all))
        try await room.send(.add([ID("d"), ID("e")], before: nil))
        #expect(try await room.state.entries.map(\.track.rawValue) == ["a", "c", "d", "e"])
    }

    @Test("skipping the queue's last song stops the output")
    func end() async throws {
        let room = try Room()
        try await room.play("a")
        try await waitUntil("a is loaded") { room.output.calls.contains(.load(ID("a"), .zero)) }
        try await room.send(.next(from: try #require(try await room.state.report.current)))
        try await room.expectLast(.pause(true))
        #expect(try await !room.state.isPlaying)
    }

    @Test("a queue survives a restart with its position, and does not start by itself")
    func restart() async throws {
        let room = try Room()
        try await room.play("a", "b", at: 1, position: .seconds(3))
        try await room.send(.volume(25))
        try await waitUntil("b is loaded") { room.output.calls.contains(.load(ID("b"), .seconds(3))) }
        room.clock.advance(by: .seconds(4))
        await room.speaker.close()
        #expect(room.output.calls.last == .stop)
        let next = Speaker(
            id: room.speaker.id, name: "Room", output: Output(), store: room.store, clock: room.clock,
            monotonic: room.clock, onChange: {})
        let state = try await next.state().state
        #expect(state.report.track == ID("b") && state.report.position == .seconds(7) && state.report.volume == 25)
        #expect(!state.isPlaying && state.entries.map(\.track.rawValue) == ["a", "b"])
    }

    @Test("an idle output is released after a while, and reopened at its position")
    func rest() async throws {
        let room = try Room()
        try await room.play("a")
        try await waitUntil("a is loaded") { room.output.calls.contains(.load(ID("a"), .zero)) }
        room.clock.advance(by: .seconds(2))
        try await room.send(.pause)
        try await room.expectLast(.pause(true))
        await room.speaker.tend()
        #expect(room.output.calls.last == .pause(true), "not at once")
        room.clock.advance(by: .seconds(301))
        await room.speaker.tend()
        #expect(room.output.calls.last == .stop)
        try await room.send(.play)
        try await waitUntil("it plays on") { room.output.calls.contains(.load(ID("a"), .seconds(2))) }
    }
}

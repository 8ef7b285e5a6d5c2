import Catalog
import NIOCore
import Primitives
import Support
import Synchronization
import Testing

@testable import Listening
@testable import NetworkClients

/// A speaker's commands as a renderer receives them, and actions at the renderer itself.
@Suite("Renderers as outputs", .timeLimit(.minutes(2))) struct RendererOutputTests {
    private final class Room: Sendable {
        let renderer: FakeRenderer
        let output: RendererOutput
        let clock = TestClock()
        private let log: Log
        private let hearing: Task<Void, Never>

        private final class Log: Sendable {
            let losses = Mutex(0)
            let events = Mutex<[SpeakerEvent]>([])
        }

        /// - Parameter isSeekable: whether songs are sent in their original format.
        init(isSeekable: Bool = true) async throws {
            let renderer = try await FakeRenderer()
            self.renderer = renderer
            let network = try #require(IPNetwork("127.0.0.0/8"))
            let client = RendererClient(
                fetcher: try PinnedFetcher(agent: "Rondo/test"),
                limits: LinkLimits(reach: .seconds(2), pace: .seconds(2), paceBytes: 1, whole: .seconds(4)),
                networks: { [network] })
            let devices = RendererNetwork(
                client: client, interfaces: { [] }, fixed: [try LinkAddress(renderer.location)])
            let id = try #require(await devices.look().first?.id)
            var timing = RendererOutput.Timing()
            (timing.retry, timing.recovery) = (.milliseconds(1), .zero)
            let log = Log()
            self.log = log
            output = RendererOutput(
                device: { devices.device(id) }, client: client, timing: timing, clock: clock,
                onLoss: { log.losses.withLock { $0 += 1 } },
                song: { track, _, position in
                    guard track.rawValue != "missing" else { throw DomainError.notFound("There is no such track") }
                    return RendererSong(
                        address: "http://127.0.0.1:9/\(track)/\(isSeekable ? 0 : position.components.seconds)",
                        mediaType: "audio/mpeg", title: "Song \(track)", artist: "A", album: "B", length: .seconds(60),
                        start: isSeekable ? .zero : position, isSeekable: isSeekable)
                })
            let events = output.events
            hearing = Task { for await event in events { log.events.withLock { $0.append(event) } } }
        }

        deinit { hearing.cancel() }

        var events: [SpeakerEvent] { log.events.withLock { $0 } }
        var losses: Int { log.losses.withLock { $0 } }
        var calls: [String] { renderer.script.calls }

        func play(_ track: String, token: UInt64 = 1, from position: Duration = .zero, volume: Int = 60) async throws {
            try await output.load(
                SpeakerSong(token: token, track: ID(track)), from: position, isPaused: false, volume: volume)
        }

        func hear(_ event: SpeakerEvent) async throws {
            await output.hear()
            try await waitUntil("\(event) is told, not \(events)", within: .seconds(20)) { events.last == event }
        }
    }

    @Test("a song is set, played and sought, with the volume on the renderer's scale")
    func load() async throws {
        let room = try await Room()
        try await room.play("a", from: .milliseconds(42_700))
        #expect(room.calls == ["set", "volume 30", "play", "seek 0:00:42"])
        #expect(room.renderer.script.address == "http://127.0.0.1:9/a/0")
        #expect(room.renderer.script.metadata.contains("<dc:title>Song a</dc:title>"))
        try await room.hear(.sounds(1, at: .milliseconds(42_500)))
        room.clock.advance(by: .seconds(2))
        let heard = try #require(try await room.output.position())
        #expect(heard.token == 1 && heard.position == .milliseconds(44_500))
        try await room.output.setPaused(true)
        try await room.output.setPaused(false)
        try await room.output.seek(to: .seconds(3700))
        try await room.output.setVolume(0)
        await room.output.stop()
        await room.output.stop()
        #expect(room.calls.suffix(5) == ["pause", "play", "seek 1:01:40", "volume 0", "stop"])
    }

    @Test("seeking in a converted song changes its address")
    func converted() async throws {
        let room = try await Room(isSeekable: false)
        try await room.play("a", from: .seconds(42))
        #expect(room.calls == ["set", "volume 30", "play"])
        #expect(room.renderer.script.address == "http://127.0.0.1:9/a/42")
        room.renderer.change { $0.second = 3 }
        try await room.hear(.sounds(1, at: .milliseconds(45_500)))
        try await room.output.seek(to: .seconds(9))
        #expect(room.renderer.script.address == "http://127.0.0.1:9/a/9" && room.renderer.script.state == "PLAYING")
    }

    @Test("the next song follows by itself where the renderer supports it; otherwise the end is reported")
    func next() async throws {
        let room = try await Room()
        try await room.play("a")
        try await room.output.prepare(SpeakerSong(token: 2, track: ID("b")))
        #expect(room.renderer.script.next == "http://127.0.0.1:9/b/0")
        room.renderer.change { ($0.address, $0.second) = ($0.next, 1) }
        try await room.hear(.sounds(2, at: .milliseconds(1500)))
        try await room.output.prepare(SpeakerSong(token: 3, track: ID("c")))
        try await room.output.prepare(nil)
        #expect(room.calls.last == "next nothing")
        await #expect(throws: SpeakerFailure.song) {
            try await room.output.prepare(SpeakerSong(token: 4, track: ID("missing")))
        }
        room.renderer.change { $0.state = "STOPPED" }
        try await room.hear(.ended(2))
        #expect(try await room.output.position() == nil)
    }

    @Test("an action that is temporarily refused is retried soon, a permanently refused song is skipped")
    func refusals() async throws {
        let room = try await Room()
        room.renderer.change { $0.faults = ["Play": (701, 2), "SetVolume": (501, -1), "Seek": (710, -1)] }
        try await room.play("a", from: .seconds(5))
        #expect(room.calls == ["set", "play"])
        room.renderer.change { $0.faults = ["SetAVTransportURI": (714, -1)] }
        await #expect(throws: SpeakerFailure.song) { try await room.play("b", token: 2) }
        await #expect(throws: SpeakerFailure.song) { try await room.play("missing", token: 3) }
        room.renderer.change { ($0.faults, $0.answer) = ([:], FakeRenderer.xml("garbage")) }
        await #expect(throws: SpeakerFailure.unsteady) { try await room.play("b", token: 4) }
    }

    @Test("actions at the renderer itself are reported: pausing, volume, use for other content")
    func others() async throws {
        let room = try await Room()
        try await room.play("a")
        room.renderer.change { $0.volume = 10 }
        for _ in 0..<4 { await room.output.hear() }
        try await room.hear(.volume(1, 20))
        room.renderer.change { $0.state = "PAUSED_PLAYBACK" }
        try await room.hear(.paused(1))
        try await room.output.setPaused(false)
        room.renderer.change { $0.address = "http://127.0.0.1:10/other" }
        try await room.hear(.failed(1, .soundSystem))
        await room.output.stop()
        #expect(room.calls.last != "stop", "what another plays is left alone")
    }

    @Test("a song that never starts and one that fails are reported")
    func silent() async throws {
        let room = try await Room()
        try await room.play("a")
        await room.output.hear()
        room.clock.advance(by: .seconds(16))
        try await room.hear(.failed(1, .song))
        try await room.play("b", token: 2)
        await room.output.hear()
        room.renderer.change { ($0.state, $0.status) = ("STOPPED", "ERROR_OCCURRED") }
        try await room.hear(.failed(2, .song))
    }

    @Test("an unresponsive renderer is reported after some attempts, and plays when it is back")
    func gone() async throws {
        let room = try await Room()
        try await room.play("a")
        await room.output.hear()
        room.renderer.change { $0.answer = FileServer.answer("503 Gone", [], []) }
        await room.output.hear()
        await room.output.hear()
        #expect(room.events.last == .sounds(1, at: .milliseconds(500)), "not at once")
        try await room.hear(.died(1))
        #expect(room.losses == 1)
        await #expect(throws: SpeakerFailure.unsteady) { try await room.play("a", token: 2) }
        room.renderer.change { $0.answer = nil }
        try await room.play("a", token: 3)
        try await room.hear(.sounds(3, at: .milliseconds(500)))
    }
}

import Catalog
import Primitives
import Testing

@testable import Listening

/// The rules of decision 0062: one device plays, commands refer to the queue that their sender saw, and a lost device
/// can still be continued.
@Suite("Devices")
struct DeviceRegistryTests {
    private static let ada = Principal(user: ID("ada"), role: .listener)
    private static let bob = Principal(user: ID("bob"), role: .admin)
    private static let play = "00000000-0000-4000-8000-0000000000ff"

    private static func device(_ number: Int) throws -> DeviceID {
        try DeviceID("00000000-0000-4000-8000-0000000000" + String(10 + number))
    }

    private static func report(
        _ number: Int, playing: Bool = true, position: Double = 0, at: Double? = nil, current: Int64? = 1,
        track: String? = "t1", entries: [Int64]? = [1, 2, 3], rate: Double = 1, leaving: Bool = false
    ) throws -> DeviceReport {
        try DeviceReport(
            id: device(number), name: "Device \(number)", kind: .computer, track: track.map { ID($0) },
            play: PlayID(play), position: .seconds(position),
            at: at.map { Timestamp(milliseconds: Int64($0 * 1000)) }, isPlaying: playing, rate: rate,
            current: current, entries: entries?.map { DeviceEntry(key: $0, track: ID("t\($0)")) },
            isLeaving: leaving)
    }

    /// A registry with a clock in seconds.
    private final class Room {
        let registry = DeviceRegistry()
        var now = 100.0
        private var sent = 0
        var instant: Timestamp { Timestamp(milliseconds: Int64(now * 1000)) }

        @discardableResult
        func report(_ report: DeviceReport, as caller: Principal = ada) throws -> DeviceOutcome {
            try registry.report(report, as: caller, at: instant, now: .seconds(now))
        }

        /// Connects a device with an event stream.
        func open(_ number: Int, playing: Bool = false, as caller: Principal = ada) throws {
            try registry.connect(device(number), of: caller.user, now: .seconds(now))
            try report(DeviceRegistryTests.report(number, playing: playing), as: caller)
        }

        @discardableResult
        func send(
            _ action: DeviceAction, to number: Int, id: Int = 1, as caller: Principal = ada
        ) throws -> Bool {
            let text = "00000000-0000-4000-8000-0000000010" + String(10 + id)
            return try registry.accept(
                DeviceCommand(id: text, target: device(number), action: action), of: caller.user, at: instant,
                now: .seconds(now)
            ).isNew
        }

        func refusal(_ action: DeviceAction, to number: Int, as caller: Principal = ada) -> String? {
            sent += 1
            do {
                try send(action, to: number, id: 20 + sent, as: caller)
                return nil
            } catch {
                return (error as? DomainError).map { $0.reason ?? $0.code.rawValue }
            }
        }

        func names(of caller: Principal = ada) -> [String] {
            registry.devices(of: caller.user).devices.map(\.report.name)
        }
    }

    @Test("a device that starts becomes the active one, and playing ones are told to yield to it")
    func oneSounds() throws {
        let room = Room()
        #expect(try room.report(Self.report(1)).yields.isEmpty)
        let second = try room.report(Self.report(2))
        #expect(second.yields.map(\.target) == [try Self.device(1)])
        let play = try PlayID(Self.play)
        #expect(second.yields.map(\.action) == [.yield(to: try Self.device(2), play: play)])
        #expect(try room.registry.devices(of: Self.ada.user).active == Self.device(2))
        // Device 1 missed the command and plays on. That is no start, so it is asked again and the other one stays
        // active.
        let stubborn = try room.report(Self.report(1, position: 5))
        #expect(stubborn.yields.map(\.target) == [try Self.device(1)])
        #expect(try room.registry.devices(of: Self.ada.user).active == Self.device(2))
        // It pauses and starts again, which is the user's decision.
        try room.report(Self.report(1, playing: false))
        #expect(try room.report(Self.report(1)).yields.map(\.target) == [try Self.device(2)])
    }

    @Test("a lost device that returns playing does not take over from its successor")
    func comesBack() throws {
        let room = Room()
        try room.report(Self.report(1))
        room.now += 13
        #expect(room.registry.expire(at: room.instant, now: .seconds(room.now)) == [Self.ada.user])
        try room.report(Self.report(2))
        room.now += 1
        #expect(try room.report(Self.report(1, position: 14)).yields.map(\.target) == [try Self.device(1)])
        #expect(try room.registry.devices(of: Self.ada.user).active == Self.device(2))
    }

    @Test("positions advance by the server's clock, at the device's rate, from a time that is neither ahead nor old")
    func positions() throws {
        let room = Room()
        let steady = try room.report(Self.report(1, position: 10, at: 99.5, rate: 2)).state
        #expect(steady.position(at: Timestamp(milliseconds: 101_000)) == .seconds(13))
        let ahead = try room.report(Self.report(1, position: 10, at: 500)).state
        #expect(ahead.at == room.instant)
        let old = try room.report(Self.report(1, position: 10, at: 1)).state
        #expect(old.at == Timestamp(milliseconds: 90_000))
        let paused = try room.report(Self.report(1, playing: false, position: 7)).state
        #expect(paused.position(at: Timestamp(milliseconds: 200_000)) == .seconds(7))
    }

    @Test("a report without changes publishes nothing; a jump, a pause or another queue does")
    func news() throws {
        let room = Room()
        let first = try room.report(Self.report(1)).state
        room.now += 5
        let second = try room.report(Self.report(1, position: 5.05, entries: nil))
        #expect(!second.isChanged && second.state.revision == first.revision)
        #expect(second.state.entries.count == 3)
        #expect(try room.report(Self.report(1, position: 60, entries: nil)).isChanged)
        #expect(try room.report(Self.report(1, playing: false, position: 60, entries: nil)).isChanged)
        let queued = try room.report(Self.report(1, playing: false, position: 60, entries: [1, 3]))
        #expect(queued.isChanged && queued.state.queueRevision == first.queueRevision + 1)
    }

    @Test("commands about an entry that the device has left, or that is not in its queue, are refused")
    func conflicts() throws {
        let room = Room()
        try room.open(1)
        #expect(room.refusal(.seek(.seconds(5), in: 1), to: 1) == nil)
        for action in [DeviceAction.seek(.seconds(5), in: 2), .next(from: 2), .previous(from: 3)] {
            #expect(room.refusal(action, to: 1) == "device_moved_on")
        }
        for action in [
            DeviceAction.jump(to: 4), .move(4, before: nil), .move(1, before: 4), .add([ID("t")], before: 4),
        ] {
            #expect(room.refusal(action, to: 1) == "entry_gone")
        }
        // Removing missing entries succeeds, and the last volume command wins.
        for action in [DeviceAction.remove([4]), .volume(3), .volume(4), .clear, .move(1, before: nil)] {
            #expect(room.refusal(action, to: 1) == nil)
        }
    }

    @Test("a command sent twice is delivered once, and expires")
    func idempotent() throws {
        let room = Room()
        try room.open(1)
        #expect(try room.send(.next(from: 1), to: 1))
        #expect(try !room.send(.next(from: 1), to: 1))
        let id = "00000000-0000-4000-8000-000000001011"
        let target = try Self.device(1)
        #expect(room.registry.command(id, to: target, of: Self.ada.user, at: room.instant) != nil)
        room.now += 5.1
        #expect(room.registry.command(id, to: target, of: Self.ada.user, at: room.instant) == nil)
    }

    @Test("a device without an event stream cannot be commanded, and another user's looks missing")
    func unreachable() throws {
        let room = Room()
        try room.report(Self.report(1))
        #expect(room.refusal(.pause, to: 1) == "device_gone")
        try room.open(1)
        #expect(room.refusal(.pause, to: 1) == nil)
        try room.registry.disconnect(Self.device(1), of: Self.ada.user, now: .seconds(room.now))
        #expect(room.refusal(.pause, to: 1) == "device_gone")
        #expect(room.refusal(.pause, to: 2) == "notFound")
        #expect(room.refusal(.pause, to: 1, as: Self.bob) == "notFound")
        #expect(room.names(of: Self.bob).isEmpty)
        #expect(try !room.registry.remove(Self.device(1), of: Self.bob.user))
    }

    @Test("a device that closes or falls silent is lost within seconds, and can be continued for a while")
    func lost() throws {
        let room = Room()
        try room.open(1, playing: true)
        try room.open(2)
        room.now += 3
        try room.report(Self.report(1, position: 3))
        try room.registry.disconnect(Self.device(1), of: Self.ada.user, now: .seconds(room.now))
        room.now += 5
        #expect(room.registry.expire(at: room.instant, now: .seconds(room.now)).isEmpty, "it may come back")
        room.now += 2
        #expect(room.registry.expire(at: room.instant, now: .seconds(room.now)) == [Self.ada.user])
        let lost = try #require(room.registry.device(try Self.device(1), of: Self.ada.user))
        #expect(lost.isLost && !lost.isPlaying && lost.report.position == .seconds(3) && lost.entries.count == 3)
        #expect(room.registry.devices(of: Self.ada.user).active == nil)
        #expect(room.refusal(.takeOver(from: try Self.device(1)), to: 2) == nil)
        room.now += 1801
        _ = room.registry.expire(at: room.instant, now: .seconds(room.now))
        #expect(try room.registry.device(Self.device(1), of: Self.ada.user) == nil)
        #expect(room.refusal(.takeOver(from: try Self.device(1)), to: 2) != nil)
    }

    @Test("a page that closes is lost at once; with nothing loaded it is forgotten")
    func leaving() throws {
        let room = Room()
        try room.open(1)
        try room.open(2)
        try room.report(Self.report(1, playing: false, position: 8, leaving: true))
        #expect(try room.registry.device(Self.device(1), of: Self.ada.user)?.isLost == true)
        try room.report(Self.report(2, playing: false, current: nil, track: nil, entries: [], leaving: true))
        #expect(room.names() == ["Device 1"])
    }

    @Test("a device with nothing loaded cannot be continued, nor a device by itself")
    func nothingToContinue() throws {
        let room = Room()
        try room.open(1)
        try room.registry.connect(Self.device(2), of: Self.ada.user, now: .seconds(room.now))
        try room.report(Self.report(2, playing: false, current: nil, track: nil, entries: []))
        #expect(room.refusal(.takeOver(from: try Self.device(2)), to: 1) == "nothing_to_continue")
        #expect(room.refusal(.takeOver(from: try Self.device(1)), to: 1) == "nothing_to_continue")
        #expect(room.refusal(.play, to: 2) == "nothing_to_continue")
    }

    @Test("a device takes over from a speaker with a song, which is not one of the user's devices")
    func speakers() throws {
        let room = Room()
        try room.open(1)
        for isPlaying in [true, false] {
            let other = Room()
            try other.report(
                Self.report(
                    9, playing: isPlaying, current: isPlaying ? 1 : nil, track: isPlaying ? "t1" : nil,
                    entries: isPlaying ? [1] : []))
            let speaker = try #require(try other.registry.device(Self.device(9), of: Self.ada.user))
            let command = try DeviceCommand(
                id: "00000000-0000-4000-8000-0000000020" + (isPlaying ? "10" : "11"), target: Self.device(1),
                action: .takeOver(from: speaker.id))
            func accept() throws {
                _ = try room.registry.accept(
                    command, from: speaker, of: Self.ada.user, at: room.instant, now: .seconds(room.now))
            }
            if isPlaying { try accept() } else { #expect(throws: DomainError.nothingToContinue) { try accept() } }
        }
        #expect(room.refusal(.takeOver(from: try Self.device(9)), to: 1) != nil)
    }

    @Test("devices, reports and entries are limited in number; a lost device is dropped first")
    func limits() throws {
        let room = Room()
        for number in 0..<12 {
            room.now += 1
            try room.report(Self.report(number, playing: false, leaving: number == 7))
        }
        try room.report(Self.report(20, playing: false))
        #expect(room.names().count == 12 && !room.names().contains("Device 7"))
        try room.report(Self.report(21, playing: false))
        #expect(!room.names().contains("Device 0"))
        #expect(throws: DomainError.self) { try Self.report(1, entries: Array(1...2001)) }
        #expect(throws: DomainError.self) { try Self.report(1, entries: [1, 1]) }
        let reports = try (0..<200).map { _ in try Self.report(21, playing: false) }
        let refused = reports.filter { report in (try? room.report(report)) == nil }
        #expect(refused.count >= 60)
        room.now += 10
        try room.report(Self.report(21))
    }
}

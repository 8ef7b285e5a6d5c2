import Catalog
import Journal
import Primitives
import StoreFixtures
import Support
import Testing

@testable import Listening

@Suite("Stored play queue")
struct QueueTests {
    private let ada = ListeningFixture.ada
    private let bob = ListeningFixture.bob

    /// The number of journal entries.
    private func journal(_ fixture: ListeningFixture) async throws -> Int {
        try await fixture.engine.journal.entries(.everything, .first(PageRequest.maximumLimit)).items.count
    }

    @Test("a queue is read back as it was stored, and each user has one")
    func roundTrip() async throws {
        let fixture = try await ListeningFixture()
        #expect(try await fixture.queue.queue(as: ada).queue == .none)
        let stamp = try await fixture.queue.replace(
            with: fixture.list(["t1", "t0", "t1"], at: 2), as: ada, from: "192.0.2.1")
        #expect(stamp.revision == 1)
        let contents = try await fixture.queue.queue(as: ada)
        #expect(contents.items.map(\.id.rawValue) == ["t1", "t0", "t1"])
        #expect(contents.queue.currentIndex == 2)
        #expect(contents.queue.position == .seconds(5))
        #expect(contents.queue.client == "web")
        #expect(contents.queue.updatedAt == fixture.clock.now())
        #expect(try await fixture.queue.queue(as: bob).queue == .none)
        #expect(try await fixture.journal("queue.replace") == 1)
    }

    @Test("a player with an outdated list is refused, and the list stays")
    func conflict() async throws {
        let fixture = try await ListeningFixture()
        func replace(_ tracks: [String], expecting revision: Int64?) async throws -> Int64 {
            try await fixture.queue.replace(
                with: fixture.list(tracks, expecting: revision), as: ada, from: "192.0.2.1"
            ).revision
        }
        #expect(try await replace(["t0"], expecting: 0) == 1)
        #expect(try await replace(["t1"], expecting: 1) == 2)
        let failure = await #expect(throws: DomainError.self) { try await replace(["t2"], expecting: 1) }
        #expect(failure?.code == .conflict)
        #expect(failure?.reason == "queue_changed")
        #expect(try await fixture.queue.queue(as: ada).items.map(\.id.rawValue) == ["t1"])
        #expect(try await replace(["t2"], expecting: nil) == 3)
        await #expect(throws: DomainError.self) {
            try await fixture.queue.move(
                to: QueuePosition(currentIndex: 0, position: .zero, revision: 2), as: ada)
        }
    }

    @Test("of players that replace the same list at once, one wins")
    func race() async throws {
        let fixture = try await ListeningFixture()
        let list = try fixture.list(["t0"], expecting: 0)
        let wins = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    (try? await fixture.queue.replace(with: list, as: ada, from: "192.0.2.1")) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wins == 1)
        #expect(try await fixture.journal("queue.replace") == 1)
    }

    @Test("a list with an unknown track is refused entirely")
    func unknown() async throws {
        let fixture = try await ListeningFixture()
        _ = try await fixture.queue.replace(with: fixture.list(["t0"]), as: ada, from: "192.0.2.1")
        let failure = await #expect(throws: DomainError.self) {
            try await fixture.queue.replace(with: fixture.list(["t1", "nothing"]), as: ada, from: "192.0.2.1")
        }
        #expect(failure?.code == .invalid)
        #expect(failure?.field == "trackIds")
        let contents = try await fixture.queue.queue(as: ada)
        #expect(contents.items.map(\.id.rawValue) == ["t0"])
        #expect(contents.queue.revision == 1)
        #expect(try await fixture.journal("queue.replace") == 1)
    }

    @Test("moving keeps the revision and adds no journal row")
    func move() async throws {
        let fixture = try await ListeningFixture()
        _ = try await fixture.queue.replace(with: fixture.list(["t0", "t1", "t2"]), as: ada, from: "192.0.2.1")
        let rows = try await journal(fixture)
        fixture.clock.advance(by: .seconds(10))
        let stamp = try await fixture.queue.move(
            to: QueuePosition(currentIndex: 2, position: .seconds(33), revision: 1), as: ada)
        #expect(stamp == QueueStamp(revision: 1, updatedAt: fixture.clock.now()))
        _ = try await fixture.queue.move(
            to: QueuePosition(currentIndex: nil, position: .seconds(44), revision: 1), as: ada)
        let queue = try await fixture.queue.queue(as: ada).queue
        #expect(queue.currentIndex == 2)
        #expect(queue.position == .seconds(44))
        #expect(try await journal(fixture) == rows)
        let failure = await #expect(throws: DomainError.self) {
            try await fixture.queue.move(to: QueuePosition(currentIndex: 3, position: .zero, revision: 1), as: ada)
        }
        #expect(failure?.field == "currentIndex")
        await #expect(throws: DomainError.self) {
            try await fixture.queue.move(to: QueuePosition(currentIndex: 0, position: .zero, revision: 1), as: bob)
        }
    }

    @Test("missing tracks are skipped, and players count without them")
    func gone() async throws {
        let fixture = try await ListeningFixture()
        _ = try await fixture.queue.replace(
            with: fixture.list(["t0", "t1", "t2", "t3"], at: 1), as: ada, from: "192.0.2.1")
        try await fixture.music.miss("t1")
        let contents = try await fixture.queue.queue(as: ada)
        #expect(contents.items.map(\.id.rawValue) == ["t0", "t2", "t3"])
        #expect(contents.queue.currentIndex == 1)
        #expect(contents.queue.position == .zero)
        _ = try await fixture.queue.move(
            to: QueuePosition(currentIndex: 2, position: .seconds(8), revision: 1), as: ada)
        let moved = try await fixture.queue.queue(as: ada).queue
        #expect(moved.tracks[moved.currentIndex] == ID("t3"))
        #expect(moved.position == .seconds(8))
    }

    @Test("ten thousand tracks fit")
    func long() async throws {
        let fixture = try await ListeningFixture()
        let tracks = (0..<10_000).map { "t\($0 % 6)" }
        _ = try await fixture.queue.replace(with: fixture.list(tracks, at: 9999), as: ada, from: "192.0.2.1")
        let contents = try await fixture.queue.queue(as: ada)
        #expect(contents.items.map(\.id.rawValue) == tracks)
        #expect(contents.queue.currentIndex == 9999)
    }
}

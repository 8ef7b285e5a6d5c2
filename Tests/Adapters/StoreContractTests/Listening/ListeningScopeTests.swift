import Catalog
import Listening
import Primitives
import StoreFixtures
import Testing

/// A user's history and queue when some tracks are in a library that they no longer see: `t2` and `t3` of the album
/// `a1`.
@Suite("Listening within some libraries") struct ListeningScopeTests {
    private static let all = ListeningFixture.ada
    private static let some = Principal(user: all.user, role: .listener, libraries: .only([Music.library]))

    private static func fixture() async throws -> ListeningFixture {
        let fixture = try await ListeningFixture(tracks: 2)
        try await fixture.music.addLibrary("l1", named: "Other")
        try await fixture.music.add(
            Song("t2", album: "a1", library: "l1"), Song("t3", album: "a1", library: "l1"), Song("t4", album: "a2"))
        return fixture
    }

    @Test("the history omits them with full pages, and shows them again when access returns")
    func history() async throws {
        let fixture = try await Self.fixture()
        for track in ["t0", "t2", "t3", "t1", "t2"] { try await fixture.hear(track) }
        #expect(try await fixture.history(as: Self.all) == ["t2", "t1", "t3", "t2", "t0"])
        #expect(try await fixture.history(as: Self.some) == ["t1", "t0"])
        let page = try await fixture.listening.history(PageRequest(limit: 1), as: Self.some)
        #expect(page.items.map(\.play.track.rawValue) == ["t1"])
        let next = try await fixture.listening.history(PageRequest(limit: 1, cursor: page.next), as: Self.some)
        #expect(next.items.map(\.play.track.rawValue) == ["t0"] && next.next == nil)
        let nothing = Principal(user: Self.all.user, role: .listener, libraries: .only([]))
        #expect(try await fixture.history(as: nothing) == [])
    }

    @Test("so do the last heard albums and the most heard tracks") func home() async throws {
        let fixture = try await Self.fixture()
        for track in ["t0", "t2", "t2", "t3"] { try await fixture.hear(track) }
        func recent(_ scope: LibraryScope) async throws -> [ID<Album>] {
            try await fixture.engine.plays.recentAlbums(of: Self.all.user, in: scope, limit: 1)
        }
        let albums = try await fixture.music.albums()
        let (seen, unseen) = (try #require(albums["a0"]), try #require(albums["a1"]))
        #expect(try await recent(.everything) == [unseen])
        #expect(try await recent(Self.some.libraries) == [seen])
        #expect(try await fixture.listening.mostPlayedTracks(limit: 1, as: Self.all).map(\.track.id) == [ID("t2")])
        #expect(try await fixture.listening.mostPlayedTracks(limit: 1, as: Self.some).map(\.track.id) == [ID("t0")])
    }

    @Test("the queue skips them, counts positions without them, and accepts none of them") func queue() async throws {
        let fixture = try await Self.fixture()
        _ = try await fixture.queue.replace(
            with: fixture.list(["t0", "t2", "t1", "t3", "t4"], at: 1), as: Self.all, from: "192.0.2.1")
        let seen = try await fixture.queue.queue(as: Self.some).queue
        #expect(seen.tracks.map(\.rawValue) == ["t0", "t1", "t4"] && seen.currentIndex == 1 && seen.position == .zero)
        let there = try QueuePosition(currentIndex: 2, position: .seconds(3), revision: seen.revision)
        _ = try await fixture.queue.move(to: there, as: Self.some)
        #expect(try await fixture.queue.queue(as: Self.some).queue.currentIndex == 2)
        #expect(try await fixture.queue.queue(as: Self.all).queue.currentIndex == 4)
        let unseen = try fixture.list(["t0", "t2"])
        let unknown = try fixture.list(["t0", "nothing"])
        for list in [unseen, unknown] {
            await #expect(throws: DomainError.invalid("trackIds contains an unknown track", field: "trackIds")) {
                _ = try await fixture.queue.replace(with: list, as: Self.some, from: "192.0.2.1")
            }
        }
        #expect(try await fixture.queue.queue(as: Self.all).queue.tracks.count == 5)
        let repeated = try fixture.list(["t0", "t0", "t1"])
        _ = try await fixture.queue.replace(with: repeated, as: Self.some, from: "192.0.2.1")
        #expect(try await fixture.queue.queue(as: Self.some).queue.tracks.count == 3)
    }
}

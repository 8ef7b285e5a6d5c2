import Board
import Catalog
import Listening
import Primitives
import Shelf
import StoreFixtures
import Support
import Testing

/// No store deletes a track's row, but the tables must handle it.
@Suite("Tracks whose rows were deleted") struct ForgottenTrackTests {
    private let ada = ListeningFixture.ada

    private func forget(_ track: String, _ fixture: some StoreFixture) throws {
        try RawDatabase(fixture.engine).change("DELETE FROM track WHERE id = '\(track)'")
    }

    @Test("a playlist loses a deleted track, and its counts agree")
    func deletedTrack() async throws {
        let fixture = try await ListeningFixture()
        for track in ["t0", "t2", "t0"] { try await fixture.hear(track) }
        try forget("t0", fixture)
        #expect(try await fixture.history() == ["t2"])
        #expect(try await fixture.listening.playCount(of: ID("t0"), as: ada) == .none)
        #expect(try await fixture.listening.recentlyPlayedAlbums(as: ada).map(\.name) == ["a1"])
        #expect(try await fixture.engine.plays.recount() == 0)
    }

    @Test(
        "a queue skips deleted tracks and plays on",
        arguments: [(["t0"], 1, 5), (["t2"], 2, 0), (["t2", "t3"], 1, 0), (["t0", "t1", "t2", "t3"], 0, 0)])
    func deletedTracks(tracks: [String], index: Int, position: Int) async throws {
        let fixture = try await ListeningFixture()
        _ = try await fixture.queue.replace(
            with: fixture.list(["t0", "t1", "t2", "t3"], at: 2), as: ada, from: "192.0.2.1")
        for track in tracks { try forget(track, fixture) }
        let contents = try await fixture.queue.queue(as: ada)
        let left = ["t0", "t1", "t2", "t3"].filter { !tracks.contains($0) }
        #expect(contents.items.map(\.id.rawValue) == left)
        #expect(contents.queue.currentIndex == index)
        #expect(contents.queue.position == .seconds(position))
        guard let last = left.indices.last else { return }
        _ = try await fixture.queue.move(
            to: QueuePosition(currentIndex: last, position: .seconds(1), revision: 1), as: ada)
        #expect(try await fixture.queue.queue(as: ada).queue.currentIndex == last)
    }

    @Test("a missing or deleted song stays on the board by name and cannot be played")
    func board() async throws {
        let fixture = try await BoardFixture()
        _ = try await fixture.posted("t0")
        try await fixture.music.change("t0") { $0.title = "Renamed" }
        try forget("t0", fixture)
        let forgotten = try #require(try await fixture.today().posts.items.first)
        #expect(forgotten.track == nil)
        #expect(forgotten.post.song == Post.Song(track: nil, title: "t0", artist: Grouping.unknownArtist))
        #expect(try await fixture.board.playlist(of: .today, as: ada).isEmpty)
    }

    @Test("a deleted song on the board keeps its library") func boardScope() async throws {
        let fixture = try await BoardFixture()
        _ = try await fixture.posted("s0", as: BoardFixture.bob)
        try forget("s0", fixture)
        let narrow = Principal(user: ada.user, role: .listener, libraries: .only(["l0"]))
        #expect(try await fixture.today(as: narrow).posts.items.first?.post.song == nil)
        #expect(try await fixture.today(as: ada).posts.items.first?.post.song?.title == "Secret")
    }

    @Test("a deleted item on a shelf keeps its library") func shelfScope() async throws {
        let fixture = try await ShelfItemFixture()
        let cleo = ShelfFixture.cleo
        let whole = Principal(user: cleo.user, role: .listener)
        try await fixture.put(tracks: ["x0", "t0"], albums: ["b0"], as: whole)
        try forget("x0", fixture)
        #expect(try await fixture.titles(as: cleo) == ["t0"])
        #expect(try await fixture.titles(as: whole) == ["b0", "t0", "x0"])
    }

    @Test("a shelf follows the library's titles, and keeps a deleted item with its rating")
    func shelf() async throws {
        let fixture = try await ShelfItemFixture()
        try await fixture.put(tracks: ["t0"])
        try await fixture.base.rate(.track(ID("t0")), 9)
        try await fixture.music.change("t0") { $0.title = "Aria" }
        try forget("t0", fixture)
        let item = try await fixture.shelf.items(ShelfQuery(), PageRequest(), as: ada).items[0].item
        #expect(item.source == .entry && item.title == "Aria" && item.rating?.halves == 9)
    }
}

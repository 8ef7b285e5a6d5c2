import Catalog
import Primitives
import Shelf
import StoreFixtures
import Support
import Synchronization
import Testing

@Suite("Songs from the outside catalog in playlists") struct OutsideSongTests {
    private let ada = ShelfFixture.ada
    private let bob = ShelfFixture.bob

    private static let song = OutsideSong(
        id: 7, named: NamedTrack(title: "Days", artist: "Low", album: "Hey What", durationMilliseconds: 201_000))

    private func service(_ fixture: ShelfItemFixture) -> ImportedSongService {
        ImportedSongService(
            store: fixture.engine.importedSongs, playlists: fixture.engine.playlists, wishes: fixture.wishes,
            catalog: fixture.engine.catalog, clock: fixture.base.clock)
    }

    private func playlist(_ fixture: ShelfItemFixture) async throws -> ID<Playlist> {
        try await fixture.base.playlists.create(
            try PlaylistDraft(name: "Morning", description: ""), as: ada, from: ShelfFixture.origin)
    }

    private func save(
        _ song: OutsideSong = Self.song, to id: ID<Playlist>, _ fixture: ShelfItemFixture, as caller: Principal? = nil
    ) async throws -> SavedOutsideSong {
        try await service(fixture).save(to: id, as: caller ?? ada, from: ShelfFixture.origin) { song }
    }

    private func addDays(_ fixture: ShelfItemFixture) async throws {
        var song = Song("d0", album: "Hey What", title: "Days", artists: ["Low"])
        song.durationMilliseconds = 200_000
        try await fixture.music.add(song)
    }

    @Test("wait by their number, once, and become the library's song when it is added") func awaited() async throws {
        let fixture = try await ShelfItemFixture()
        let id = try await playlist(fixture)
        #expect(try await save(to: id, fixture) == .awaited)
        #expect(try await save(to: id, fixture) == .present)
        let songs = try await service(fixture).songs(of: id, .all, .first(9), as: ada).items
        #expect(songs.map(\.song.outside) == [7] && songs.map(\.song.state) == [.awaited])
        #expect(try await fixture.base.playlists.items(of: id, as: ada).isEmpty)
        try await addDays(fixture)
        #expect(try await fixture.base.playlists.items(of: id, as: ada).map(\.track.title) == ["Days"])
        let filled = try await service(fixture).songs(of: id, .all, .first(9), as: ada).items
        #expect(filled.map(\.song.state) == [.sure])
    }

    @Test("become entries at once where the library has them") func here() async throws {
        let fixture = try await ShelfItemFixture()
        try await addDays(fixture)
        let id = try await playlist(fixture)
        #expect(try await save(to: id, fixture) == .added)
        #expect(try await fixture.base.playlists.items(of: id, as: ada).map(\.track.title) == ["Days"])
    }

    @Test("are saved only by a playlist's owner") func refused() async throws {
        let fixture = try await ShelfItemFixture()
        let id = try await playlist(fixture)
        await #expect(throws: DomainError.self) { try await save(to: id, fixture, as: bob) }
        #expect(try await service(fixture).counts(of: id, as: ada).total == 0)
    }

    @Test("become one wish, and back another user's wish") func wished() async throws {
        let fixture = try await ShelfItemFixture()
        let service = service(fixture)
        let asked = Mutex(0)
        let wish = { (caller: Principal) in
            try await service.wish(for: Self.song, as: caller, from: ShelfFixture.origin) {
                asked.withLock { $0 += 1 }
                return ShelfFixture.picture()
            }
        }
        #expect(try await wish(ada).made == 1)
        #expect(try await wish(ada).present == 1)
        #expect(try await wish(bob).backed == 1)
        #expect(asked.withLock { $0 } == 1)
    }
}

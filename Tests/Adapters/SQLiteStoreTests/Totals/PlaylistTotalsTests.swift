import Primitives
import Shelf
import StoreFixtures
import Testing

@Suite("Playlist totals") struct PlaylistTotalsTests {
    private let ada = ShelfFixture.ada

    @Test("follow a track's row while its file is missing") func missing() async throws {
        let fixture = try await ShelfFixture()
        let raw = try RawDatabase(fixture.engine)
        let id = try await fixture.playlist(["t0", "t1", "t0"])
        try await fixture.music.miss("t0")
        try raw.change("UPDATE track SET duration_ms = 70000, library = 'l1' WHERE id = 't0'")
        #expect(try await fixture.engine.playlists.recount() == 0)
        try raw.change("UPDATE track SET missing_since = NULL WHERE id = 't0'")
        let back = PlaylistTotals(entries: 3, missing: 0, hidden: 0, durationMilliseconds: 240_000)
        #expect(try await fixture.playlists.playlist(id, as: ada).totals == back)
        #expect(try await fixture.engine.playlists.recount() == 0)
    }

    @Test("are removed with the playlist, like its entries") func removal() async throws {
        let fixture = try await ShelfFixture()
        let raw = try RawDatabase(fixture.engine)
        let id = try await fixture.playlist(["t0", "x0"])
        #expect(try raw.number("SELECT count(*) FROM playlist_total") > 0)
        try await fixture.playlists.delete(id, as: ada, from: ShelfFixture.origin)
        for table in ["playlist_entry", "playlist_total"] {
            #expect(try raw.number("SELECT count(*) FROM \(table)") == 0)
        }
    }
}

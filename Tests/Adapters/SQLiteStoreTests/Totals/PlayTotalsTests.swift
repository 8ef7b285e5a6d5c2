import Listening
import Primitives
import StoreFixtures
import Support
import Testing

/// The totals of all plays. They rank searches and list a user's albums.
@Suite("Play totals") struct PlayTotalsTests {
    private let ada = ListeningFixture.ada
    private let bob = ListeningFixture.bob

    private static let first = "album = (SELECT id FROM album WHERE name = 'a0')"

    private func totals(_ raw: RawDatabase) throws -> [Int] {
        [
            try raw.number("SELECT plays FROM track WHERE id = 't0'"),
            try raw.number("SELECT plays FROM track WHERE id = 't1'"),
            try raw.number("SELECT plays FROM album WHERE name = 'a0'"),
            try raw.number("SELECT plays FROM album_play WHERE \(Self.first) AND account = 'ada'"),
            try raw.number("SELECT plays FROM album_play WHERE \(Self.first) AND account = 'bob'"),
        ]
    }

    @Test("follow plays, their removal, a recount and the removal of an account") func follow() async throws {
        let fixture = try await ListeningFixture()
        let raw = try RawDatabase(fixture.engine)
        let latest = "SELECT last_played_at FROM album_play WHERE \(Self.first) AND account = 'ada'"
        for track in ["t0", "t1", "t0", "t2"] { try await fixture.hear(track) }
        try await fixture.hear("t1", as: bob)
        #expect(try totals(raw) == [2, 2, 4, 3, 1])
        let last = try raw.number(latest)
        let entries = try await fixture.listening.history(.first(10), as: ada).items
        #expect(last == Int(entries[1].play.playedAt.milliseconds))
        try await fixture.listening.delete(entries[1].play.id, as: ada, from: "192.0.2.1")
        #expect(try totals(raw) == [1, 2, 3, 2, 1])
        let before = try raw.number(latest)
        #expect(before == Int(entries[2].play.playedAt.milliseconds))
        try raw.change("UPDATE play_count SET plays = 9 WHERE track = 't0'")
        #expect(try totals(raw) == [9, 2, 11, 10, 1])
        #expect(try await fixture.engine.plays.recount() == 1)
        #expect(try totals(raw) == [1, 2, 3, 2, 1])
        try await fixture.removeAccount("bob")
        #expect(try totals(raw) == [1, 1, 2, 2, 0])
        try await fixture.removeAccount("ada")
        #expect(try totals(raw) == [0, 0, 0, 0, 0])
        #expect(try raw.number("SELECT count(*) FROM album_play") == 0)
    }
}

import Listening
import Primitives
import SQLiteStore
import Testing

/// What the catalogue keeps of everybody's plays, to rank searches and to list a person's albums.
@Suite("The totals of plays") struct PlayTotalsTests {
    private let ada = ListeningFixture.ada
    private let bob = ListeningFixture.bob

    private func totals(_ fixture: ListeningFixture) throws -> [Int] {
        [
            try fixture.number("SELECT plays FROM track WHERE id = 't0'"),
            try fixture.number("SELECT plays FROM track WHERE id = 't1'"),
            try fixture.number("SELECT plays FROM album WHERE id = 'a0'"),
            try fixture.number("SELECT plays FROM album_play WHERE album = 'a0' AND account = 'ada'"),
            try fixture.number("SELECT plays FROM album_play WHERE album = 'a0' AND account = 'bob'"),
        ]
    }

    @Test("follow plays, their removal, a recount and the end of an account") func follow() async throws {
        let fixture = try await ListeningFixture()
        for track in ["t0", "t1", "t0", "t2"] { try await fixture.hear(track) }
        try await fixture.hear("t1", as: bob)
        #expect(try totals(fixture) == [2, 2, 4, 3, 1])
        let last = try fixture.number("SELECT last_played_at FROM album_play WHERE album = 'a0' AND account = 'ada'")
        let entries = try await fixture.listening.history(.first(10), as: ada).items
        #expect(last == Int(entries[1].play.playedAt.milliseconds))
        try await fixture.listening.delete(entries[1].play.id, as: ada, from: "192.0.2.1")
        #expect(try totals(fixture) == [1, 2, 3, 2, 1])
        let before = try fixture.number("SELECT last_played_at FROM album_play WHERE album = 'a0' AND account = 'ada'")
        #expect(before == Int(entries[2].play.playedAt.milliseconds))
        try fixture.change("UPDATE play_count SET plays = 9 WHERE track = 't0'")
        #expect(try totals(fixture) == [9, 2, 11, 10, 1])
        #expect(try await fixture.plays.recount() == 1)
        #expect(try totals(fixture) == [1, 2, 3, 2, 1])
        try fixture.removeAccount("bob")
        #expect(try totals(fixture) == [1, 1, 2, 2, 0])
        try fixture.removeAccount("ada")
        #expect(try totals(fixture) == [0, 0, 0, 0, 0])
        #expect(try fixture.number("SELECT count(*) FROM album_play") == 0)
    }
}

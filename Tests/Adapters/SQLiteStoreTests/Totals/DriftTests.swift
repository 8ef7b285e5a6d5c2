import Foundation
import Listening
import Primitives
import StoreFixtures
import Support
import Testing

@Suite("Listening sums do not drift") struct DriftTests {
    /// Links the same artist or genre twice if its number occurs twice.
    private func link(_ track: String, artists: [Int], genres: [Int], _ raw: RawDatabase) throws {
        var sql = "DELETE FROM track_artist WHERE track = '\(track)'; DELETE FROM track_genre WHERE track = '\(track)';"
        for (place, artist) in artists.enumerated() {
            sql += """
                INSERT INTO track_artist (track, role, position, artist, name)
                SELECT '\(track)', 'performer', \(place), id, name FROM artist WHERE name = 'r\(artist)';
                """
        }
        sql += """
            INSERT INTO track_artist (track, role, position, artist, name)
            SELECT '\(track)', 'composer', 0, id, name FROM artist WHERE name = 'r2';
            """
        for (place, genre) in genres.enumerated() {
            sql += """
                INSERT INTO track_genre (track, position, genre, name)
                SELECT '\(track)', \(place), id, name FROM genre WHERE name = 'g\(genre)';
                """
        }
        try raw.change(sql)
    }

    @Test(
        "after any sequence of changes to plays, tags, tracks and users", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func random(seed: UInt64) async throws {
        let fixture = try await StatisticsFixture()
        let raw = try RawDatabase(fixture.engine)
        var generator = SeededGenerator(seed: seed)
        var plays: [Play] = []
        for step in 0..<240 {
            let person = Bool.random(using: &generator) ? StatisticsFixture.ada : StatisticsFixture.bob
            let track = "t\(Int.random(in: 0..<8, using: &generator))"
            switch Int.random(in: 0..<25, using: &generator) {
            case 0..<13:
                let instant = Timestamp(
                    milliseconds: Int64.random(in: 1_600_000_000_000...1_795_000_000_000, using: &generator))
                // A deleted track is not played again.
                if try raw.number("SELECT count(*) FROM track WHERE id = '\(track)'") == 1 {
                    plays.append(try await fixture.play(track, at: instant, as: person))
                }
            case 13..<17:
                guard let play = plays.randomElement(using: &generator) else { continue }
                try await fixture.delete(play)
            case 17, 18:
                guard try raw.number("SELECT count(*) FROM track WHERE id = '\(track)'") == 1 else {
                    continue
                }
                let few = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                    Int.random(in: 0..<3, using: &generator)
                }
                try link(track, artists: few, genres: few.reversed(), raw)
            case 19:
                try raw.change(
                    """
                    UPDATE track SET album = (SELECT id FROM album WHERE name = 'a\(Int.random(in: 0..<4, using: &generator))')
                    WHERE id = '\(track)'
                    """)
            case 20:
                try raw.change("UPDATE track SET library = 'l\(step % 2)' WHERE id = '\(track)'")
            case 23:
                try raw.change("UPDATE track SET is_explicit = \(step % 2) WHERE id = '\(track)'")
            case 21:
                try await fixture.share(person, Bool.random(using: &generator) ? .gateway : .nobody)
            case 22:
                try raw.change(
                    """
                    UPDATE track_artist SET artist = (SELECT id FROM artist WHERE name = 'r\(step % 3)')
                    WHERE artist = (SELECT id FROM artist WHERE name = 'r\((step + 1) % 3)')
                    """)
            default:
                try raw.change(
                    step % 5 == 0
                        ? "DELETE FROM track WHERE id = '\(track)'"
                        : "UPDATE track SET missing_since = 1 WHERE id = '\(track)'")
            }
        }
        #expect(try raw.number("SELECT count(*) FROM listening_tally") > 0)
        #expect(try await fixture.engine.statistics.recount() == 0)
        #expect(try await fixture.engine.statistics.use(try #require(TimeZone(identifier: "Australia/Lord_Howe"))))
        #expect(try await fixture.engine.statistics.recount() == 0)
        try await fixture.share(StatisticsFixture.ada)
        try await fixture.share(StatisticsFixture.bob)
        try await fixture.removeAccount("ada")
        #expect(try raw.number("SELECT count(*) FROM listening_tally WHERE who = 'ada'") == 0)
        #expect(try await fixture.engine.statistics.recount() == 0)
        try await fixture.removeAccount("bob")
        #expect(try raw.number("SELECT count(*) FROM listening_tally") == 0)
        #expect(try raw.number("SELECT count(*) FROM listening_hour") == 0)
    }
}

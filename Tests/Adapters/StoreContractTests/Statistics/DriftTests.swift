import Board
import Foundation
import Listening
import Primitives
import SQLiteStore
import Support
import Testing

@Suite("Sums of what was heard do not drift") struct DriftTests {
    @Test(
        "whatever happens to plays, tags, tracks and people, in any order", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func random(seed: UInt64) async throws {
        let fixture = try await StatisticsFixture()
        var generator = SeededGenerator(seed: seed)
        var plays: [Play] = []
        for step in 0..<240 {
            let person = Bool.random(using: &generator) ? StatisticsFixture.ada : StatisticsFixture.bob
            let track = "t\(Int.random(in: 0..<8, using: &generator))"
            switch Int.random(in: 0..<25, using: &generator) {
            case 0..<13:
                let instant = Timestamp(
                    milliseconds: Int64.random(in: 1_600_000_000_000...1_795_000_000_000, using: &generator))
                // A track that a step has deleted is not played again.
                if try fixture.listening.number("SELECT count(*) FROM track WHERE id = '\(track)'") == 1 {
                    plays.append(try await fixture.play(track, at: instant, as: person))
                }
            case 13..<17:
                guard let play = plays.randomElement(using: &generator) else { continue }
                try await fixture.delete(play)
            case 17, 18:
                guard try fixture.listening.number("SELECT count(*) FROM track WHERE id = '\(track)'") == 1 else {
                    continue
                }
                let few = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                    Int.random(in: 0..<3, using: &generator)
                }
                try fixture.link(track, artists: few, genres: few.reversed())
            case 19:
                try fixture.listening.change(
                    "UPDATE track SET album = 'a\(Int.random(in: 0..<4, using: &generator))' WHERE id = '\(track)'")
            case 20:
                try fixture.listening.change("UPDATE track SET library = 'l\(step % 2)' WHERE id = '\(track)'")
            case 23:
                try fixture.listening.change("UPDATE track SET is_explicit = \(step % 2) WHERE id = '\(track)'")
            case 21:
                try await fixture.share(person, Bool.random(using: &generator) ? .gateway : .nobody)
            case 22:
                try fixture.listening.change(
                    "UPDATE track_artist SET artist = 'r\(step % 3)' WHERE artist = 'r\((step + 1) % 3)'")
            default:
                if step % 5 == 0 { try fixture.listening.delete(track) } else { try fixture.listening.remove(track) }
            }
        }
        #expect(try fixture.listening.number("SELECT count(*) FROM listening_tally") > 0)
        #expect(try await fixture.store.recount() == 0)
        #expect(try await fixture.store.use(try #require(TimeZone(identifier: "Australia/Lord_Howe"))))
        #expect(try await fixture.store.recount() == 0)
        try await fixture.share(StatisticsFixture.ada)
        try await fixture.share(StatisticsFixture.bob)
        try fixture.listening.removeAccount("ada")
        #expect(try fixture.listening.number("SELECT count(*) FROM listening_tally WHERE who = 'ada'") == 0)
        #expect(try await fixture.store.recount() == 0)
        try fixture.listening.removeAccount("bob")
        #expect(try fixture.listening.number("SELECT count(*) FROM listening_tally") == 0)
        #expect(try fixture.listening.number("SELECT count(*) FROM listening_hour") == 0)
    }

    @Test("counting anew finds and corrects what somebody changed by hand")
    func recount() async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.share(StatisticsFixture.ada)
        try await fixture.play("t0", at: try fixture.instant("2026-11-20T10:00:00Z"))
        try fixture.listening.change(
            "UPDATE listening_tally SET plays = 7 WHERE kind = 'track' AND span = 0 AND who = 'ada'")
        try fixture.listening.change("DELETE FROM listening_hour WHERE who = ''")
        #expect(try await fixture.store.recount() == 2)
        #expect(try await fixture.store.recount() == 0)
        #expect(
            try fixture.listening.number(
                "SELECT plays FROM listening_tally WHERE kind = 'track' AND span = 0 AND who = 'ada'") == 1)
    }

    @Test("another time zone moves plays to other days, the same one changes nothing")
    func zone() async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.play("t0", at: try fixture.instant("2026-11-20T23:30:00Z"))
        let warsaw = try #require(TimeZone(identifier: "Europe/Warsaw"))
        #expect(try await !fixture.store.use(warsaw))
        let all = StatisticsPeriod(.all, around: fixture.service.today)
        let ada = StatisticsAudience.person(StatisticsFixture.ada.user)
        #expect(try await fixture.store.days(of: ada, all, in: .everything).map(\.day.text) == ["2026-11-21"])
        #expect(try await fixture.store.use(.gmt))
        #expect(try await fixture.store.days(of: ada, all, in: .everything).map(\.day.text) == ["2026-11-20"])
        #expect(try await fixture.store.recount() == 0)
    }
}

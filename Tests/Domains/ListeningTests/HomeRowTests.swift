import Catalog
import Foundation
import Listening
import Primitives
import Testing

@Suite("The home screen's rows and tiles") struct HomeRowTests {
    private static let day = LocalDay(year: 2026, month: 11, day: 26)
    private static let moment = moment(8)

    private static func moment(_ hour: Int) -> ListeningCalendar.Moment {
        ListeningCalendar(zone: .gmt).moment(
            at: Timestamp(milliseconds: Int64(day.number) * 86_400_000 + Int64(hour) * 3_600_000))
    }

    private static func plays(
        _ count: Int, of album: String, by artist: String = "r", daysAgo: Int = 1, hour: Int = 8
    ) -> [HabitPlay] {
        (0..<count).map { _ in
            HabitPlay(album: ID(album), artist: ID(artist), day: LocalDay(number: day.number - daysAgo), hour: hour)
        }
    }

    @Test("without any use the order is the default") func usual() {
        #expect(HomeRow.order(by: [:]) == HomeRow.allCases)
    }

    @Test("a used row moves up, the further the more it is used") func used() throws {
        let before = try #require(HomeRow.allCases.firstIndex(of: .genres))
        let once = try #require(HomeRow.order(by: [.genres: 1]).firstIndex(of: .genres))
        let often = try #require(HomeRow.order(by: [.genres: 30]).firstIndex(of: .genres))
        #expect(once < before)
        #expect(often == 0)
        #expect(Set(HomeRow.order(by: [.genres: 30])) == Set(HomeRow.allCases))
    }

    @Test("a use counts half after two weeks") func halfLife() {
        let first = HomeRowUse.first(at: Timestamp(milliseconds: 0))
        let later = Timestamp(milliseconds: 14 * 86_400_000)
        #expect(abs(first.weight(at: later) - 0.5) < 0.001)
        #expect(abs(first.used(at: later).weight - 1.5) < 0.001)
        #expect(first.used(at: later).at == later)
        // Setting the clock back loses nothing.
        #expect(first.used(at: later).used(at: Timestamp(milliseconds: 0)).at == later)
    }

    @Test("two plays are not a habit") func tooFew() {
        #expect(HomeTile.guess(from: Self.plays(2, of: "a"), at: Self.moment) == [])
        #expect(HomeTile.guess(from: Self.plays(3, of: "a"), at: Self.moment) == [.album(ID("a"))])
    }

    @Test("plays at this time of the day rank before equally many at another") func time() {
        let plays = Self.plays(4, of: "night", by: "x", hour: 22) + Self.plays(4, of: "morning", by: "y", hour: 7)
        #expect(HomeTile.guess(from: plays, at: Self.moment) == [.album(ID("morning")), .album(ID("night"))])
        #expect(HomeTile.guess(from: plays, at: Self.moment(0)).first == .album(ID("night")))
    }

    @Test("recent plays count more") func recency() {
        let plays = Self.plays(6, of: "old", by: "x", daysAgo: 50) + Self.plays(3, of: "new", by: "y", daysAgo: 1)
        #expect(HomeTile.guess(from: plays, at: Self.moment) == [.album(ID("new")), .album(ID("old"))])
    }

    @Test("an artist replaces three of their albums") func artist() {
        let two = Self.plays(3, of: "a") + Self.plays(3, of: "b")
        #expect(Set(HomeTile.guess(from: two, at: Self.moment)) == [.album(ID("a")), .album(ID("b"))])
        #expect(HomeTile.guess(from: two + Self.plays(1, of: "c"), at: Self.moment) == [.artist(ID("r"))])
    }

    @Test("there are at most six tiles") func most() {
        let plays = (0..<9).flatMap { Self.plays(3, of: "a\($0)", by: "r\($0)") }
        #expect(HomeTile.guess(from: plays, at: Self.moment).count == 6)
    }
}

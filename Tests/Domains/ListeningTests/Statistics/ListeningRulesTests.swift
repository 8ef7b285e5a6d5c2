import Foundation
import Primitives
import Listening
import Testing

@Suite("Rules of listening statistics") struct ListeningRulesTests {
    private func days(_ texts: String...) throws -> [LocalDay] {
        try texts.map { try #require(LocalDay(text: $0)) }
    }

    @Test("a streak is current if it reaches today or yesterday")
    func currentStreak() throws {
        let heard = try days("2026-03-01", "2026-03-02", "2026-03-03", "2026-03-27", "2026-03-28")
        for (today, current) in [("2026-03-28", 2), ("2026-03-29", 2), ("2026-03-30", nil)] as [(String, Int?)] {
            let streaks = Streaks(days: heard, today: try #require(LocalDay(text: today)))
            #expect(streaks.current?.days == current, "\(today)")
            #expect(streaks.longest?.days == 3 && streaks.longest?.last.text == "2026-03-03")
        }
        #expect(try Streaks(days: [], today: days("2026-03-01")[0]).longest == nil)
    }

    @Test("of two equally long streaks the later is the longest")
    func equalStreaks() throws {
        let heard = try days("2026-03-01", "2026-03-02", "2026-04-01", "2026-04-02")
        #expect(Streaks(days: heard, today: heard[3]).longest?.first.text == "2026-04-01")
    }

    @Test(
        "a streak continues over days of 23 and 25 hours",
        arguments: ["Europe/Warsaw", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"])
    func clockChanges(name: String) throws {
        let calendar = ListeningCalendar(zone: try #require(TimeZone(identifier: name)))
        var days: [LocalDay] = []
        // A play every 23 hours for two years: every local day has one.
        for number in 0..<760 {
            let instant = Timestamp(milliseconds: 1_735_700_000_000 + Int64(number) * 23 * 3_600_000)
            let day = calendar.moment(at: instant).day
            if days.last != day { days.append(day) }
        }
        let streaks = Streaks(days: days, today: try #require(days.last))
        #expect(streaks.longest?.days == days.count && streaks.current == streaks.longest)
    }

    @Test("hours follow the local clock, including when it is put forward and back")
    func hours() throws {
        let calendar = ListeningCalendar(zone: try #require(TimeZone(identifier: "Europe/Warsaw")))
        func moment(_ text: String) throws -> ListeningCalendar.Moment {
            let date = try Date(text, strategy: .iso8601)
            return calendar.moment(at: Timestamp(milliseconds: Int64(date.timeIntervalSince1970) * 1000))
        }
        #expect(try moment("2026-03-29T00:59:00Z").hour == 1)
        #expect(try moment("2026-03-29T01:00:00Z").hour == 3)
        #expect(try moment("2026-10-25T00:30:00Z").hour == 2 && moment("2026-10-25T01:30:00Z").hour == 2)
        let midnight = try moment("2026-11-21T23:00:00Z")
        #expect(try midnight.day == days("2026-11-22")[0] && midnight.hour == 0)
    }

    @Test("the favorite genre is the mode; ties go to time, then recency, then name")
    func favorite() throws {
        func genre(_ name: String, _ plays: Int, _ time: Int64, _ last: Int64) -> FavoriteGenre {
            FavoriteGenre(
                id: name, name: name, total: ListeningTotal(plays: plays, milliseconds: time),
                lastHeardAt: Timestamp(milliseconds: last))
        }
        func favorite(_ genres: FavoriteGenre...) -> String? { FavoriteGenre.mode(of: genres)?.name }
        #expect(favorite() == nil)
        #expect(favorite(genre("a", 1, 90, 9), genre("b", 2, 10, 1)) == "b")
        #expect(favorite(genre("a", 2, 90, 1), genre("b", 2, 10, 9)) == "a")
        #expect(favorite(genre("a", 2, 10, 1), genre("b", 2, 10, 9)) == "b")
        #expect(favorite(genre("b", 2, 10, 9), genre("a", 2, 10, 9), genre("c", 2, 10, 9)) == "a")
    }
}

import Primitives
import Listening
import Testing

@Suite("A period of statistics") struct PeriodTests {
    private func period(_ unit: StatisticsPeriod.Unit, _ text: String) throws -> StatisticsPeriod {
        StatisticsPeriod(unit, around: try #require(LocalDay(text: text)))
    }

    @Test(
        "is whole days, ISO weeks, months or years",
        arguments: [
            (StatisticsPeriod.Unit.day, "2026-11-21", "2026-11-21", "2026-11-21"),
            (.week, "2026-11-21", "2026-11-16", "2026-11-22"), (.week, "2026-11-16", "2026-11-16", "2026-11-22"),
            (.week, "2026-11-22", "2026-11-16", "2026-11-22"), (.week, "2027-01-01", "2026-12-28", "2027-01-03"),
            (.week, "1969-12-31", "1969-12-29", "1970-01-04"),
            (.month, "2024-02-29", "2024-02-01", "2024-02-29"), (.month, "2026-12-31", "2026-12-01", "2026-12-31"),
            (.year, "2026-11-21", "2026-01-01", "2026-12-31"),
        ])
    func bounds(unit: StatisticsPeriod.Unit, day: String, first: String, last: String) throws {
        let period = try period(unit, day)
        #expect(period.first.text == first && period.last.text == last)
    }

    @Test(
        "has the previous and the next one as neighbors",
        arguments: [StatisticsPeriod.Unit.day, .week, .month, .year])
    func neighbors(unit: StatisticsPeriod.Unit) throws {
        var period = try period(unit, "2019-12-30")
        for _ in 0..<400 {
            let next = try #require(period.next)
            #expect(next.first == period.last.next && next.previous == period)
            period = next
        }
    }

    @Test("has none at the ends of the calendar, and all time has none")
    func ends() throws {
        #expect(try period(.all, "2026-11-21").previous == nil && period(.all, "2026-11-21").next == nil)
        #expect(try period(.year, "9999-01-01").next == nil && period(.month, "0001-05-01").previous == nil)
        #expect(try period(.day, "0001-01-01").previous == nil && period(.day, "9999-12-31").next == nil)
    }

    @Test("is charted without gaps")
    func charts() throws {
        let month = try period(.month, "2024-02-10")
        let chart = ListeningChart(
            of: month, days: [(try #require(LocalDay(text: "2024-02-03")), ListeningTotal(plays: 2, milliseconds: 9))])
        #expect(chart.bars.count == 29 && chart.bars[2].total.plays == 2 && chart.bars[3].total == .none)
        let all = ListeningChart(
            of: try period(.all, "2024-02-10"),
            days: [
                (try #require(LocalDay(text: "2023-11-01")), ListeningTotal(plays: 1, milliseconds: 1)),
                (try #require(LocalDay(text: "2024-02-01")), ListeningTotal(plays: 3, milliseconds: 3)),
            ])
        #expect(all.bars.map(\.total.plays) == [1, 0, 0, 3] && all.piece == .month)
        #expect(ListeningChart(of: try period(.all, "2024-02-10"), days: []).bars.isEmpty)
    }
}

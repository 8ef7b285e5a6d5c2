import Foundation
import Primitives
import Support
import Testing

@Suite("The calendar of local days") struct DayCalendarTests {
    private static let zones = [
        "UTC", "Europe/Warsaw", "Europe/Madrid", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe",
        "Pacific/Apia", "America/Sao_Paulo", "America/St_Johns", "Africa/Casablanca", "Pacific/Kiritimati",
        "Etc/GMT+12",
    ]

    private static func calendar(_ zone: String) throws -> DayCalendar {
        DayCalendar(zone: try #require(TimeZone(identifier: zone)))
    }

    private static func seconds(_ first: LocalDay, _ last: LocalDay) -> ClosedRange<Int64> {
        Int64(first.number) * 86_400...Int64(last.number) * 86_400
    }

    @Test(
        "over ten years and the year of the skipped day, days are contiguous and contain exactly their instants",
        arguments: zones)
    func contiguous(zone: String) throws {
        let calendar = try Self.calendar(zone)
        for years in [2009...2012, 2020...2029] {
            var day = LocalDay(year: years.lowerBound, month: 1, day: 1)
            let last = LocalDay(year: years.upperBound, month: 12, day: 31)
            while day <= last {
                let (start, end) = (calendar.start(of: day), calendar.end(of: day))
                #expect(end == calendar.start(of: day.next))
                #expect(start <= end)
                if start < end {
                    for instant in [
                        start, start.advanced(by: .milliseconds(1)), start.advanced(by: .seconds(11 * 3600)),
                        end.advanced(by: .milliseconds(-1)),
                    ] where instant >= start && instant < end {
                        #expect(calendar.day(at: instant) == day, "\(zone) \(day.text) \(instant)")
                    }
                    #expect(calendar.day(at: start.advanced(by: .milliseconds(-1))) < day)
                    #expect(calendar.day(at: end) > day)
                }
                day = day.next
            }
        }
    }

    @Test("at random instants the date is the local date in the zone", arguments: zones)
    func shown(zone: String) throws {
        let calendar = try Self.calendar(zone)
        var reference = Calendar(identifier: .gregorian)
        reference.timeZone = calendar.zone
        var random = SeededGenerator(seed: 7)
        let range = Self.seconds(LocalDay(year: 2016, month: 1, day: 1), LocalDay(year: 2031, month: 1, day: 1))
        for _ in 0..<4000 {
            let second = Int64.random(in: range, using: &random)
            let parts = reference.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(second)))
            let day = LocalDay(
                year: try #require(parts.year), month: try #require(parts.month), day: try #require(parts.day))
            #expect(calendar.day(at: Timestamp(milliseconds: second * 1000 + 999)) == day, "\(zone) \(second)")
        }
    }

    @Test(
        "a day is as long as its local clock makes it",
        arguments: [
            ("Europe/Warsaw", "2026-03-29", 23.0), ("Europe/Warsaw", "2026-10-25", 25),
            ("Europe/Madrid", "2026-03-29", 23),
            ("America/New_York", "2026-03-08", 23), ("America/New_York", "2026-11-01", 25),
            ("Australia/Lord_Howe", "2026-04-05", 24.5), ("Australia/Lord_Howe", "2026-10-04", 23.5),
            ("Asia/Kathmandu", "2026-03-29", 24), ("UTC", "2028-02-29", 24), ("Pacific/Apia", "2011-12-30", 0),
            ("Pacific/Apia", "2011-12-29", 24), ("Pacific/Apia", "2011-12-31", 24),
            // Clocks went from midnight to one, and from a minute past midnight back to the previous day.
            ("America/Sao_Paulo", "2017-10-15", 23), ("America/St_Johns", "2010-11-07", 25),
        ])
    func lengths(zone: String, date: String, hours: Double) throws {
        let calendar = try Self.calendar(zone)
        let day = try #require(LocalDay(text: date))
        #expect(calendar.end(of: day).since(calendar.start(of: day)) == .milliseconds(Int64(hours * 3_600_000)))
    }

    @Test("a day that clocks set back to its eve does not start twice") func putBack() throws {
        let calendar = try Self.calendar("America/St_Johns")
        let day = LocalDay(year: 2010, month: 11, day: 7)
        let start = calendar.start(of: day)
        // 00:01 became 23:01 of the previous day.
        for minutes in 0..<180 {
            #expect(calendar.day(at: start.advanced(by: .seconds(minutes * 60))) == day)
        }
    }
}

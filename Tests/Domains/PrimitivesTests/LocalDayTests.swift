import Primitives
import Testing

@Suite("Board dates") struct LocalDayTests {
    @Test("each day from 1600 to 2400 follows the one before and is read back from its text")
    func roundTrip() {
        var expected = (year: 1600, month: 1, day: 1)
        let first = LocalDay(year: 1600, month: 1, day: 1)
        for number in first.number...LocalDay(year: 2400, month: 12, day: 31).number {
            let day = LocalDay(number: number)
            #expect(day.civil == expected)
            if number % 7 == 0 { #expect(LocalDay(text: day.text) == day) }
            expected.day += 1
            if expected.day > Self.length(of: expected.month, in: expected.year) {
                expected = expected.month == 12 ? (expected.year + 1, 1, 1) : (expected.year, expected.month + 1, 1)
            }
        }
        #expect(LocalDay(number: 0).text == "1970-01-01")
        #expect(LocalDay(number: -1).text == "1969-12-31")
    }

    @Test(
        "an invalid date is refused",
        arguments: [
            "", "2026-11-2", "2026-11-211", "2026-02-29", "2026-02-30", "1900-02-29", "2026-13-01", "2026-00-10",
            "2026-10-00", "0000-01-01", "2026/10/10", "+026-10-10", "-026-10-10", "２026-1-1", "2026-10-1x",
        ])
    func refused(text: String) {
        #expect(LocalDay(text: text) == nil)
    }

    @Test("leap days are valid", arguments: ["2000-02-29", "2024-02-29", "0004-02-29"])
    func leapDays(text: String) {
        #expect(LocalDay(text: text)?.text == text)
    }

    private static func length(of month: Int, in year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
}

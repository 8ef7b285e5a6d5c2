import Foundation
import GRDB
import Primitives
import Shelf

/// Conditions about times and dates, in the time zone of the reader.
extension SmartConditions {
    mutating func instant(_ column: String, _ rule: SmartRule) -> String {
        switch (rule.comparison, rule.value) {
        case (.inTheLast, .number(let days)): return "\(column) >= \(bind(ago(days)))"
        case (.notInTheLast, .number(let days)): return "\(column) < \(bind(ago(days)))"
        case (.before, .date(let day)): return "\(column) < \(bind(start(of: day)))"
        case (.after, .date(let day)): return "\(column) >= \(bind(end(of: day)))"
        case (.between, .dates(let first, let last)):
            return "(\(column) >= \(bind(start(of: first))) AND \(column) < \(bind(end(of: last))))"
        default: return "false"
        }
    }

    private func start(of day: String) -> Int64 {
        LocalDay(text: day).map { DayCalendar(zone: zone).start(of: $0).milliseconds } ?? 0
    }

    private func end(of day: String) -> Int64 {
        LocalDay(text: day).map { DayCalendar(zone: zone).end(of: $0).milliseconds } ?? 0
    }

    /// Tags say `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, which may be any day of that period, and a rule selects only certain
    /// matches (decision 0017). `notInTheLast` selects everything that `inTheLast` does not; nothing selects tracks
    /// without a date.
    mutating func releaseDate(_ rule: SmartRule) -> String {
        let (start, end) = (Self.filled("-01-01"), Self.filled("-12-31"))
        switch (rule.comparison, rule.value) {
        case (.inTheLast, .number(let days)): return "\(start) >= \(bind(Self.date(ago(days), in: zone)))"
        case (.notInTheLast, .number(let days)): return "\(start) < \(bind(Self.date(ago(days), in: zone)))"
        case (.before, .date(let day)): return "\(end) < \(bind(day))"
        case (.after, .date(let day)): return "\(start) > \(bind(day))"
        case (.between, .dates(let first, let last)):
            // As in the tags' partial dates, every month ends with the 31st.
            let until = LocalDay(text: last)?.next.civil.day == 1 ? "\(last.prefix(8))31" : last
            return "(\(start) >= \(bind(first)) AND \(end) <= \(bind(until)))"
        default: return "false"
        }
    }

    /// The date, with its missing parts taken from the end of `rest`, which has the form `-MM-DD`.
    private static func filled(_ rest: String) -> String { "(t.date || substr('\(rest)', length(t.date) - 3))" }

    func ago(_ days: Double) -> Int64 { now.milliseconds - Int64(days) * 86_400_000 }

    /// The calendar day in `zone`, counted from 1970.
    static func day(of milliseconds: Int64, in zone: TimeZone) -> Int64 {
        let instant = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        return (milliseconds + Int64(zone.secondsFromGMT(for: instant)) * 1000) / 86_400_000
    }

    private static func date(_ milliseconds: Int64, in zone: TimeZone) -> String {
        let midday = Date(timeIntervalSince1970: Double(day(of: milliseconds, in: zone)) * 86_400 + 43_200)
        return String(midday.formatted(.iso8601).prefix(10))
    }
}

package import Foundation
package import Primitives

/// A calendar month of the gateway's time zone, over which transfer is added up.
package struct TransferMonth: Sendable, Equatable {
    /// The year times a hundred and the month: 202611.
    package let number: Int
    package let from: Timestamp
    /// When the next one begins.
    package let until: Timestamp

    /// The month that `instant` lies in.
    package init(of instant: Timestamp, in zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        let parts = calendar.dateComponents([.year, .month], from: date)
        number = (parts.year ?? 1970) * 100 + (parts.month ?? 1)
        let interval = calendar.dateInterval(of: .month, for: date)
        func stamp(_ date: Date?) -> Timestamp {
            date.map { Timestamp(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded())) } ?? instant
        }
        from = stamp(interval?.start)
        until = stamp(interval?.end)
    }

    /// The first day of the next month, as `2026-12-01`.
    package var nextDay: String {
        let (year, month) = (number / 100, number % 100)
        let (nextYear, nextMonth) = month == 12 ? (year + 1, 1) : (year, month + 1)
        return "\(nextYear)-" + (nextMonth < 10 ? "0" : "") + "\(nextMonth)-01"
    }

    func contains(_ instant: Timestamp) -> Bool {
        from <= instant && instant < until
    }
}

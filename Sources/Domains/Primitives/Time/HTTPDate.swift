/// HTTP's date, the IMF-fixdate (RFC 9110 §5.6.7), to the second.
package struct HTTPDate: Equatable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z.
    package let seconds: Int64

    package init(seconds: Int64) {
        self.seconds = seconds
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    package static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

    package var text: String {
        let days = LocalDay.floorDivide(Int(seconds), 86400)
        let rest = Int(seconds) - days * 86400
        let (year, month, day) = LocalDay(number: days).civil
        let weekday = Self.weekdays[((days + 4) % 7 + 7) % 7]
        return
            "\(weekday), \(pad(day)) \(Self.months[month - 1]) \(year) \(pad(rest / 3600)):\(pad(rest / 60 % 60)):"
            + "\(pad(rest % 60)) GMT"
    }

    /// Nil unless `text` is an IMF-fixdate. The two obsolete forms are not parsed, which only costs a cache a fresh
    /// response.
    package init?(_ text: String) {
        let fields = text.split(separator: " ")
        guard fields.count == 6, fields[5] == "GMT", fields[0].hasSuffix(","),
            Self.weekdays.contains(String(fields[0].dropLast())),
            let day = Int(fields[1]), (1...31).contains(day), let month = Self.months.firstIndex(of: String(fields[2])),
            let year = Int(fields[3]), (1600...9999).contains(year)
        else { return nil }
        let time = fields[4].split(separator: ":").compactMap { $0.count == 2 ? Int64($0) : nil }
        guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        let days = Int64(LocalDay(year: year, month: month + 1, day: day).number)
        seconds = days * 86400 + time[0] * 3600 + time[1] * 60 + time[2]
    }

    private func pad(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

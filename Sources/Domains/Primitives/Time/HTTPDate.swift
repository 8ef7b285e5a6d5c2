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
        let days = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
        let rest = seconds - days * 86400
        let (year, month, day) = Self.civil(fromDays: days)
        let weekday = Self.weekdays[Int(((days + 4) % 7 + 7) % 7)]
        return
            "\(weekday), \(pad(day)) \(Self.months[month - 1]) \(year) \(pad(Int(rest / 3600))):\(pad(Int(rest / 60 % 60))):"
            + "\(pad(Int(rest % 60))) GMT"
    }

    /// Nil unless `text` is an IMF-fixdate. The two obsolete forms are not parsed, which only costs a cache a fresh
    /// response.
    package init?(_ text: String) {
        let fields = text.split(separator: " ")
        guard fields.count == 6, fields[5] == "GMT", fields[0].hasSuffix(","),
            Self.weekdays.contains(String(fields[0].dropLast())),
            let day = Int(fields[1]), (1...31).contains(day), let month = Self.months.firstIndex(of: String(fields[2])),
            let year = Int64(fields[3]), (1600...9999).contains(year)
        else { return nil }
        let time = fields[4].split(separator: ":").compactMap { $0.count == 2 ? Int64($0) : nil }
        guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        seconds = Self.days(year: year, month: month + 1, day: day) * 86400 + time[0] * 3600 + time[1] * 60 + time[2]
    }

    private func pad(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// The days since 1970-01-01. Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil and
    /// civil_from_days.
    private static func days(year: Int64, month: Int, day: Int) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
        return era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468
    }

    package static func civil(fromDays days: Int64) -> (year: Int64, month: Int, day: Int) {
        let shifted = days + 719468
        let era = (shifted >= 0 ? shifted : shifted - 146096) / 146097
        let dayOfEra = shifted - era * 146097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1))
    }
}

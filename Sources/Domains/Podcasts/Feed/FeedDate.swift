package import Primitives

/// The dates and lengths of feeds, in the forms that occur.
package enum FeedDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    /// The zones of RFC 822 §5.1, in hours.
    private static let zones: [String: Int] = [
        "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
    ]

    /// A date of RFC 822 with or without a weekday, seconds and a zone, with two digits of the year or four; or one of
    /// RFC 3339. Nil for anything else.
    package static func instant(_ text: String) -> Timestamp? {
        let text = text.trimmed
        guard text.utf8.count <= 64 else { return nil }
        if let weekday = text.firstIndex(of: ",") {
            return instant(parts: text[text.index(after: weekday)...].split(whereSeparator: \.isWhitespace))
        }
        let parts = text.split(whereSeparator: \.isWhitespace)
        if parts.count == 1 { return standard(text) }
        // A weekday without a comma.
        return instant(parts: parts.first?.first?.isNumber == true ? parts : Array(parts.dropFirst()))
    }

    private static func instant(parts: [Substring]) -> Timestamp? {
        guard parts.count >= 3, let day = Int(parts[0]), (1...31).contains(day),
            let month = months.firstIndex(of: parts[1].prefix(3).lowercased()), var year = Int(parts[2]),
            (0...9999).contains(year)
        else { return nil }
        if year < 70 { year += 2000 } else if year < 100 { year += 1900 }
        let clock = parts.count > 3 ? parts[3].split(separator: ":").map { Int($0) } : [0, 0]
        guard (2...3).contains(clock.count), let hour = clock[0], let minute = clock[1], (0...23).contains(hour),
            (0...59).contains(minute), let second = clock.count == 3 ? clock[2] : 0, (0...60).contains(second)
        else { return nil }
        let days = Int64(LocalDay(year: year, month: month + 1, day: day).number)
        let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        return Timestamp(milliseconds: (seconds - Int64(parts.count > 4 ? offset(parts[4]) : 0)) * 1000)
    }

    /// `2026-11-21T07:00:00Z` or with `+01:00`.
    private static func standard(_ text: String) -> Timestamp? {
        guard let day = LocalDay(text: text.prefix(10)) else { return nil }
        let rest = text.dropFirst(11)
        let clock = rest.prefix(8).split(separator: ":").map { Int($0) ?? -1 }
        guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
        else { return Timestamp(milliseconds: Int64(day.number) * 86_400_000) }
        let zone = rest.dropFirst(8).drop { $0 == "." || $0.isNumber }
        let seconds = Int64(day.number) * 86_400 + Int64(clock[0] * 3600 + clock[1] * 60 + clock[2])
        return Timestamp(milliseconds: (seconds - Int64(offset(zone.filter { $0 != ":" }))) * 1000)
    }

    /// Seconds before UTC's; 0 for an unknown zone.
    private static func offset(_ zone: some StringProtocol) -> Int {
        let name = zone.lowercased()
        guard let sign = name.first, sign == "+" || sign == "-" else { return (zones[name] ?? 0) * 3600 }
        guard name.count == 5, let number = Int(name.dropFirst()), number <= 1500 else { return 0 }
        return (sign == "-" ? -1 : 1) * (number / 100 * 3600 + number % 100 * 60)
    }

    /// A length such as `3723`, `62:03` or `1:02:03`, in milliseconds; nil for none, for zero and for more than a week.
    package static func milliseconds(_ text: String) -> Int64? {
        let parts = text.trimmed.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for part in parts {
            guard let number = Double(part), number >= 0, number <= 1_000_000 else { return nil }
            seconds = seconds * 60 + number
        }
        guard seconds > 0, seconds <= 7 * 86_400 else { return nil }
        return Int64(seconds * 1000)
    }
}

/// Dates as tags spell them, brought to `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
enum TagDate {
    /// "2004", "2004-05-06T10:00:00", "2004/05/06", "20040506": as much as is a real date. Years before 1000 or past
    /// 2999 are none.
    static func normalized(_ text: String) -> String? {
        let bytes = Array(text.utf8.prefix(32))
        let head = bytes.prefix { isDigit($0) }
        guard head.count == 4 || head.count == 8, let year = BoundedNumber.digits(head.prefix(4)),
            (1000...2999).contains(year)
        else { return nil }
        var month: Int?
        var day: Int?
        if head.count == 8 {
            month = BoundedNumber.digits(head.dropFirst(4).prefix(2))
            day = BoundedNumber.digits(head.dropFirst(6))
        } else {
            let rest = bytes.dropFirst(4).split(omittingEmptySubsequences: false) { !isDigit($0) }
            // The text behind the year begins with a separator, so that the first part is empty.
            if rest.count > 1, rest[1].count <= 2 { month = BoundedNumber.digits(rest[1]) }
            if rest.count > 2, rest[2].count <= 2 { day = BoundedNumber.digits(rest[2]) }
        }
        let yearText = String(year)
        guard let month, (1...12).contains(month) else { return yearText }
        guard let day, day >= 1, day <= days(in: month, of: year) else { return "\(yearText)-\(two(month))" }
        return "\(yearText)-\(two(month))-\(two(day))"
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

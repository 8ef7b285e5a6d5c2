package import Foundation
import Primitives

/// Reads the value that a rule compares with, as its field and operator require.
struct SmartValueReader {
    let field: SmartField
    let comparison: SmartOperator
    let place: String

    func value(_ node: SmartNode) throws(DomainError) -> SmartValue {
        switch comparison {
        case .isTrue, .isFalse:
            guard node == .null else { throw wrong("isTrue and isFalse have no value") }
            return .none
        case .inTheLast, .notInTheLast:
            return .number(Double(try SmartRulesReader.whole(node, 1...36_500, place)))
        case .between:
            guard case .list(let both) = node, both.count == 2 else {
                throw wrong("between wants a list of two values")
            }
            return field.kind == .date ? try dates(both[0], both[1]) : try numbers(both[0], both[1])
        default: break
        }
        switch field.kind {
        case .text, .word, .library, .playlist: return .text(try text(node))
        case .date: return .date(try date(node))
        case .people: return .number(Double(try SmartRulesReader.whole(node, 1...10_000, place)))
        case .number, .level, .stars, .average: return .number(try number(node))
        case .flag: return .none
        }
    }

    private func text(_ node: SmartNode) throws(DomainError) -> String {
        guard case .text(let text) = node else { throw wrong("This must be text") }
        guard text.utf8.count <= SmartRules.longestText else {
            throw wrong("A value has at most \(SmartRules.longestText) bytes")
        }
        let line = PlainText.line(text)
        guard !line.isEmpty else { throw wrong("This must not be empty") }
        guard field != .format || SmartField.formats.contains(line) else {
            throw wrong("A format is one of \(SmartField.formats.joined(separator: ", "))")
        }
        guard field != .key || SmartField.keys.contains(line) else {
            throw wrong("A key is one of \(SmartField.keys.joined(separator: ", "))")
        }
        // Names are compared by their letters and digits only.
        guard
            field.kind != .text
                || line.unicodeScalars.contains(where: {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                })
        else { throw wrong("This must contain a letter or a digit") }
        return line
    }

    private func numbers(_ low: SmartNode, _ high: SmartNode) throws(DomainError) -> SmartValue {
        let (low, high) = (try number(low), try number(high))
        guard low <= high else { throw wrong("The first value must not be above the second") }
        return .numbers(low, high)
    }

    private func number(_ node: SmartNode) throws(DomainError) -> Double {
        guard case .number(let number) = node, number.isFinite else { throw wrong("This must be a number") }
        switch field.kind {
        case .stars:
            guard (0...5).contains(number), (number * 2).rounded() == number * 2 else {
                throw wrong("A rating is between 0 and 5, in half steps")
            }
        case .average:
            guard (0...5).contains(number) else { throw wrong("An average is between 0 and 5") }
        case .level:
            guard (-100...20).contains(number), (number * 10).rounded() == number * 10 else {
                throw wrong("A loudness is between -100 and 20 LUFS, in steps of 0.1")
            }
        default:
            guard (0...10_000_000).contains(number), number.rounded() == number else {
                throw wrong("This must be a whole number between 0 and 10000000")
            }
        }
        return number
    }

    private func dates(_ first: SmartNode, _ last: SmartNode) throws(DomainError) -> SmartValue {
        let (first, last) = (try date(first), try date(last))
        guard first <= last else { throw wrong("The first day must not be after the second") }
        return .dates(first, last)
    }

    private func date(_ node: SmartNode) throws(DomainError) -> String {
        guard case .text(let text) = node, SmartDay(text) != nil else { throw wrong("A day is written YYYY-MM-DD") }
        return text
    }

    private func wrong(_ reason: String) -> DomainError { .invalid(reason, field: place) }
}

/// A day of the Gregorian calendar, as rules name it.
package struct SmartDay: Sendable, Equatable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// Parses `YYYY-MM-DD`; nil for anything that is not a day.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count == 10, parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The first instant of the day in `zone`, in milliseconds since 1970.
    package func start(in zone: TimeZone) -> Int64 { start(of: day, in: zone) }

    /// The end of the day in `zone`: the first instant of the next day, in milliseconds since 1970.
    package func end(in zone: TimeZone) -> Int64 { start(of: day + 1, in: zone) }

    private func start(of day: Int, in zone: TimeZone) -> Int64 {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let noon = calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12))
        return noon.map { Int64((calendar.startOfDay(for: $0).timeIntervalSince1970 * 1000).rounded()) } ?? 0
    }

    package var isLastOfMonth: Bool { day == Self.days(in: month, of: year) }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

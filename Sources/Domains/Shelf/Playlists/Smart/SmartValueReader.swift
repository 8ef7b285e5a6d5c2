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
        guard case .text(var text) = node else { throw wrong("A day is written YYYY-MM-DD") }
        // Stored rules may name year 0000, which `LocalDay` refuses. No song is that old.
        if text.hasPrefix("0000-") { text.replaceSubrange(...text.index(text.startIndex, offsetBy: 3), with: "0004") }
        guard LocalDay(text: text) != nil else { throw wrong("A day is written YYYY-MM-DD") }
        return text
    }

    private func wrong(_ reason: String) -> DomainError { .invalid(reason, field: place) }
}

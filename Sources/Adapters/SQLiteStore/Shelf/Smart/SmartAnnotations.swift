import GRDB
import Shelf

/// Conditions about plays, likes and ratings, the reader's own and those of others.
extension SmartConditions {
    /// A track that was never played has a play count of 0.
    mutating func playCount(_ rule: SmartRule) -> String {
        var holdsForNone = Self.holdsForZero(rule)
        if rule.comparison == .lessThan, case .number(let number) = rule.value { holdsForNone = number > 0 }
        return own("play_count", number("o.plays", rule), orNone: holdsForNone)
    }

    /// An unrated track has rating 0 for `is`, `isNot` and for a range that begins at 0. It is not below or between
    /// other numbers.
    mutating func rating(_ rule: SmartRule) -> String {
        own("track_rating", number("o.rating", rule, times: 2), orNone: Self.holdsForZero(rule))
    }

    private static func holdsForZero(_ rule: SmartRule) -> Bool {
        switch (rule.comparison, rule.value) {
        case (.is, .number(let number)): number == 0
        case (.isNot, .number(let number)): number != 0
        case (.between, .numbers(let low, _)): low == 0
        default: false
        }
    }

    private func own(_ table: String, _ condition: String, orNone: Bool) -> String {
        let found = "t.id IN (SELECT o.track FROM \(table) o WHERE o.account = :reader AND \(condition))"
        guard orNone else { return found }
        return "t.id NOT IN (SELECT o.track FROM \(table) o WHERE o.account = :reader AND NOT (\(condition)))"
    }

    /// A track that was never played is not in the last days, and neither before nor after a day.
    mutating func lastPlayed(_ rule: SmartRule) -> String {
        guard rule.comparison == .notInTheLast, case .number(let days) = rule.value else {
            return own("play_count", instant("o.last_played_at", rule), orNone: false)
        }
        return """
            t.id NOT IN (SELECT o.track FROM play_count o
              WHERE o.account = :reader AND o.last_played_at >= \(bind(ago(days))))
            """
    }

    /// Users who do not share their likes and plays are not counted (decision 0017).
    mutating func others(_ rule: SmartRule, _ table: String, index: String) -> String {
        guard case .number(let least) = rule.value else { return "false" }
        let found = """
            t.id IN (SELECT o.track FROM \(table) o INDEXED BY \(index)
              WHERE o.account <> :reader AND o.account IN (SELECT s.account FROM sharing s
                JOIN account a ON a.id = s.account WHERE s.opinions = 'gateway' AND a.disabled = 0)
              GROUP BY o.track HAVING count(*) >= \(bind(least)))
            """
        return rule.comparison == .atLeast ? found : "NOT \(found)"
    }
}

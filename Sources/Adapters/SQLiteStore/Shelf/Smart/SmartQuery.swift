import Catalog
import Foundation
import GRDB
import Primitives
import Shelf

/// The one statement that finds what rules mean to one reader, with everything that people typed bound to it.
///
/// Texts come from closed enums only; `t` is the track. What says something about a few tracks is a set of their ids (`t.id IN …`), so that
/// SQLite begins with the set where it can.
struct SmartQuery {
    let sql: String
    let arguments: StatementArguments

    /// - Parameters:
    ///   - limit: at most so many tracks, whatever the rules say.
    ///   - zone: in which the days of rules are.
    init(_ rules: SmartRules, for caller: Principal, at now: Timestamp, in zone: TimeZone, limit: Int) {
        var conditions = SmartConditions(now: now, zone: zone)
        let condition = conditions.text(rules.group)
        var arguments = conditions.arguments.merging(caller.libraries.named) { first, _ in first }
        arguments["reader"] = caller.user.rawValue.databaseValue
        arguments["limit"] = Self.most(rules, limit).databaseValue
        var order = Self.order(rules.order) + ["t.id"]
        if rules.order == .random {
            let (first, second) = Self.factors(of: now, in: zone)
            arguments["random1"] = first.databaseValue
            arguments["random2"] = second.databaseValue
        } else if rules.isDescending {
            order = order.map { $0 + " DESC" }
        }
        // Where a rule names few tracks they are sorted, instead of walking all in their order. Else all are looked through, in the index
        // that has what is asked; those that names order come in the order of theirs, and end with the limit.
        var index = ""
        if SmartConditions.beginsWithFew(rules.group) {
            order = order.map { "+" + $0 }
        } else if ![.title, .artist, .album].contains(rules.order) {
            index = " INDEXED BY track_rules"
        }
        let text = """
            SELECT t.id, t.duration_ms FROM track t\(index)
            WHERE t.missing_since IS NULL\(caller.libraries.and("t.library")) AND \(condition)
            ORDER BY \(order.joined(separator: ", ")) LIMIT :limit
            """
        // What a statement does not name it must not be given.
        self.arguments = StatementArguments(arguments.filter { text.contains(":\($0.key)") })
        sql = text
    }

    private static func most(_ rules: SmartRules, _ limit: Int) -> Int {
        if case .tracks(let count)? = rules.limit { min(count, limit) } else { limit }
    }

    private static func order(_ order: SmartOrder) -> [String] {
        switch order {
        case .title: ["t.title_key"]
        case .artist: ["t.artist_key", "t.title_key"]
        case .album: ["t.album_sort_key", "t.album", "t.disc_order", "t.track_order"]
        case .year: ["t.year_order"]
        case .releaseDate: ["ifnull(t.date, '')"]
        case .added: ["t.added_at"]
        case .duration: ["t.duration_ms"]
        case .bitrate: ["t.bitrate"]
        case .bpm: ["ifnull(t.bpm, 0)"]
        case .playCount:
            ["ifnull((SELECT o.plays FROM play_count o WHERE o.account = :reader AND o.track = t.id), 0)"]
        case .lastPlayed:
            ["ifnull((SELECT o.last_played_at FROM play_count o WHERE o.account = :reader AND o.track = t.id), 0)"]
        case .liked:
            ["ifnull((SELECT o.liked_at FROM track_like o WHERE o.account = :reader AND o.track = t.id), 0)"]
        case .rating: ["ifnull((SELECT o.rating FROM track_rating o WHERE o.account = :reader AND o.track = t.id), 0)"]
        case .averageRating:
            ["ifnull((SELECT o.sum * 1.0 / o.ratings FROM track_rating_total o WHERE o.track = t.id), 0)"]
        case .random: ["t.seq * :random1 % 2147483647 * :random2 % 2147483629"]
        }
    }

    /// Two numbers below 2³¹ that differ from day to day: the products of such numbers fit into 64 bits.
    private static func factors(of now: Timestamp, in zone: TimeZone) -> (Int64, Int64) {
        var generator = SplitMix(state: UInt64(bitPattern: SmartConditions.day(of: now.milliseconds, in: zone)))
        func factor() -> Int64 { Int64(generator.next() % 2_000_000_000) + 100_000_000 }
        return (factor(), factor())
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

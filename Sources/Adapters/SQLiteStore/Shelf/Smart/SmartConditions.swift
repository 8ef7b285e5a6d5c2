import Catalog
import Foundation
import GRDB
import Primitives
import Shelf

/// Turns groups and rules into SQL conditions and collects the values to bind.
///
/// A plus keeps SQLite from walking a column's index and looking up each track: unselective columns are checked in
/// `track_rules`.
struct SmartConditions {
    let now: Timestamp
    let zone: TimeZone
    private(set) var arguments: [String: DatabaseValue] = [:]

    init(now: Timestamp, zone: TimeZone) {
        self.now = now
        self.zone = zone
    }

    mutating func text(_ group: SmartGroup) -> String {
        var parts: [String] = []
        for member in group.members {
            switch member {
            case .rule(let rule): parts.append(text(rule))
            case .group(let group): parts.append(text(group))
            }
        }
        guard !parts.isEmpty else { return "true" }
        return "(" + parts.joined(separator: group.match == .all ? " AND " : " OR ") + ")"
    }

    /// Whether one of the required rules names a set of tracks.
    static func beginsWithFew(_ group: SmartGroup) -> Bool {
        group.match == .all
            && group.members.contains { member in
                guard case .rule(let rule) = member else { return false }
                switch rule.field {
                case .title, .artist, .albumArtist, .album, .genre, .playlist:
                    return rule.comparison != .isNot && rule.comparison != .containsNot
                case .liked, .played: return rule.comparison == .isTrue
                case .rating, .averageRating, .playCount: return rule.comparison == .greaterThan
                case .lastPlayed: return rule.comparison != .notInTheLast
                case .likedByOthers, .playedByOthers: return rule.comparison == .atLeast
                default: return false
                }
            }
    }

    private mutating func text(_ rule: SmartRule) -> String {
        switch rule.field {
        case .title, .artist, .albumArtist, .album, .genre: name(rule)
        case .mood:
            negated(rule, "instr(char(10) || lower(t.further) || char(10), \(bind(Self.moodLine(rule.value)))) > 0")
        case .format: negated(rule, "t.codec = \(bind(rule.value))")
        case .library: negated(rule, "+t.library = \(bind(rule.value))")
        case .playlist: negated(rule, "t.id IN (\(Self.playlist(bind(rule.value))))")
        case .year: "(+t.year_order > 0 AND \(number("+t.year_order", rule)))"
        case .bpm: "(t.bpm IS NOT NULL AND \(number("t.bpm", rule)))"
        case .bitrate: number("t.bitrate", rule)
        case .tempo:
            """
            t.id IN (SELECT s.id FROM track s INDEXED BY track_by_tempo
              WHERE s.missing_since IS NULL AND s.shown_tempo IS NOT NULL AND \(number("s.shown_tempo", rule)))
            """
        case .loudness: measured("loudness", number("a.loudness", rule))
        case .energy: measured("energy", number("round(a.energy * 100)", rule))
        case .key: negated(rule, key(rule.value))
        case .duration: number("t.duration_ms / 1000", rule)
        case .releaseDate: releaseDate(rule)
        case .added: instant("t.added_at", rule)
        case .lossless:
            flag(rule, "(t.codec IN ('alac', 'ape', 'flac', 'pcm', 'wavpack') OR t.codec = 'wma' AND t.bit_depth > 0)")
        case .compilation: flag(rule, "t.is_compilation = 1")
        case .hasLyrics: flag(rule, Self.hasLyrics)
        case .explicit:
            flag(rule, "t.is_explicit")
        case .played: flag(rule, "t.id IN (SELECT c.track FROM play_count c WHERE c.account = :reader)")
        case .playCount: playCount(rule)
        case .lastPlayed: lastPlayed(rule)
        case .liked: flag(rule, "t.id IN (SELECT l.track FROM track_like l WHERE l.account = :reader)")
        case .rating: rating(rule)
        case .averageRating:
            "t.id IN (SELECT r.track FROM track_rating_total r WHERE \(number("r.sum * 0.5 / r.ratings", rule)))"
        case .likedByOthers: others(rule, "track_like", index: "track_like_track")
        case .playedByOthers: others(rule, "play_count", index: "play_count_track")
        }
    }

    // MARK: - Names

    private mutating func name(_ rule: SmartRule) -> String {
        let isNegative = rule.comparison == .isNot || rule.comparison == .containsNot
        let condition =
            switch rule.field {
            case .title:
                """
                t.id IN (SELECT s.id FROM track s INDEXED BY track_by_search_name
                  WHERE s.missing_since IS NULL AND \(match("s.search_title", rule)))
                """
            case .artist:
                """
                t.id IN (SELECT ta.track FROM artist a CROSS JOIN track_artist ta ON ta.artist = a.id
                  WHERE ta.role = 'performer' AND \(match("a.search_name", rule, folded: "a.folded")))
                """
            case .albumArtist:
                """
                t.album IN (SELECT aa.album FROM artist a CROSS JOIN album_artist aa ON aa.artist = a.id
                  WHERE \(match("a.search_name", rule, folded: "a.folded")))
                """
            case .album:
                "t.album IN (SELECT b.id FROM album b WHERE b.track_count > 0 AND \(match("b.search_name", rule)))"
            default:
                """
                t.id IN (SELECT g.track FROM genre n CROSS JOIN track_genre g ON g.genre = n.id
                  WHERE \(match("n.search_name", rule, folded: "n.folded")))
                """
            }
        return isNegative ? "NOT \(condition)" : condition
    }

    /// The condition that a column of folded words matches the rule, or does not match for its opposite. Typed text
    /// never becomes a pattern.
    ///
    /// - Parameter folded: a column of the whole folded name, which is unique.
    private mutating func match(_ column: String, _ rule: SmartRule, folded: String? = nil) -> String {
        guard case .text(let text) = rule.value else { return "false" }
        if rule.comparison == .is || rule.comparison == .isNot, let folded {
            return "\(folded) = \(bind(FoldedText.fold(text)))"
        }
        let words = bind(SearchText.name(text))
        return switch rule.comparison {
        case .contains, .containsNot: "instr(\(column), \(words)) > 0"
        case .startsWith: "\(column) >= \(words) AND \(column) < \(words) || char(1114111)"
        case .endsWith: "substr(\(column), -length(\(words))) = \(words)"
        default: "\(column) = \(words)"
        }
    }

    /// The line that `ExtendedTags` stores, in lower case as SQLite converts it: ASCII only.
    private static func moodLine(_ value: SmartValue) -> SmartValue {
        guard case .text(let text) = value else { return .text("") }
        let lower = String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
        return .text("\nmood\t" + lower + "\n")
    }

    // MARK: - Numbers and times

    private mutating func number(_ column: String, _ rule: SmartRule, times factor: Double = 1) -> String {
        switch (rule.comparison, rule.value) {
        case (.between, .numbers(let low, let high)):
            return "\(column) BETWEEN \(bind(low * factor)) AND \(bind(high * factor))"
        case (.greaterThan, .number(let number)): return "\(column) > \(bind(number * factor))"
        case (.lessThan, .number(let number)): return "\(column) < \(bind(number * factor))"
        case (.is, .number(let number)): return "\(column) = \(bind(number * factor))"
        case (.isNot, .number(let number)): return "\(column) <> \(bind(number * factor))"
        default: return "false"
        }
    }

    /// - Parameter condition: about the row `a` of the analysis.
    private func measured(_ column: String, _ condition: String) -> String {
        """
        t.seq IN (SELECT a.track FROM track_analysis a INDEXED BY track_analysis_by_\(column)
          WHERE a.\(column) IS NOT NULL AND \(condition))
        """
    }

    /// The names alternate between the major and the minor key of a note.
    private mutating func key(_ value: SmartValue) -> String {
        guard case .text(let name) = value, let place = SmartField.keys.firstIndex(of: name) else { return "false" }
        return measured("tonic", "a.tonic = \(bind(place / 2)) AND a.is_minor = \(bind(place % 2))")
    }

    private mutating func instant(_ column: String, _ rule: SmartRule) -> String {
        switch (rule.comparison, rule.value) {
        case (.inTheLast, .number(let days)): return "\(column) >= \(bind(ago(days)))"
        case (.notInTheLast, .number(let days)): return "\(column) < \(bind(ago(days)))"
        case (.before, .date(let day)): return "\(column) < \(bind(SmartDay(day)?.start(in: zone) ?? 0))"
        case (.after, .date(let day)): return "\(column) >= \(bind(SmartDay(day)?.end(in: zone) ?? 0))"
        case (.between, .dates(let first, let last)):
            let (start, end) = (SmartDay(first)?.start(in: zone) ?? 0, SmartDay(last)?.end(in: zone) ?? 0)
            return "(\(column) >= \(bind(start)) AND \(column) < \(bind(end)))"
        default: return "false"
        }
    }

    /// Tags say `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, which may be any day of that period, and a rule selects only certain
    /// matches (decision 0017). `notInTheLast` selects everything that `inTheLast` does not; nothing selects tracks
    /// without a date.
    private mutating func releaseDate(_ rule: SmartRule) -> String {
        let (start, end) = (Self.filled("-01-01"), Self.filled("-12-31"))
        switch (rule.comparison, rule.value) {
        case (.inTheLast, .number(let days)): return "\(start) >= \(bind(Self.date(ago(days), in: zone)))"
        case (.notInTheLast, .number(let days)): return "\(start) < \(bind(Self.date(ago(days), in: zone)))"
        case (.before, .date(let day)): return "\(end) < \(bind(day))"
        case (.after, .date(let day)): return "\(start) > \(bind(day))"
        case (.between, .dates(let first, let last)):
            // As in the tags' partial dates, every month ends with the 31st.
            let until = SmartDay(last)?.isLastOfMonth == true ? "\(last.prefix(8))31" : last
            return "(\(start) >= \(bind(first)) AND \(end) <= \(bind(until)))"
        default: return "false"
        }
    }

    /// The date, with its missing parts taken from the end of `rest`, which has the form `-MM-DD`.
    private static func filled(_ rest: String) -> String { "(t.date || substr('\(rest)', length(t.date) - 3))" }

    private func ago(_ days: Double) -> Int64 { now.milliseconds - Int64(days) * 86_400_000 }

    // MARK: - People

    /// A track that was never played has a play count of 0.
    private mutating func playCount(_ rule: SmartRule) -> String {
        let holdsForNone =
            switch (rule.comparison, rule.value) {
            case (.is, .number(let number)): number == 0
            case (.isNot, .number(let number)): number != 0
            case (.lessThan, .number(let number)): number > 0
            case (.between, .numbers(let low, _)): low == 0
            default: false
            }
        return own("play_count", number("o.plays", rule), orNone: holdsForNone)
    }

    /// An unrated track has rating 0 for `is`, `isNot` and for a range that begins at 0. It is not below or between
    /// other numbers.
    private mutating func rating(_ rule: SmartRule) -> String {
        let holdsForNone =
            switch (rule.comparison, rule.value) {
            case (.is, .number(let number)): number == 0
            case (.isNot, .number(let number)): number != 0
            case (.between, .numbers(let low, _)): low == 0
            default: false
            }
        return own("track_rating", number("o.rating", rule, times: 2), orNone: holdsForNone)
    }

    private func own(_ table: String, _ condition: String, orNone: Bool) -> String {
        let found = "t.id IN (SELECT o.track FROM \(table) o WHERE o.account = :reader AND \(condition))"
        guard orNone else { return found }
        return "t.id NOT IN (SELECT o.track FROM \(table) o WHERE o.account = :reader AND NOT (\(condition)))"
    }

    /// A track that was never played is not in the last days, and neither before nor after a day.
    private mutating func lastPlayed(_ rule: SmartRule) -> String {
        guard rule.comparison == .notInTheLast, case .number(let days) = rule.value else {
            return own("play_count", instant("o.last_played_at", rule), orNone: false)
        }
        return """
            t.id NOT IN (SELECT o.track FROM play_count o
              WHERE o.account = :reader AND o.last_played_at >= \(bind(ago(days))))
            """
    }

    /// Users who do not share their likes and plays are not counted (decision 0017).
    private mutating func others(_ rule: SmartRule, _ table: String, index: String) -> String {
        guard case .number(let least) = rule.value else { return "false" }
        let found = """
            t.id IN (SELECT o.track FROM \(table) o INDEXED BY \(index)
              WHERE o.account <> :reader AND o.account IN (SELECT s.account FROM sharing s
                JOIN account a ON a.id = s.account WHERE s.opinions = 'gateway' AND a.disabled = 0)
              GROUP BY o.track HAVING count(*) >= \(bind(least)))
            """
        return rule.comparison == .atLeast ? found : "NOT \(found)"
    }

    // MARK: - Texts

    private static func playlist(_ id: String) -> String {
        """
        SELECT e.track FROM playlist p CROSS JOIN playlist_entry e ON e.playlist = p.id
        WHERE p.id = \(id) AND \(PlaylistReader.isReadable)
        """
    }

    /// Lyrics in the tags, or in a file beside the track with the same name except for its extension.
    private static let hasLyrics = """
        (t.id IN (SELECT y.track FROM track_lyrics y) OR EXISTS (SELECT 1 FROM folder_text x
          WHERE x.library = t.library AND x.folder = t.folder AND x.purpose = 'lyrics' AND (x.text IS NOT NULL OR x.bytes IS NOT NULL)
            AND substr(t.name, 1, length(x.stem)) = x.stem AND substr(t.name, length(x.stem) + 1, 1) = x'2E'
            AND instr(substr(t.name, length(x.stem) + 2), x'2E') = 0))
        """

    private func flag(_ rule: SmartRule, _ condition: String) -> String {
        rule.comparison == .isTrue ? condition : "NOT \(condition)"
    }

    private func negated(_ rule: SmartRule, _ condition: String) -> String {
        rule.comparison == .isNot ? "NOT ifnull(\(condition), 0)" : condition
    }

    private mutating func bind(_ value: SmartValue) -> String {
        if case .text(let text) = value { bind(text) } else { bind("") }
    }

    private mutating func bind(_ value: some DatabaseValueConvertible) -> String {
        let name = "value\(arguments.count)_"
        arguments[name] = value.databaseValue
        return ":" + name
    }

    // MARK: - Days

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

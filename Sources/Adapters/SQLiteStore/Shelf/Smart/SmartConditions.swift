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
        case .explicit: flag(rule, "t.is_explicit")
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

    // MARK: - Numbers

    mutating func number(_ column: String, _ rule: SmartRule, times factor: Double = 1) -> String {
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

    mutating func bind(_ value: some DatabaseValueConvertible) -> String {
        let name = "value\(arguments.count)_"
        arguments[name] = value.databaseValue
        return ":" + name
    }
}

import Catalog
import GRDB
import Primitives

/// One filter of a list.
///
/// Two kinds of plan serve a filtered list. The first reads all rows that a filter finds, by the filter's own index,
/// and sorts them. The second walks the list's index in order and checks the filters on each row until the page is
/// full. The first costs in proportion to the rows found, the second to the rows passed; `Selectivity` chooses.
struct ListFilter: Sendable {
    /// A subselect of the rows found, as `link.listed`; nil if the filter can only be checked on each row.
    let links: String?
    /// The column of the listed table that `links` refers to. Where it is the row number, it saves a lookup.
    var key = "id"
    /// The condition for any plan; `item` is the listed row.
    let condition: String
    /// The number of rows found, or with `excludes` the number left out, counted up to `:most`.
    let count: String
    var excludes = false
    let arguments: [String: DatabaseValue]

    private init(_ table: String, listed: String, by column: String, _ value: String) {
        arguments = [column: value.databaseValue]
        links = "(SELECT DISTINCT \(listed) AS listed FROM \(table) WHERE \(column) = :\(column)) link"
        condition = "EXISTS (SELECT 1 FROM \(table) l WHERE l.\(column) = :\(column) AND l.\(listed) = item.id)"
        count = "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(column) = :\(column) LIMIT :most)"
    }

    /// - Parameter index: named where SQLite would choose an index that has to read the rows.
    private init(
        _ table: String, by index: String? = nil, where condition: String, item: String,
        _ arguments: [String: DatabaseValue]
    ) {
        self.arguments = arguments
        self.condition = item
        let rows = index.map { "\(table) INDEXED BY \($0)" } ?? table
        links = "(SELECT seq AS listed FROM \(rows) WHERE \(condition)) link"
        key = "seq"
        count = "SELECT count(*) FROM (SELECT 1 FROM \(rows) WHERE \(condition) LIMIT :most)"
    }

    /// - Parameter isIn: false for items that the listener never played or liked, which no index lists.
    private init(own table: String, listed: String, by listener: String, isIn: Bool) {
        arguments = ["listener": listener.databaseValue]
        links = isIn ? "(SELECT \(listed) AS listed FROM \(table) WHERE account = :listener) link" : nil
        let exists = "EXISTS (SELECT 1 FROM \(table) p WHERE p.account = :listener AND p.\(listed) = item.id)"
        condition = isIn ? exists : "NOT " + exists
        count = "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE account = :listener LIMIT :most)"
        excludes = !isIn
    }

    private init(ratedIn table: String, listed: String, by listener: String, atLeast rating: Rating) {
        arguments = ["listener": listener.databaseValue, "leastRating": rating.halves.databaseValue]
        let own = "\(table) r WHERE r.account = :listener AND r.rating >= :leastRating"
        links = "(SELECT r.\(listed) AS listed FROM \(own)) link"
        condition = """
            EXISTS (SELECT 1 FROM \(table) r WHERE r.account = :listener AND r.\(listed) = item.id
              AND +r.rating >= :leastRating)
            """
        count = "SELECT count(*) FROM (SELECT 1 FROM \(own) LIMIT :most)"
    }

    private init(where condition: String, count: String, _ arguments: [String: DatabaseValue]) {
        links = nil
        self.condition = condition
        self.count = count
        self.arguments = arguments
    }

    static func tracks(ofArtist id: String) -> Self { Self("track_artist", listed: "track", by: "artist", id) }
    static func tracks(ofGenre id: String) -> Self { Self("track_genre", listed: "track", by: "genre", id) }
    static func albums(ofArtist id: String) -> Self { Self("album_artist", listed: "album", by: "artist", id) }
    static func albums(ofGenre id: String) -> Self { Self("album_genre", listed: "album", by: "genre", id) }

    /// The plus keeps SQLite 3.40 from dropping the album from an order that an index provides, and then sorting.
    static func tracks(ofAlbum id: String) -> Self {
        Self(
            "track", where: "album = :album AND missing_since IS NULL", item: "+item.album = :album",
            ["album": id.databaseValue])
    }

    static func tracks(_ restriction: ListRestriction) -> [Self] {
        [
            restriction.library.map {
                Self(
                    "track", by: "track_by_path", where: "library = :library AND missing_since IS NULL",
                    item: "item.library = :library", ["library": $0.rawValue.databaseValue])
            },
            restriction.years.map { years($0, "track", present: "missing_since IS NULL") },
            restriction.tempo.map(tempo),
            scope(restriction.scope, "track", by: "track_by_path", present: " AND missing_since IS NULL"),
            restriction.isPlayed.map {
                Self(own: "play_count", listed: "track", by: restriction.listener?.rawValue ?? "", isIn: $0)
            },
        ].compactMap(\.self) + rated("track", restriction)
    }

    static func albums(_ restriction: ListRestriction) -> [Self] {
        [
            restriction.library.map {
                Self(
                    "album", where: "library = :library", item: "item.library = :library",
                    ["library": $0.rawValue.databaseValue])
            },
            restriction.years.map { years($0, "album", present: "track_count > 0") },
            scope(restriction.scope, "album", by: nil, present: ""),
            restriction.isPlayed.map {
                Self(own: "album_play", listed: "album", by: restriction.listener?.rawValue ?? "", isIn: $0)
            },
        ].compactMap(\.self) + rated("album", restriction)
    }

    static func artists(_ query: ArtistQuery) -> [Self] {
        let role: Self? = query.role.map {
            Self(
                where: """
                    EXISTS (SELECT 1 FROM artist_role r
                      WHERE r.role = :role AND r.sort_key = item.sort_key AND r.artist = item.id)
                    """, count: "SELECT count(*) FROM (SELECT 1 FROM artist_role WHERE role = :role LIMIT :most)",
                ["role": $0.rawValue.databaseValue])
        }
        var restriction = ListRestriction(isLiked: query.isLiked, minimumRating: query.minimumRating)
        restriction.listener = query.listener
        return [role, artistScope(query)].compactMap(\.self) + rated("artist", restriction)
    }

    /// The scope of artists; nil if everything is in scope. Counting its artists would cost too much, so it is assumed
    /// to exclude none.
    private static func artistScope(_ query: ArtistQuery) -> Self? {
        guard query.scope != .everything else { return nil }
        let condition =
            switch query.role {
            case nil where query.sort == .name: ScopedArtists.isListed("item.id", query.scope)
            case nil: ScopedArtists.isThere("item.id", query.scope)
            case .albumArtist: ScopedArtists.hasAlbum("item.id", query.scope)
            case .some(let role): ScopedArtists.hasTrack("item.id", role: "'\(role.rawValue)'", query.scope)
            }
        return Self(where: condition, count: "SELECT :most", query.scope.named)
    }

    private static func rated(_ listed: String, _ restriction: ListRestriction) -> [Self] {
        let listener = restriction.listener?.rawValue ?? ""
        return [
            restriction.isLiked.map { Self(own: "\(listed)_like", listed: listed, by: listener, isIn: $0) },
            restriction.minimumRating.map {
                Self(ratedIn: "\(listed)_rating", listed: listed, by: listener, atLeast: $0)
            },
        ].compactMap(\.self)
    }

    /// Returns nil if everything is in scope.
    private static func scope(_ scope: LibraryScope, _ table: String, by index: String?, present: String) -> Self? {
        guard scope != .everything else { return nil }
        let condition = String(scope.and("item.library").dropFirst(" AND ".count))
        // Nearly everything is in scope, so the excluded rows are not counted.
        guard scope.libraries != nil else { return Self(where: condition, count: "SELECT :most", [:]) }
        return Self(
            table, by: index, where: "library IN \(LibraryScope.list)\(scope.andShown(table))\(present)",
            item: condition, scope.named)
    }

    private static func years(_ years: ClosedRange<Int>, _ table: String, present: String) -> Self {
        Self(
            table, by: "\(table)_by_year", where: "year_order BETWEEN :yearFrom AND :yearTo AND \(present)",
            item: "item.year_order BETWEEN :yearFrom AND :yearTo",
            ["yearFrom": years.lowerBound.databaseValue, "yearTo": years.upperBound.databaseValue])
    }

    private static func tempo(_ range: ClosedRange<Int>) -> Self {
        Self(
            "track", by: "track_by_tempo",
            where: "shown_tempo BETWEEN :tempoFrom AND :tempoTo AND shown_tempo IS NOT NULL AND missing_since IS NULL",
            item: "item.shown_tempo BETWEEN :tempoFrom AND :tempoTo",
            ["tempoFrom": range.lowerBound.databaseValue, "tempoTo": range.upperBound.databaseValue])
    }

    /// The join of the rows found as `item`; nil if the filter can only be checked on each row.
    func join(_ table: String) -> String? {
        links.map { "\($0) CROSS JOIN \(table) item ON item.\(key) = link.listed" }
    }

    /// The number of rows found or left out, up to `most`.
    func number(_ db: Database, most: Int) throws -> Int {
        try db.value(count, StatementArguments(arguments.merging(["most": most.databaseValue]) { first, _ in first }))
            ?? 0
    }
}

/// Selects the ids that belong to a library of the scope.
struct ScopeReader: LibraryScoped {
    let db: Database
    let scope: LibraryScope

    func tracks(_ ids: [String]) throws -> [String] { try inScope(ids, of: "track") }

    func albums(_ ids: [String]) throws -> [String] { try inScope(ids, of: "album") }

    private func inScope(_ ids: [String], of table: String) throws -> [String] {
        guard scope != .everything, !ids.isEmpty else { return ids }
        let found: Set<String> = try db.valueSet(
            Self.inScope(of: table, scope), ["ids": JSONList(Set(ids))] + scope.arguments)
        return ids.filter(found.contains)
    }

    static func inScope(of table: String, _ scope: LibraryScope) -> String {
        """
        SELECT item.id FROM json_each(:ids) j CROSS JOIN \(table) item ON item.id = j.value
        WHERE true\(scope.and("item.library"))
        """
    }
}

/// A scope as SQL. If everything is in scope, it adds nothing and costs nothing.
extension LibraryScope {
    /// The additional condition that a row's part of a library is in scope. It begins with ` AND` and reads
    /// `arguments`.
    ///
    /// - Parameter column: the library's column. For users who see nothing explicit, the column `part` is tested
    ///   instead. For others the parts are listed in full, so that their lists use the indexes with the library. The
    ///   plus keeps SQLite from walking an index of libraries instead of the intended one.
    func and(_ column: String) -> String {
        condition(column).map { " AND " + $0 } ?? ""
    }

    /// The alternative that a row's part of a library is not in scope. It begins with ` OR`.
    func orNot(_ column: String) -> String {
        condition(column).map { " OR NOT (\($0))" } ?? ""
    }

    /// The additional condition that a track or album is in scope, as far as explicit content is concerned.
    ///
    /// - Parameter row: the row's alias in the statement.
    func andShown(_ row: String) -> String {
        includesExplicit ? "" : " AND +\(row).is_explicit = 0"
    }

    static let list = "(SELECT value FROM json_each(:scope))"

    var arguments: StatementArguments { StatementArguments(named) }

    var named: [String: DatabaseValue] {
        parts.map { ["scope": JSONList($0).databaseValue] } ?? [:]
    }

    /// Returns nil if everything is in scope.
    private func condition(_ column: String) -> String? {
        let part = String(column.dropLast("library".count)) + "part"
        guard libraries == nil else { return "+\(includesExplicit ? column : part) IN \(Self.list)" }
        return includesExplicit ? nil : "substr(+\(part), -1) <> '!'"
    }
}

import Catalog
import GRDB
import Primitives

/// One restriction of a list.
///
/// Two kinds of plan serve a filtered list. One reads everything that a filter finds, by its own index, and sorts that. The other
/// walks the list's index in order and asks the filters about each row until the page is full. The first costs in proportion to what
/// the filter finds, the second to the rows passed on the way; `Selectivity` weighs them.
struct ListFilter: Sendable {
    /// A subselect of what it finds, as `link.listed`; nil where it can only be asked of each row.
    let links: String?
    /// The column of the listed thing by which `links` name it: its row number saves a look-up, where there is one.
    var key = "id"
    /// The condition in any plan; `item` is the listed thing.
    let condition: String
    /// How many rows there are, or with `excludes`, how many it leaves out; counted no further than `:most`.
    let count: String
    var excludes = false
    let arguments: [String: DatabaseValue]

    private init(_ table: String, listed: String, by column: String, _ value: String) {
        arguments = [column: value.databaseValue]
        links = "(SELECT DISTINCT \(listed) AS listed FROM \(table) WHERE \(column) = :\(column)) link"
        condition = "EXISTS (SELECT 1 FROM \(table) l WHERE l.\(column) = :\(column) AND l.\(listed) = item.id)"
        count = "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(column) = :\(column) LIMIT :most)"
    }

    /// - Parameter index: where SQLite would choose one that has to look at the rows.
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

    /// - Parameter isIn: false for what the listener never played or liked, which no index lists.
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

    /// The plus keeps SQLite 3.40 from leaving the album out of an order that an index has, and then sorting.
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
            scope(restriction.scope, "track", by: "track_by_path", present: " AND missing_since IS NULL"),
            restriction.isPlayed.map {
                Self(own: "play_count", listed: "track", by: restriction.listener?.rawValue ?? "", isIn: $0)
            },
        ].compactMap(\.self) + judged("track", restriction)
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
        ].compactMap(\.self) + judged("album", restriction)
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
        return [role, artistScope(query)].compactMap(\.self) + judged("artist", restriction)
    }

    /// How many artists are in it nobody counts beforehand: it is taken to leave out none. Nil where everything is in scope.
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

    private static func judged(_ listed: String, _ restriction: ListRestriction) -> [Self] {
        let listener = restriction.listener?.rawValue ?? ""
        return [
            restriction.isLiked.map { Self(own: "\(listed)_like", listed: listed, by: listener, isIn: $0) },
            restriction.minimumRating.map {
                Self(ratedIn: "\(listed)_rating", listed: listed, by: listener, atLeast: $0)
            },
        ].compactMap(\.self)
    }

    /// Nil where everything is in scope.
    private static func scope(_ scope: LibraryScope, _ table: String, by index: String?, present: String) -> Self? {
        guard scope != .everything else { return nil }
        let condition = String(scope.and("item.library").dropFirst(" AND ".count))
        // Nearly everything is in scope: nobody counts what is not.
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

    /// What it finds, as `item`; nil where it can only be asked of each row.
    func join(_ table: String) -> String? {
        links.map { "\($0) CROSS JOIN \(table) item ON item.\(key) = link.listed" }
    }

    /// How many rows it finds, or leaves out, up to `most`.
    func number(_ db: Database, most: Int) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: count),
            arguments: StatementArguments(arguments.merging(["most": most.databaseValue]) { first, _ in first })) ?? 0
    }
}

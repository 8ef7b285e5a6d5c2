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

    private init(_ table: String, where condition: String, item: String, _ arguments: [String: DatabaseValue]) {
        self.arguments = arguments
        self.condition = item
        links = "(SELECT id AS listed FROM \(table) WHERE \(condition)) link"
        count = "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(condition) LIMIT :most)"
    }

    /// - Parameter isPlayed: false for what the listener never played, which no index lists.
    private init(plays table: String, listed: String, by listener: String, isPlayed: Bool) {
        arguments = ["listener": listener.databaseValue]
        links = isPlayed ? "(SELECT \(listed) AS listed FROM \(table) WHERE account = :listener) link" : nil
        let exists = "EXISTS (SELECT 1 FROM \(table) p WHERE p.account = :listener AND p.\(listed) = item.id)"
        condition = isPlayed ? exists : "NOT " + exists
        count = "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE account = :listener LIMIT :most)"
        excludes = !isPlayed
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
        restriction.filters(
            on: "track", library: "library = :library AND missing_since IS NULL", present: "missing_since IS NULL",
            plays: ("play_count", "track"))
    }

    static func albums(_ restriction: ListRestriction) -> [Self] {
        restriction.filters(
            on: "album", library: "library = :library", present: "track_count > 0", plays: ("album_play", "album"))
    }

    fileprivate static func rows(
        of table: String, where condition: String, item: String, _ arguments: [String: DatabaseValue]
    ) -> Self {
        Self(table, where: condition, item: item, arguments)
    }

    fileprivate static func plays(_ table: String, _ listed: String, of listener: String, isPlayed: Bool) -> Self {
        Self(plays: table, listed: listed, by: listener, isPlayed: isPlayed)
    }

    /// How many rows it finds, or leaves out, up to `most`.
    func number(_ db: Database, most: Int) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: count),
            arguments: StatementArguments(arguments.merging(["most": most.databaseValue]) { first, _ in first })) ?? 0
    }
}

extension ListRestriction {
    fileprivate func filters(
        on table: String, library inLibrary: String, present: String, plays: (table: String, listed: String)
    ) -> [ListFilter] {
        var filters: [ListFilter] = []
        if let library {
            filters.append(
                .rows(
                    of: table, where: inLibrary, item: "item.library = :library",
                    ["library": library.rawValue.databaseValue]))
        }
        if let years {
            filters.append(
                .rows(
                    of: table, where: "year_order BETWEEN :yearFrom AND :yearTo AND \(present)",
                    item: "item.year_order BETWEEN :yearFrom AND :yearTo",
                    ["yearFrom": years.lowerBound.databaseValue, "yearTo": years.upperBound.databaseValue]))
        }
        if let isPlayed {
            filters.append(
                .plays(plays.table, plays.listed, of: listener?.rawValue ?? "", isPlayed: isPlayed))
        }
        return filters
    }
}

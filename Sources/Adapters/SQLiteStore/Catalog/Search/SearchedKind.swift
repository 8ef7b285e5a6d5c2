import Catalog
import GRDB
import Primitives

/// The statements that find one kind of item by its name.
struct SearchedKind: Sendable {
    let table: String
    /// The condition for being in lists, as the partial indexes state it, and within a scope also for being in that
    /// scope.
    var presence: String
    /// The column of the folded name.
    let name: String
    let index: String
    /// The index's column of the name.
    let nameColumn: String
    /// All columns of the index, the name first.
    let columns: [String]
    /// The weight of a hit in each column.
    let weights: String

    static let tracks = SearchedKind(
        table: "track", presence: "item.missing_since IS NULL", name: "search_title", index: "track_search",
        nameColumn: "title", columns: ["title", "artists", "album"], weights: "10.0, 5.0, 2.0")
    static let albums = SearchedKind(
        table: "album", presence: "item.track_count > 0", name: "search_name", index: "album_search",
        nameColumn: "name", columns: ["name", "artists"], weights: "10.0, 3.0")
    static let artists = SearchedKind(
        table: "artist", presence: "item.is_listed = 1", name: "search_name", index: "artist_search",
        nameColumn: "name", columns: ["name"], weights: "1.0")

    /// The same kind for a user who sees only these libraries, and only tracks of this tempo.
    func within(_ bounds: SearchBounds) -> SearchedKind {
        var kind = self
        if bounds.tempo != nil { kind.presence += " AND item.shown_tempo BETWEEN :tempoFrom AND :tempoTo" }
        if bounds.scope != .everything {
            kind.presence +=
                table == "artist"
                ? " AND " + ScopedArtists.isListed("item.id", bounds.scope) : bounds.scope.and("item.library")
        }
        return kind
    }

    var exact: String {
        """
        SELECT item.id FROM \(table) item WHERE \(presence) AND item.\(name) = ?
        ORDER BY item.plays DESC, item.id LIMIT ?
        """
    }

    /// Items whose name equals the query except for an article before it.
    var exactAfterArticle: String {
        """
        SELECT item.id FROM json_each(?) begun CROSS JOIN \(table) item
        WHERE \(presence) AND item.\(name) = begun.value ORDER BY item.plays DESC, item.id LIMIT ?
        """
    }

    /// Sorts the played items whose name begins with the query, with or without an article: never all such items.
    var playedBeginning: String {
        """
        SELECT item.id FROM json_each(?) begun CROSS JOIN \(table) item INDEXED BY \(table)_played_by_name
        WHERE \(presence) AND item.plays > 0 AND \(begins)
        ORDER BY item.plays DESC, item.\(name), item.id LIMIT ?
        """
    }

    /// Items whose name begins with the query, by name, those without an article first.
    var beginning: String {
        """
        SELECT item.id FROM json_each(?) begun CROSS JOIN \(table) item INDEXED BY \(table)_by_search_name
        WHERE \(presence) AND \(begins) LIMIT ?
        """
    }

    private var begins: String {
        "item.\(name) > begun.value AND item.\(name) < begun.value || char(0x10FFFF)"
    }

    var count: String {
        "SELECT count(*) FROM (SELECT 1 FROM \(index) WHERE \(index) MATCH ? LIMIT ?)"
    }

    /// Sorts the index's results, which were counted before.
    var ranked: String {
        """
        SELECT item.id FROM \(index) CROSS JOIN \(table) item ON item.seq = \(index).rowid
        WHERE \(index) MATCH ? AND \(presence)
        ORDER BY item.plays DESC, bm25(\(index), \(weights)), item.\(name), item.id LIMIT ?
        """
    }

    /// Walks the played items, most plays first, until enough of them contain words that many names contain.
    var playedHolding: String {
        """
        SELECT item.id FROM \(table) item INDEXED BY \(table)_by_plays
        WHERE \(presence) AND item.plays > 0 AND NOT EXISTS (
          SELECT 1 FROM json_each(?) word WHERE instr(' ' || item.\(name) || ' ', word.value) = 0)
        ORDER BY item.plays DESC, item.id LIMIT ?
        """
    }

    var anyHolding: String {
        """
        SELECT item.id FROM \(index) CROSS JOIN \(table) item ON item.seq = \(index).rowid
        WHERE \(index) MATCH ? AND \(presence) ORDER BY \(index).rowid LIMIT ?
        """
    }

    /// The columns that `MisspeltSearch` compares.
    var candidates: String {
        """
        SELECT item.id, item.plays, item.\(name) AS name, \(columns.map { "\(index).\($0)" }.joined(separator: " || ' ' || ")) AS words
        FROM \(index) CROSS JOIN \(table) item ON item.seq = \(index).rowid
        WHERE \(index) MATCH ? AND \(presence) ORDER BY \(index).rowid LIMIT ?
        """
    }
}

/// The part of the catalog that is searched: a user's libraries, and tracks of some tempo alone.
struct SearchBounds {
    let scope: LibraryScope
    var tempo: ClosedRange<Int>?

    /// Only tracks have a tempo.
    func include(_ kind: SearchedKind) -> Bool { tempo == nil || kind.table == "track" }

    var arguments: StatementArguments {
        guard let tempo else { return scope.arguments }
        let named = ["tempoFrom": tempo.lowerBound.databaseValue, "tempoTo": tempo.upperBound.databaseValue]
        return scope.arguments + StatementArguments(named)
    }
}

/// Finds genres by their names, the larger ones first. There are so few that all of them are compared.
struct GenreSearch {
    private static let mostGenres = 5000
    private let db: Database
    private let scope: LibraryScope
    private let limit: Int
    /// The genres, the larger ones first.
    private let genres: [(id: String, name: String)]

    init(_ db: Database, in scope: LibraryScope, limit: Int) throws {
        self.db = db
        self.scope = scope
        self.limit = limit
        genres = try db.rows(Self.names(scope), [Self.mostGenres] + scope.arguments).map {
            ($0["id"], $0["search_name"])
        }
    }

    func ids(_ query: SearchQuery) -> [String] {
        let phrase = query.phrase
        let groups = query.groups
        return ids { name in
            let padded = " \(name) "
            let holds = groups.indices.allSatisfy { place in
                padded.contains(place == groups.count - 1 ? " \(groups[place])" : " \(groups[place]) ")
            }
            return holds ? (name == phrase ? 0 : name.hasPrefix(phrase) ? 1 : 2) : nil
        }
    }

    /// Genres whose name equals or begins with the query if both are written without spaces.
    func ids(joined query: SearchQuery) -> [String] {
        let asked = query.phrase.filter { $0 != " " }
        return ids { name in
            let name = name.filter { $0 != " " }
            return name == asked ? 0 : name.hasPrefix(asked) ? 1 : nil
        }
    }

    func ids(_ misspelt: MisspeltSearch) -> [String] {
        ids(rank: misspelt.distance)
    }

    private func ids(rank: (String) -> Int?) -> [String] {
        let found = genres.enumerated().compactMap { place, genre in
            rank(genre.name).map { (rank: $0, place: place, id: genre.id) }
        }
        return found.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.prefix(limit).map(\.id)
    }

    /// The genres in the order of `ids`.
    func items(_ ids: [String]) throws -> [GenreItem] {
        try GenreReader(db, scope).items(ids)
    }

    static func names(_ scope: LibraryScope) -> String {
        """
        SELECT id, search_name FROM genre
        WHERE track_count > 0\(scope == .everything ? "" : " AND " + GenreReader.isThere("genre.id", scope))
        ORDER BY track_count DESC, sort_key, id LIMIT ?
        """
    }
}

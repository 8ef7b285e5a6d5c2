import Primitives

/// The statements that find one kind of thing by its name.
struct SearchedKind: Sendable {
    let table: String
    /// What a row must meet to be in lists, as the partial indexes say it; within a scope also that it is in it.
    var presence: String
    /// The stored, folded name.
    let name: String
    let index: String
    /// Where the index has the name.
    let nameColumn: String
    /// All of its columns, the name first.
    let columns: [String]
    /// What a hit in each of them weighs.
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

    /// The same for who sees only `scope`.
    func within(_ scope: LibraryScope) -> SearchedKind {
        guard scope != .everything else { return self }
        var kind = self
        kind.presence +=
            table == "artist" ? " AND " + ScopedArtists.isListed("item.id", scope) : scope.and("item.library")
        return kind
    }

    var exact: String {
        """
        SELECT item.id FROM \(table) item WHERE \(presence) AND item.\(name) = ?
        ORDER BY item.plays DESC, item.id LIMIT ?
        """
    }

    /// What is called so but for an article before it.
    var exactAfterArticle: String {
        """
        SELECT item.id FROM json_each(?) begun CROSS JOIN \(table) item
        WHERE \(presence) AND item.\(name) = begun.value ORDER BY item.plays DESC, item.id LIMIT ?
        """
    }

    /// Sorts the played ones that begin so, after an article or without one: never all that begin so.
    var playedBeginning: String {
        """
        SELECT item.id FROM json_each(?) begun CROSS JOIN \(table) item INDEXED BY \(table)_played_by_name
        WHERE \(presence) AND item.plays > 0 AND \(begins)
        ORDER BY item.plays DESC, item.\(name), item.id LIMIT ?
        """
    }

    /// By name, what begins so without an article first.
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

    /// Sorts what the index finds, which was counted before.
    var ranked: String {
        """
        SELECT item.id FROM \(index) CROSS JOIN \(table) item ON item.seq = \(index).rowid
        WHERE \(index) MATCH ? AND \(presence)
        ORDER BY item.plays DESC, bm25(\(index), \(weights)), item.\(name), item.id LIMIT ?
        """
    }

    /// Walks what was played, most first, until enough of it holds words that so many names hold.
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

    /// What `MisspeltSearch` compares.
    var candidates: String {
        """
        SELECT item.id, item.plays, item.\(name) AS name, \(columns.map { "\(index).\($0)" }.joined(separator: " || ' ' || ")) AS words
        FROM \(index) CROSS JOIN \(table) item ON item.seq = \(index).rowid
        WHERE \(index) MATCH ? AND \(presence) ORDER BY \(index).rowid LIMIT ?
        """
    }
}

import Catalog
import GRDB
import Primitives

/// Finds genres by their names, the larger ones first. There are so few that all of them are looked at.
struct GenreSearch {
    private static let mostGenres = 5000
    private let db: Database
    private let scope: LibraryScope
    private let limit: Int
    /// The larger ones first.
    private let genres: [(id: String, name: String)]

    init(_ db: Database, in scope: LibraryScope, limit: Int) throws {
        self.db = db
        self.scope = scope
        self.limit = limit
        genres = try Row.fetchAll(
            db.cachedStatement(sql: Self.names(scope)), arguments: [Self.mostGenres] + scope.arguments
        ).map { ($0["id"], $0["search_name"]) }
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

    /// Those whose name is or begins with what was asked when both are written without spaces.
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

    /// In the order of `ids`.
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

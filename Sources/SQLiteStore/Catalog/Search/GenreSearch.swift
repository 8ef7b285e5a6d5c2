import Catalog
import GRDB
import Primitives

/// Finds genres by their names, the larger ones first. There are so few that all of them are looked at.
struct GenreSearch {
    private static let mostGenres = 5000
    private let db: Database
    private let scope: LibraryScope
    private let limit: Int

    init(_ db: Database, in scope: LibraryScope, limit: Int) {
        self.db = db
        self.scope = scope
        self.limit = limit
    }

    func ids(_ query: SearchQuery) throws -> [String] {
        let phrase = query.phrase
        let groups = query.groups
        return try ids { name in
            let padded = " \(name) "
            let holds = groups.indices.allSatisfy { place in
                padded.contains(place == groups.count - 1 ? " \(groups[place])" : " \(groups[place]) ")
            }
            return holds ? (name == phrase ? 0 : name.hasPrefix(phrase) ? 1 : 2) : nil
        }
    }

    func ids(_ misspelt: MisspeltSearch) throws -> [String] {
        try ids(rank: misspelt.distance)
    }

    private func ids(rank: (String) -> Int?) throws -> [String] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: Self.names(scope)), arguments: [Self.mostGenres] + scope.arguments)
        let found = rows.enumerated().compactMap { place, row in
            rank(row["search_name"]).map { (rank: $0, place: place, id: row["id"] as String) }
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

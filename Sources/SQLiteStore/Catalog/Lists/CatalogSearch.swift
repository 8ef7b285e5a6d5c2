import Catalog
import GRDB

/// Finds artists, albums and tracks by their names.
///
/// First come those whose whole name is what was asked, then those whose name begins with it, then those that hold all
/// of its words, the last one as a beginning, by bm25 (a title weighs more than an artist, an artist more than an
/// album).
struct CatalogSearch {
    private let db: Database
    private let phrase: String
    private let match: String
    private let isBroad: Bool
    private let limit: Int

    init(_ db: Database, _ query: SearchQuery, limit: Int) {
        self.db = db
        self.limit = limit
        phrase = query.phrase
        match = Self.match(query.groups)
        // One or two letters begin so many words that ranking them all costs more than it tells.
        isBroad = query.groups.count == 1 && query.phrase.unicodeScalars.count <= 2 && query.phrase.utf8.count <= 2
    }

    func results() throws -> SearchResults {
        SearchResults(
            artists: try ArtistReader(db).items(ids(.artists)), albums: try AlbumReader(db).items(ids(.albums)),
            tracks: try TrackItemReader(db).items(ids(.tracks)))
    }

    /// An FTS5 expression: each group a quoted string, the last one a prefix. Groups hold letters and digits only.
    static func match(_ groups: [String]) -> String {
        let quoted = groups.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
        return quoted.joined(separator: " ") + "*"
    }

    private func ids(_ kind: Statements) throws -> [String] {
        var ids: [String] = []
        var seen: Set<String> = []
        func take(_ sql: String, _ arguments: StatementArguments) throws {
            guard ids.count < limit else { return }
            for id in try String.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
            where ids.count < limit && seen.insert(id).inserted {
                ids.append(id)
            }
        }
        try take(kind.exact, [phrase, limit])
        try take(kind.beginning, [phrase, phrase + "\u{10FFFF}", limit])
        try take(isBroad ? kind.anyHolding : kind.holding, [match, limit * 2])
        return ids
    }

    struct Statements: Sendable {
        let exact: String
        let beginning: String
        let holding: String
        let anyHolding: String

        static let tracks = Statements(
            exact: """
                SELECT id FROM track WHERE missing_since IS NULL AND search_title = ? ORDER BY id LIMIT ?
                """,
            beginning: """
                SELECT id FROM track WHERE missing_since IS NULL AND search_title > ? AND search_title < ?
                ORDER BY search_title, id LIMIT ?
                """,
            holding: """
                SELECT t.id FROM track_search s CROSS JOIN track t ON t.seq = s.rowid
                WHERE track_search MATCH ? ORDER BY bm25(track_search, 10.0, 5.0, 2.0), t.seq LIMIT ?
                """,
            anyHolding: """
                SELECT t.id FROM track_search s CROSS JOIN track t ON t.seq = s.rowid
                WHERE track_search MATCH ? ORDER BY s.rowid LIMIT ?
                """)

        static let albums = Statements(
            exact: """
                SELECT id FROM album WHERE track_count > 0 AND search_name = ? ORDER BY id LIMIT ?
                """,
            beginning: """
                SELECT id FROM album WHERE track_count > 0 AND search_name > ? AND search_name < ?
                ORDER BY search_name, id LIMIT ?
                """,
            holding: """
                SELECT a.id FROM album_search s CROSS JOIN album a ON a.seq = s.rowid
                WHERE album_search MATCH ? ORDER BY bm25(album_search, 10.0, 3.0), a.seq LIMIT ?
                """,
            anyHolding: """
                SELECT a.id FROM album_search s CROSS JOIN album a ON a.seq = s.rowid
                WHERE album_search MATCH ? ORDER BY s.rowid LIMIT ?
                """)

        /// Of artists that begin alike, those with more tracks come first.
        static let artists = Statements(
            exact: """
                SELECT id FROM artist WHERE is_listed = 1 AND search_name = ? ORDER BY id LIMIT ?
                """,
            beginning: """
                SELECT id FROM artist WHERE is_listed = 1 AND search_name > ? AND search_name < ?
                ORDER BY track_count DESC, search_name, id LIMIT ?
                """,
            holding: """
                SELECT a.id FROM artist_search s CROSS JOIN artist a ON a.seq = s.rowid
                WHERE artist_search MATCH ? ORDER BY bm25(artist_search), a.track_count DESC, a.seq LIMIT ?
                """,
            anyHolding: """
                SELECT a.id FROM artist_search s CROSS JOIN artist a ON a.seq = s.rowid
                WHERE artist_search MATCH ? ORDER BY s.rowid LIMIT ?
                """)
    }
}

import Catalog
import GRDB
import Primitives

/// Finds artists, albums, tracks and genres by their names, best first:
///
/// 1. those whose whole name is what was asked, without or else with an article before it,
/// 2. those whose name begins with it, without or with an article,
/// 3. those whose name holds all of its words, the last one as a beginning,
/// 4. those that hold them in whatever is searched: a track also by its artists and album, an album also by its artists,
/// 5. where all this finds little, what is written otherwise or spelt nearly so (`LenientSearch`).
///
/// Within each, what all people have played more comes first, then (3 and 4) by bm25, then by name and id.
struct CatalogSearch {
    /// With fewer results than this, of all kinds together, the spelling is doubted.
    static let few = 3
    /// Where more than this match, they are not all ranked: among so many, the played ones come first.
    private static let mostRanked = 500

    private let db: Database
    private let query: SearchQuery
    private let match: String
    private let scope: LibraryScope
    private let limit: Int

    init(_ db: Database, _ query: SearchQuery, in scope: LibraryScope, limit: Int) {
        self.db = db
        self.query = query
        self.scope = scope
        self.limit = limit
        match = Self.match(query.indexed)
    }

    func results() throws -> SearchResults {
        let genreSearch = try GenreSearch(db, in: scope, limit: limit)
        var found = LenientSearch(
            db, query, in: scope, limit: limit, artists: try ids(.artists), albums: try ids(.albums),
            tracks: try ids(.tracks), genres: genreSearch.ids(query))
        try found.widen(genreSearch)
        return SearchResults(
            artists: try ArtistReader(db, scope).items(found.artists),
            albums: try AlbumReader(db, scope).items(found.albums),
            tracks: try TrackItemReader(db).items(found.tracks), genres: try genreSearch.items(found.genres))
    }

    /// An FTS5 expression: each group a quoted string, the last one a prefix. Groups hold nothing that is syntax.
    static func match(_ groups: [String]) -> String {
        groups.map(quoted).joined(separator: " ") + "*"
    }

    static func quoted(_ words: String) -> String {
        "\"" + words.replacing("\"", with: "\"\"") + "\""
    }

    func ids(_ kind: SearchedKind) throws -> [String] {
        let kind = kind.within(scope)
        var ids: [String] = []
        var seen: Set<String> = []
        func take(_ sql: String, _ arguments: StatementArguments) throws {
            guard ids.count < limit else { return }
            for id in try String.fetchAll(db.cachedStatement(sql: sql), arguments: arguments + scope.arguments)
            where ids.count < limit && seen.insert(id).inserted {
                ids.append(id)
            }
        }
        let phrase = query.phrase
        let articled = FoldedText.articles.map { "\($0) \(phrase)" }
        try take(kind.exact, [phrase, limit])
        try take(kind.exactAfterArticle, [JSONList(articled), limit])
        try take(kind.playedBeginning, [JSONList([phrase] + articled), limit * 2])
        try take(kind.beginning, [JSONList([phrase] + articled), limit * 2])
        guard ids.count < limit else { return ids }
        if try isBroad(kind) {
            if !query.isSigns { try take(kind.playedHolding, [contained, limit * 2]) }
            try take(kind.anyHolding, [match, limit * 2])
        } else {
            try take(kind.ranked, ["{\(kind.nameColumn)} : (\(match))", limit * 2])
            try take(kind.ranked, [match, limit * 2])
        }
        return ids
    }

    private func isBroad(_ kind: SearchedKind) throws -> Bool {
        let count = try db.cachedStatement(sql: kind.count)
        return try Int.fetchOne(count, arguments: [match, Self.mostRanked + 1]) ?? 0 > Self.mostRanked
    }

    /// The groups as parts of `' ' || name || ' '`.
    private var contained: JSONList {
        JSONList(query.groups.dropLast().map { " \($0) " } + query.groups.suffix(1).map { " \($0)" })
    }
}

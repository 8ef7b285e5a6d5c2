import Catalog
import GRDB
import Primitives

/// Finds artists, albums, tracks and genres by their names, best first:
///
/// 1. those whose whole name equals the query, without or else with an article before it,
/// 2. those whose name begins with it, without or with an article,
/// 3. those whose name contains all of its words, the last one as a prefix,
/// 4. those that contain them in any searched field: a track also by its artists and album, an album also by its
///    artists,
/// 5. if all this finds few results, those with a different or similar spelling (`LenientSearch`).
///
/// Within each group, items with more plays by all listeners come first, then (3 and 4) by bm25, then by name and id.
struct CatalogSearch {
    /// With fewer results than this, of all kinds together, other spellings are tried.
    static let few = 3
    /// If more than this match, only the played ones are ranked and come first.
    private static let mostRanked = 500

    let db: Database
    let query: SearchQuery
    let bounds: SearchBounds
    let limit: Int

    func results(sort: SearchSort) throws -> SearchResults {
        let scope = bounds.scope
        let genreSearch = bounds.tempo == nil ? try GenreSearch(db, in: scope, limit: limit) : nil
        var found = LenientSearch(
            db: db, query: query, bounds: bounds, limit: limit, artists: try ids(.artists), albums: try ids(.albums),
            tracks: try ids(.tracks), genres: genreSearch?.ids(query) ?? [])
        try found.widen(genreSearch)
        let tracks = sort == .tempo ? try byTempo(found.tracks) : found.tracks
        return SearchResults(
            artists: try ArtistReader(db, scope).items(found.artists),
            albums: try AlbumReader(db, scope).items(found.albums), tracks: try TrackItemReader(db).items(tracks),
            genres: try genreSearch?.items(found.genres) ?? [])
    }

    /// The tracks from slow to fast, those without a known tempo last.
    private func byTempo(_ tracks: [String]) throws -> [String] {
        try db.values(
            """
            SELECT item.id FROM json_each(?) found CROSS JOIN track item ON item.id = found.value
            ORDER BY item.shown_tempo IS NULL, item.shown_tempo, found.key
            """, [JSONList(tracks)])
    }

    /// An FTS5 expression: each group a quoted string, the last one a prefix. Groups contain no FTS5 syntax.
    private var match: String { query.indexed.map(Self.quoted).joined(separator: " ") + "*" }

    static func quoted(_ words: String) -> String {
        "\"" + words.replacing("\"", with: "\"\"") + "\""
    }

    func ids(_ kind: SearchedKind) throws -> [String] {
        guard bounds.include(kind) else { return [] }
        let kind = kind.within(bounds)
        var ids: [String] = []
        var seen: Set<String> = []
        func take(_ sql: String, _ arguments: StatementArguments) throws {
            guard ids.count < limit else { return }
            for id: String in try db.values(sql, arguments + bounds.arguments)
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
        try db.value(kind.count, [match, Self.mostRanked + 1]) ?? 0 > Self.mostRanked
    }

    /// The groups as parts of a name with a space at each end.
    private var contained: JSONList {
        JSONList(query.groups.dropLast().map { " \($0) " } + query.groups.suffix(1).map { " \($0)" })
    }
}

/// Merges the segments of a search index. A scan leaves dozens of them, and every search looks up each of its words in
/// each segment.
struct SearchMerge {
    static let indexes = [SearchedKind.tracks, .albums, .artists].map(\.index)

    /// An index with more segments than this is worth rewriting.
    static let few = 2
    /// The pages that one turn writes, so that other writers do not wait longer.
    private static let pagesPerTurn = 250

    let index: String

    func isWorthwhile(_ db: Database) throws -> Bool {
        try db.value("SELECT count(DISTINCT segid) FROM \(index)_idx") ?? 0 > Self.few
    }

    /// Merges for one turn. Returns true while there is more to do.
    ///
    /// - Parameter begins: starts merging all present segments into one, in as many turns as necessary.
    func turn(_ db: Database, begins: Bool) throws -> Bool {
        let before = db.totalChangesCount
        try db.run(
            "INSERT INTO \(index) (\(index), rank) VALUES ('merge', ?)",
            [begins ? -Self.pagesPerTurn : Self.pagesPerTurn])
        // Fewer than two changes mean that nothing was merged (SQLite's FTS5 documentation, section 6.9).
        return db.totalChangesCount - before >= 2
    }
}

/// A search with a separate window for each kind. `CatalogSearch` decides the results and their order.
struct WideSearch {
    let db: Database
    let query: SearchQuery
    let scope: LibraryScope
    let windows: SearchWindows

    func tracks() throws -> [TrackDetails] {
        try TrackDetailsReader(db).details(ids(.tracks, windows.tracks))
    }

    func artistsAndAlbums() throws -> (artists: [ArtistProfile], albums: [AlbumProfile]) {
        (
            try ArtistReader(db, scope).profiles(ids(.artists, windows.artists)),
            try AlbumReader(db, scope).profiles(ids(.albums, windows.albums))
        )
    }

    /// The results with a different or similar spelling, if nothing else is found. Only the first pages have any,
    /// because past the end of the other results there is nothing.
    func lenient() throws -> WideSearchResults {
        guard [windows.artists, windows.albums, windows.tracks].allSatisfy({ $0.offset == 0 }) else {
            return WideSearchResults(artists: [], albums: [], tracks: [])
        }
        var found = LenientSearch(db: db, query: query, bounds: SearchBounds(scope: scope), limit: Self.nearly)
        try found.widen()
        return WideSearchResults(
            artists: try ArtistReader(db, scope).profiles(cut(found.artists, windows.artists)),
            albums: try AlbumReader(db, scope).profiles(cut(found.albums, windows.albums)),
            tracks: try TrackDetailsReader(db).details(cut(found.tracks, windows.tracks)))
    }

    /// The maximum number of similarly spelled results of each kind.
    private static let nearly = 100

    private func ids(_ kind: SearchedKind, _ window: ListWindow) throws -> [String] {
        guard window.count > 0 else { return [] }
        let search = CatalogSearch(db: db, query: query, bounds: SearchBounds(scope: scope), limit: window.end)
        return cut(try search.ids(kind), window)
    }

    private func cut(_ ids: [String], _ window: ListWindow) -> [String] {
        Array(ids.dropFirst(window.offset).prefix(window.count))
    }
}

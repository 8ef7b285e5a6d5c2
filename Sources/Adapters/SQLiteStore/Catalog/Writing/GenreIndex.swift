import Catalog
import GRDB
import Primitives

/// Maintains the genres and their tracks.
final class GenreIndex {
    private let db: Database
    private let search: SearchIndex
    private let at: Timestamp
    private var byName: [String: String] = [:]
    private var touched: Set<String> = []

    private let stale: StaleRows

    init(_ db: Database, search: SearchIndex, stale: StaleRows, at: Timestamp) {
        self.db = db
        self.search = search
        self.stale = stale
        self.at = at
    }

    func touch(_ genre: String) {
        touched.insert(genre)
    }

    /// Marks the stored genres of `track` for refreshing.
    func touch(ofTrack track: String) throws {
        touched.formUnion(try db.valueSet("SELECT genre FROM track_genre WHERE track = ?", [track]))
    }

    /// Replaces the genres of a track that was just written.
    func link(_ track: ScanBatch.TrackWrite) throws {
        let id = track.id.rawValue
        if track.change != .added { try db.run("DELETE FROM track_genre WHERE track = ?", [id]) }
        let insert = try db.cachedStatement(
            sql: "INSERT INTO track_genre (track, position, genre, name) VALUES (?, ?, ?, ?)")
        for (position, name) in track.grouping.genres.enumerated() {
            let genre = try genre(named: name)
            try insert.execute(arguments: [id, position, genre, name])
            touched.insert(genre)
        }
    }

    private func genre(named name: String) throws -> String {
        let folded = FoldedText.fold(name)
        if let known = byName[folded] { return known }
        let id = try db.value("SELECT id FROM genre WHERE folded = ?", [folded]) ?? insert(name, folded: folded)
        byName[folded] = id
        return id
    }

    private func insert(_ name: String, folded: String) throws -> String {
        let id = ID<Genre>.make(at: at).rawValue
        let words = SearchText.name(name)
        try db.run(
            "INSERT INTO genre (id, folded, name, sort_key, search_name) VALUES (?, ?, ?, ?, ?)",
            [id, folded, name, SortKeys.key(name), words])
        try search.words.add(words)
        return id
    }

    /// Updates every touched genre's row, except for the large ones: `StaleRows`. Removes a genre without tracks.
    func refresh() throws {
        for genre in touched.sorted() where try !stale.defers(.genre, genre) { try refresh(genre) }
        touched = []
    }

    private func refresh(_ genre: String) throws {
        let names = try db.rows(Self.names, [genre])
        if names.isEmpty, try !db.exists("SELECT 1 FROM track_genre WHERE genre = ? LIMIT 1", [genre]) {
            return try db.run("DELETE FROM genre WHERE id = ?", [genre])
        }
        let spellings = Dictionary(names.map { ($0["name"] as String, $0["tracks"] as Int) }, uniquingKeysWith: +)
        let name = ArtistGrouping.mostFrequent(spellings)
        var shares = LibraryShares()
        for row in names { shares.addTracks(row["tracks"], in: row["library"]) }
        let albums = try db.rows(Self.albums, [genre])
        shares.add(albums)
        try shares.write("genre", genre, db)
        try db.run(
            Self.update,
            [
                name, name.map { SortKeys.key($0) }, spellings.values.reduce(0, +), genre,
                name.map { SearchText.name($0) }, albums.count, albums.lazy.compactMap { $0["cover"] as String? }.first,
            ])
        // The genre is back, but its words may have been removed with its last track.
        if let name { try search.words.add(SearchText.name(name)) }
    }

    private static let names = """
        SELECT tg.name, t.part AS library, count(*) AS tracks
        FROM track_genre tg JOIN track t ON t.id = tg.track AND t.missing_since IS NULL
        WHERE tg.genre = ? GROUP BY tg.name, t.part
        """
    /// The genre's albums, the latest first: it provides the cover.
    private static let albums = """
        SELECT a.part AS library, a.cover, a.year_order FROM album_genre ag JOIN album a ON a.id = ag.album AND a.track_count > 0
        WHERE ag.genre = ? ORDER BY a.year_order DESC, a.name_key, a.id
        """
    private static let update = """
        UPDATE genre SET name = coalesce(?1, name), sort_key = coalesce(?2, sort_key),
          search_name = coalesce(?5, search_name), track_count = ?3, album_count = ?6, cover = ?7
        WHERE id = ?4
        """
}

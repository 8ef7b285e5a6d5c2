package import Catalog
import GRDB
package import Lyrics
package import Primitives

/// Songs by number, ISRC and names, in SQLite.
package struct SQLiteLyricsDirectoryStore: LyricsDirectoryStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func track(number: Int64) async throws -> ID<Track>? {
        try await database.read { try $0.value(Self.numbered, [number]) }
    }

    package func tracks(isrc: String, in scope: LibraryScope) async throws -> [ID<Track>] {
        try await database.read { try $0.values(Self.byISRC(scope), ["isrc": isrc] + scope.arguments) }
    }

    package func songs(_ tracks: [ID<Track>], in scope: LibraryScope) async throws -> [LyricsSong] {
        guard !tracks.isEmpty else { return [] }
        let ids = JSONList(tracks)
        return try await database.read { db in
            try db.rows(Self.songs(scope), ["tracks": ids] + scope.arguments).map(Self.song)
        }
    }

    private static func song(_ row: Row) -> LyricsSong {
        LyricsSong(
            number: row["number"], track: row["id"], title: row["title"], artist: row["artist"] ?? "",
            firstArtist: row["first_artist"], album: row["album_name"], albumID: row["album"],
            durationMilliseconds: row["duration_ms"], isrc: row["isrc"], isExplicit: row["is_explicit"],
            changedAt: row["changed_at"], precision: SongLyrics.Precision(number: row["precision"]),
            isRestricted: row["is_restricted"], isInstrumental: row["is_instrumental"])
    }

    package func songs(matching query: LyricsQuery, in scope: LibraryScope) async throws -> [ID<Track>] {
        try await database.read { db in
            let search = LyricsQuerySQL(query, in: scope)
            return try db.values(search.sql, search.arguments)
        }
    }

    static let numbered = "SELECT track FROM track_number WHERE number = ?"

    static func byISRC(_ scope: LibraryScope) -> String {
        """
        SELECT id FROM track WHERE isrc = :isrc AND missing_since IS NULL\(scope.and("library"))
        ORDER BY plays DESC, id LIMIT 20
        """
    }

    static func songs(_ scope: LibraryScope) -> String {
        """
        SELECT n.number, t.id, t.title, t.album, CASE a.name WHEN '' THEN t.album_name ELSE a.name END AS album_name,
          t.duration_ms, t.isrc, t.is_explicit, w.precision,
          max(t.added_at, ifnull(k.at, 0), ifnull((SELECT max(v.published_at) FROM lyrics_version v
            WHERE v.track = t.id AND v.published_at IS NOT NULL), 0)) AS changed_at,
          ifnull(k.result, '') = 'instrumental' AS is_instrumental,
          w.precision IS NULL AND (ifnull(k.result, '') = 'restricted' OR EXISTS (
            SELECT 1 FROM provided_lyrics p WHERE p.track = t.id AND p.countries <> 'null')) AS is_restricted,
          (SELECT group_concat(name, ', ') FROM (SELECT p.name FROM track_artist ta CROSS JOIN artist p ON p.id = ta.artist
            WHERE ta.track = t.id AND ta.role = 'performer' ORDER BY ta.position)) AS artist,
          (SELECT ta.artist FROM track_artist ta WHERE ta.track = t.id AND ta.role = 'performer'
            ORDER BY ta.position LIMIT 1) AS first_artist
        FROM json_each(:tracks) j CROSS JOIN track t ON t.id = j.value CROSS JOIN track_number n ON n.track = t.id
        CROSS JOIN album a ON a.id = t.album LEFT JOIN track_words w ON w.seq = t.seq LEFT JOIN lyrics_lookup k ON k.track = t.id
        WHERE t.missing_since IS NULL\(scope.and("t.library")) ORDER BY j.key
        """
    }
}

/// The statement that finds the songs of a query. The narrowest part that is given is walked, and its songs are looked
/// up in the others.
struct LyricsQuerySQL {
    let sql: String
    let arguments: StatementArguments

    init(_ query: LyricsQuery, in scope: LibraryScope) {
        var arguments: [String: DatabaseValue] = scope.named
        var parts: [String] = []
        if let names = Self.names(query) {
            arguments["names"] = names.databaseValue
            parts.append("SELECT rowid AS seq FROM track_search WHERE track_search MATCH :names")
        }
        if let words = query.words {
            arguments["words"] = Self.match(words.groups).databaseValue
            parts.append("SELECT rowid AS seq FROM words_search WHERE words_search MATCH :words")
        }
        if let anything = query.anything {
            arguments["anything"] = Self.match(anything.indexed).databaseValue
            parts.append(Self.anything)
        }
        var conditions = parts.dropFirst().map { "t.seq IN (\($0))" }
        conditions.append("t.missing_since IS NULL" + scope.and("t.library"))
        if let precision = query.precision {
            arguments["precision"] = precision.number.databaseValue
            conditions.append("EXISTS (SELECT 1 FROM track_words w WHERE w.seq = t.seq AND w.precision >= :precision)")
        }
        // The second limit keeps SQLite from joining both queries into one, which would sort every match.
        arguments["most"] = LyricsQuery.mostResults.databaseValue
        self.arguments = StatementArguments(arguments)
        sql = """
            SELECT id FROM (SELECT t.id, t.plays FROM (\(parts.first ?? Self.nothing)) hit
              CROSS JOIN track t ON t.seq = hit.seq
              WHERE \(conditions.joined(separator: " AND ")) LIMIT :most)
            ORDER BY plays DESC, id LIMIT :most
            """
    }

    private static let nothing = "SELECT NULL AS seq WHERE false"
    /// Both indexes may know a frequent word of most songs, so that each gives a bounded number.
    private static let anything = """
        SELECT seq FROM (SELECT rowid AS seq FROM track_search WHERE track_search MATCH :anything LIMIT :most)
        UNION SELECT seq FROM (SELECT rowid AS seq FROM words_search WHERE words_search MATCH :anything LIMIT :most)
        """

    /// An expression for `track_search`; nil where the query names nothing.
    private static func names(_ query: LyricsQuery) -> String? {
        let parts = [
            query.title.map { "title : (\(match($0.indexed)))" },
            query.artist.map { "artists : (\(match($0.indexed)))" },
            query.album.map { "album : (\(match($0.indexed)))" },
            query.names.map { "(\(match($0.indexed)))" },
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " AND ")
    }

    private static func match(_ groups: [String]) -> String {
        groups.map(CatalogSearch.quoted).joined(separator: " ")
    }
}

import GRDB

/// Everything that a scan writes, as comparable lines: without ids, times and the order of writing.
enum CatalogDump {
    private static let queries = [
        "track": """
        SELECT folder, name, missing_since IS NOT NULL, title, title_key, search_title, artist_key, album_name, album_key,
            album_sort_key, disc_number, track_number, year, is_compilation, duration_ms, codec, embedded_cover, cover, size
        FROM track
        """,
        "album": """
        SELECT key, name, artist_key, year, is_compilation, cover, track_count, duration_ms
        FROM album WHERE track_count > 0
        """,
        "artist": """
        SELECT folded, name, sort_key, is_listed, album_count, track_count, cover FROM artist WHERE is_listed
        """,
        "role": "SELECT role, artist_role.sort_key, name FROM artist_role JOIN artist ON artist.id = artist",
        "genre": "SELECT folded, name, album_count, track_count, cover FROM genre WHERE track_count > 0",
        "track artist": """
        SELECT folder, track.name, role, position, artist.name FROM track_artist
        JOIN track ON track.id = track JOIN artist ON artist.id = artist WHERE missing_since IS NULL
        """,
        "track genre": """
        SELECT folder, track.name, position, genre.name FROM track_genre
        JOIN track ON track.id = track JOIN genre ON genre.id = genre WHERE missing_since IS NULL
        """,
        "album artist": """
        SELECT key, position, artist.name FROM album_artist
        JOIN album ON album.id = album JOIN artist ON artist.id = artist WHERE album.track_count > 0
        """,
        "album genre": """
        SELECT key, genre.name FROM album_genre
        JOIN album ON album.id = album JOIN genre ON genre.id = genre WHERE album.track_count > 0
        """,
        "found track": "SELECT title, artists, album FROM track_search",
        "found album": "SELECT name, artists FROM album_search",
        "found artist": "SELECT name FROM artist_search",
        "cover": "SELECT folder, name, image FROM folder_cover",
        "broken": "SELECT folder, name, reason FROM broken_file",
        "image": "SELECT key, media_type, size FROM image",
        "unfinished": "SELECT (SELECT count(*) FROM stale), (SELECT count(*) FROM scan WHERE state = 'running')",
    ]

    static func lines(ofDatabase path: String) throws -> Set<String> {
        try DatabaseQueue(path: path).read { db in
            var lines: [String: Int] = [:]
            for (name, query) in queries {
                for row in try Row.fetchAll(db, sql: query) {
                    lines["\(name): " + row.map { "\($0.1)" }.joined(separator: " | "), default: 0] += 1
                }
            }
            return Set(lines.map { "\($0.key) x \($0.value)" })
        }
    }

    /// The id of each file whose track has such a title. Used to compare catalogs that were copied from the same one.
    static func identities(inDatabase path: String, titles: String) throws -> Set<String> {
        let query =
            "SELECT id || ' ' || hex(folder) || ' ' || hex(name) FROM track WHERE missing_since IS NULL AND title LIKE ?"
        return try DatabaseQueue(path: path).read { db in
            Set(try String.fetchAll(db, sql: query, arguments: [titles]))
        }
    }
}

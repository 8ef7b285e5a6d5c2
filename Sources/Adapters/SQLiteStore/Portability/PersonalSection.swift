import Primitives

/// One section of an export: a name and a query.
///
/// The query reads `:user`, `:number` and `:text` (the place after which it goes on), `:limit`, and `:scope` through `LibraryScope.and`.
/// Its first two columns are the place of a row; the others are what is exported, under their names. Integers whose name ends in `At`
/// are times.
struct PersonalSection: Sendable {
    let name: String
    let sql: @Sendable (LibraryScope) -> String

    init(_ name: String, _ sql: @escaping @Sendable (LibraryScope) -> String) {
        self.name = name
        self.sql = sql
    }

    /// A query that looks at nothing of the libraries.
    init(_ name: String, _ sql: String) {
        self.init(name) { _ in sql }
    }

    /// What tells a track anywhere, of a row `t`.
    static let track = """
        t.title, (SELECT group_concat(name, '; ') FROM (SELECT l.name FROM track_artist l
          WHERE l.track = t.id AND l.role = 'performer' ORDER BY l.position)) AS artist, t.album_name AS album,
        t.duration_ms AS durationMs, t.recording AS recordingId, t.isrc, t.id AS trackId
        """

    /// Where the archive has a picture, of a column of keys; as the last column.
    static func picture(_ column: String) -> String { "'pictures/' || \(column) || '.jpg' AS picture" }

    /// What tells an album, of a row `a`.
    static let album = """
        a.name, (SELECT group_concat(name, '; ') FROM (SELECT r.name FROM album_artist l JOIN artist r ON r.id = l.artist
          WHERE l.album = a.id ORDER BY l.position)) AS artist, a.release AS releaseId, a.id AS albumId
        """
}

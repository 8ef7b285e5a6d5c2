import Catalog
import GRDB
import Primitives

/// Finds the albums and artists that another gateway means, by their names.
struct NameMatching {
    private static let most = 50

    private let db: Database
    private let scope: LibraryScope

    init(_ db: Database, _ scope: LibraryScope) {
        self.db = db
        self.scope = scope
    }

    /// Of several of that name the one of the artist; without an artist only where nothing else has the name.
    func album(_ name: String, by artist: String) throws -> String? {
        let words = SearchText.name(name)
        guard !words.isEmpty else { return nil }
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: Self.albums), arguments: [words, Self.most]
        ).filter { scope.admits(library: $0["library"] as String) }
        let wanted = SearchText.words(artist)
        let named = rows.filter { SearchText.words($0["artists"] ?? "") == wanted }
        if let one = named.first { return one["id"] }
        return rows.count == 1 && wanted.isEmpty ? rows[0]["id"] : nil
    }

    /// The one with the id at MusicBrainz, else the first of that name.
    func artist(_ name: String, _ musicBrainz: String?) throws -> String? {
        let words = SearchText.name(name)
        guard !words.isEmpty else { return nil }
        let rows = try Row.fetchAll(db.cachedStatement(sql: Self.artists), arguments: [words, Self.most])
            .filter { row in
                (row["libraries"] as String? ?? "").split(separator: ",").contains { scope.admits(library: String($0)) }
            }
        let same = rows.first { musicBrainz != nil && $0["musicbrainz"] as String? == musicBrainz }
        return (same ?? rows.first)?["id"]
    }

    static let albums = """
        SELECT a.id, a.part AS library, (SELECT group_concat(name, '; ') FROM (SELECT r.name FROM album_artist l
          JOIN artist r ON r.id = l.artist WHERE l.album = a.id ORDER BY l.position)) AS artists
        FROM album a WHERE a.search_name = ? AND a.track_count > 0 ORDER BY a.plays DESC, a.id LIMIT ?
        """
    static let artists = """
        SELECT r.id, r.musicbrainz, (SELECT group_concat(library) FROM artist_library WHERE artist = r.id) AS libraries
        FROM artist r WHERE r.search_name = ? AND r.is_listed = 1 ORDER BY r.plays DESC, r.id LIMIT ?
        """
}

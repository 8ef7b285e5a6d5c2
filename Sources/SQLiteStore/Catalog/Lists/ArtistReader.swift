import Blobs
import Catalog
import GRDB
import Primitives

/// Reads artists as lists show them, and one in full.
struct ArtistReader {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    static func item(_ row: Row) -> ArtistItem {
        ArtistItem(
            id: ID(row["id"]), name: row["name"], albumCount: row["album_count"], trackCount: row["track_count"],
            cover: row.blobKey("cover"), image: row.blobKey("image"))
    }

    static func genre(_ row: Row) -> GenreItem {
        GenreItem(
            id: ID(row["id"]), name: row["name"], albumCount: row["album_count"], trackCount: row["track_count"],
            cover: row.blobKey("cover"))
    }

    /// In the order of `ids`.
    func items(_ ids: [String]) throws -> [ArtistItem] {
        guard !ids.isEmpty else { return [] }
        var items: [String: ArtistItem] = [:]
        for row in try Row.fetchAll(db.cachedStatement(sql: Self.artists), arguments: [JSONList(Set(ids))]) {
            items[row["id"]] = Self.item(row)
        }
        return ids.compactMap { items[$0] }
    }

    func details(_ id: ID<Artist>) throws -> ArtistDetails? {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: Self.details), arguments: [id.rawValue]) else {
            return nil
        }
        let roles = try String.fetchSet(db.cachedStatement(sql: Self.roles), arguments: [id.rawValue])
        guard !roles.isEmpty else { return nil }
        let albums = AlbumReader(db)
        return ArtistDetails(
            item: Self.item(row), sortName: row["sort_name"], musicBrainzID: row["musicbrainz"],
            roles: ArtistRole.allCases.filter { roles.contains($0.rawValue) },
            albums: try albums.items(
                String.fetchAll(db.cachedStatement(sql: Self.albums), arguments: [id.rawValue])),
            appearsOn: try albums.items(
                String.fetchAll(db.cachedStatement(sql: Self.appearsOn), arguments: [id.rawValue, id.rawValue])))
    }

    private static let artists = """
        SELECT a.id, a.name, a.album_count, a.track_count, a.cover, a.image
        FROM json_each(?) j CROSS JOIN artist a ON a.id = j.value
        """
    private static let details = """
        SELECT id, name, sort_name, musicbrainz, album_count, track_count, cover, image FROM artist WHERE id = ?
        """
    private static let roles = "SELECT role FROM artist_role WHERE artist = ?"
    private static let albums = """
        SELECT a.id FROM album_artist aa CROSS JOIN album a ON a.id = aa.album
        WHERE aa.artist = ? AND a.track_count > 0 ORDER BY a.year_order DESC, a.name_key, a.id LIMIT 500
        """
    private static let appearsOn = """
        SELECT a.id
        FROM (SELECT DISTINCT t.album FROM track_artist ta CROSS JOIN track t ON t.id = ta.track
          WHERE ta.artist = ? AND t.missing_since IS NULL) part
        CROSS JOIN album a ON a.id = part.album
        WHERE NOT EXISTS (SELECT 1 FROM album_artist aa WHERE aa.artist = ? AND aa.album = a.id)
        ORDER BY a.year_order DESC, a.name_key, a.id LIMIT 500
        """
    static let genres = """
        SELECT id, name, album_count, track_count, cover FROM genre
        WHERE track_count > 0 ORDER BY sort_key, id LIMIT 1000
        """
}

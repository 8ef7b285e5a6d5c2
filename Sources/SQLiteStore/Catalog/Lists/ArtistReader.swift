import Blobs
import Catalog
import GRDB
import Primitives

/// Reads artists as lists show them, and one in full.
struct ArtistReader {
    private let db: Database
    private let scope: LibraryScope

    init(_ db: Database, _ scope: LibraryScope) {
        self.db = db
        self.scope = scope
    }

    static func item(_ row: Row) -> ArtistItem {
        ArtistItem(
            id: ID(row["id"]), name: row["name"], albumCount: row["album_count"], trackCount: row["track_count"],
            cover: row.blobKey("cover"), image: row.blobKey("image"))
    }

    /// In the order of `ids`.
    func items(_ ids: [String]) throws -> [ArtistItem] {
        guard !ids.isEmpty else { return [] }
        guard scope == .everything else { return try ScopedArtists(db, scope).items(ids) }
        var items: [String: ArtistItem] = [:]
        for row in try Row.fetchAll(db.cachedStatement(sql: Self.artists), arguments: [JSONList(Set(ids))]) {
            items[row["id"]] = Self.item(row)
        }
        return ids.compactMap { items[$0] }
    }

    func details(_ id: ID<Artist>) throws -> ArtistDetails? {
        guard let facts = try facts([id.rawValue])[id], let item = try items([id.rawValue]).first else { return nil }
        let arguments: StatementArguments = ["artist": id.rawValue]
        let albums = AlbumReader(db, scope)
        return ArtistDetails(
            item: item, facts: facts,
            albums: try albums.items(
                String.fetchAll(
                    db.cachedStatement(sql: Self.albums(scope)), arguments: arguments + scope.arguments)),
            appearsOn: try albums.items(
                String.fetchAll(
                    db.cachedStatement(sql: Self.appearsOn(scope)), arguments: arguments + scope.arguments)),
            listenings: try Int.fetchOne(
                db.cachedStatement(sql: Self.listenings(scope)), arguments: arguments + scope.arguments) ?? 0)
    }

    /// Of those that did anything in the scope.
    func facts(_ ids: [String]) throws -> [ID<Artist>: ArtistFacts] {
        guard !ids.isEmpty else { return [:] }
        let list = JSONList(Set(ids))
        var roles: [String: Set<String>] = [:]
        if scope == .everything {
            let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.roles), arguments: [list])
            while let row = try rows.next() { roles[row[0], default: []].insert(row[1]) }
        } else {
            for id in Set(ids) { roles[id] = try ScopedArtists(db, scope).roles(of: id) }
        }
        var found: [ID<Artist>: ArtistFacts] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.facts), arguments: [list])
        while let row = try rows.next() {
            guard let roles = roles[row[0]], !roles.isEmpty else { continue }
            found[ID(row[0])] = ArtistFacts(
                sortName: row[1], musicBrainzID: row[2],
                roles: ArtistRole.allCases.filter { roles.contains($0.rawValue) })
        }
        return found
    }

    private static let artists = """
        SELECT a.id, a.name, a.album_count, a.track_count, a.cover, a.image
        FROM json_each(?) j CROSS JOIN artist a ON a.id = j.value
        """
    static let facts = """
        SELECT a.id, a.sort_name, a.musicbrainz FROM json_each(?) j CROSS JOIN artist a ON a.id = j.value
        """
    static let roles = """
        SELECT r.artist, r.role FROM json_each(?) j CROSS JOIN artist_role r ON r.artist = j.value
        """
    static func albums(_ scope: LibraryScope) -> String {
        """
        SELECT a.id FROM album_artist aa CROSS JOIN album a ON a.id = aa.album
        WHERE aa.artist = :artist AND a.track_count > 0\(scope.and("a.library"))
        ORDER BY a.year_order DESC, a.name_key, a.id LIMIT 500
        """
    }

    static func listenings(_ scope: LibraryScope) -> String {
        """
        SELECT sum(t.plays) FROM track_artist ta CROSS JOIN track t ON t.id = ta.track
        WHERE ta.artist = :artist AND ta.role = 'performer' AND t.missing_since IS NULL\(scope.and("t.library"))
        """
    }

    static func appearsOn(_ scope: LibraryScope) -> String {
        """
        SELECT a.id
        FROM (SELECT DISTINCT t.album FROM track_artist ta CROSS JOIN track t ON t.id = ta.track
          WHERE ta.artist = :artist AND t.missing_since IS NULL\(scope.and("t.library"))) part
        CROSS JOIN album a ON a.id = part.album
        WHERE NOT EXISTS (SELECT 1 FROM album_artist aa WHERE aa.artist = :artist AND aa.album = a.id)
        ORDER BY a.year_order DESC, a.name_key, a.id LIMIT 500
        """
    }
}

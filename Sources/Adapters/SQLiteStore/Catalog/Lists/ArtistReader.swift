import Primitives
import Catalog
import GRDB

/// Reads artists as list items, as profiles, and in full.
struct ArtistReader: LibraryScoped {
    let db: Database
    let scope: LibraryScope

    static func item(_ row: Row) -> ArtistItem {
        ArtistItem(
            id: ID(row["id"]), name: row["name"], albumCount: row["album_count"], trackCount: row["track_count"],
            cover: row.blobKey("cover"), image: row.blobKey("image"))
    }

    /// In the order of `ids`.
    func items(_ ids: [String]) throws -> [ArtistItem] {
        guard !ids.isEmpty else { return [] }
        guard scope == .everything else { return try Self.colored(ScopedArtists(db, scope).items(ids), db) }
        let page = DistinctIDs(ids)
        return try Self.colored(page.inOrder(read(page, Self.artists) { item, _ in item }), db)
    }

    /// The artists with the colors of their pictures.
    static func colored(_ artists: [ArtistItem], _ db: Database) throws -> [ArtistItem] {
        let colors = try PictureColors(of: artists.compactMap(\.picture), db)
        return artists.map { artist in
            var artist = artist
            artist.color = colors.main(of: artist.picture)
            return artist
        }
    }

    /// The profiles in the order of `ids`, with repetitions, without artists that have no credit in the scope. Two
    /// statements, however many artists there are, unless the user sees only some libraries.
    func profiles(_ ids: [String]) throws -> [ArtistProfile] {
        guard !ids.isEmpty else { return [] }
        let page = DistinctIDs(ids)
        let roles = try roles(page)
        let scoped = try scope == .everything ? nil : items(ids).reduce(into: [:]) { $0[$1.id] = $1 }
        let found = try read(page, Self.facts) { (item, row) -> ArtistProfile? in
            let roles = roles[row[0]]
            guard !roles.isEmpty, let item = scoped.map({ $0[item.id] }) ?? item else { return nil }
            let first = Self.width
            let facts = ArtistFacts(
                sortName: row[first], musicBrainzID: row[first + 1],
                roles: ArtistRole.allCases.filter { roles.contains($0) })
            return ArtistProfile(item: item, sortKey: row[first + 2], facts: facts)
        }
        return page.inOrder(found)
    }

    /// The artist with all albums and tracks, for clients that copy whole libraries.
    func contents(_ id: String) throws -> ArtistContents? {
        guard let profile = try profiles([id]).first else { return nil }
        let albums: [String] = try [Self.albums(scope), Self.appearsOn(scope)].flatMap { sql in
            try db.values(sql, ["artist": id] + scope.arguments)
        }
        return ArtistContents(profile: profile, albums: try AlbumReader(db, scope).profiles(albums))
    }

    func details(_ id: ID<Artist>) throws -> ArtistDetails? {
        guard let profile = try profiles([id.rawValue]).first else { return nil }
        let arguments: StatementArguments = ["artist": id]
        let albums = AlbumReader(db, scope)
        return ArtistDetails(
            item: try Self.colored([profile.item], db)[0], facts: profile.facts,
            albums: try albums.items(db.values(Self.albums(scope), arguments + scope.arguments)),
            appearsOn: try albums.items(db.values(Self.appearsOn(scope), arguments + scope.arguments)),
            listenings: try db.value(Self.listenings(scope), arguments + scope.arguments) ?? 0)
    }

    /// The artists' roles in the scope, by place.
    private func roles(_ page: DistinctIDs) throws -> [[ArtistRole]] {
        guard scope == .everything else {
            let scoped = ScopedArtists(db, scope)
            return try page.ids.map { try scoped.roles(of: $0).compactMap { ArtistRole(rawValue: $0) } }
        }
        var found: [[ArtistRole]] = Array(repeating: [], count: page.count)
        let rows = try db.cursor(Self.roles, [page.list])
        while let row = try rows.next() {
            if let role = ArtistRole(rawValue: row[1]) { found[row[0]].append(role) }
        }
        return found
    }

    /// The artists by place.
    ///
    /// - Parameter sql: returns rows that begin with `columns`. They are read by number: finding a column by name takes
    ///   longer than reading it.
    private func read<Thing>(
        _ page: DistinctIDs, _ sql: String, _ make: (ArtistItem, Row) throws -> Thing?
    ) throws -> [Thing?] {
        var found: [Thing?] = Array(repeating: nil, count: page.count)
        let rows = try db.cursor(sql, [page.list])
        while let row = try rows.next() {
            let item = ArtistItem(
                id: ID(row[1]), name: row[2], albumCount: row[3], trackCount: row[4],
                cover: (row[5] as String?).flatMap { BlobKey(hex: $0) },
                image: (row[6] as String?).flatMap { BlobKey(hex: $0) })
            found[row[0]] = try make(item, row)
        }
        return found
    }

    private static let columns = "j.key, a.id, a.name, a.album_count, a.track_count, a.cover, a.image"
    /// The number of `columns`.
    private static let width = 7
    private static let source = "FROM json_each(?) j CROSS JOIN artist a ON a.id = j.value"
    private static let artists = "SELECT \(columns) \(source)"
    static let facts = "SELECT \(columns), a.sort_name, a.musicbrainz, a.sort_key \(source)"
    static let roles = "SELECT j.key, r.role FROM json_each(?) j CROSS JOIN artist_role r ON r.artist = j.value"
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

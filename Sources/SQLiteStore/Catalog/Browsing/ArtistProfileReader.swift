import Catalog
import GRDB
import Primitives

/// Reads artists with everything about them.
struct ArtistProfileReader {
    private let db: Database
    private let scope: LibraryScope

    init(_ db: Database, _ scope: LibraryScope) {
        self.db = db
        self.scope = scope
    }

    /// In the order of `ids`, repeated where they repeat, without those who made nothing in the scope.
    func profiles(_ ids: [String]) throws -> [ArtistProfile] {
        guard !ids.isEmpty else { return [] }
        let list = JSONList(Set(ids))
        var roles: [String: Set<String>] = [:]
        if scope == .everything {
            let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.roles), arguments: [list])
            while let row = try rows.next() { roles[row[0], default: []].insert(row[1]) }
        } else {
            for id in Set(ids) { roles[id] = try ScopedArtists(db, scope).roles(of: id) }
        }
        var items: [String: ArtistItem] = [:]
        for item in try ArtistReader(db, scope).items(Array(Set(ids))) { items[item.id.rawValue] = item }
        var profiles: [String: ArtistProfile] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.artists), arguments: [list])
        while let row = try rows.next() {
            let id: String = row[0]
            guard let item = items[id], let own = roles[id], !own.isEmpty else { continue }
            profiles[id] = ArtistProfile(
                item: item, sortKey: row[1], sortName: row[2], musicBrainzID: row[3],
                roles: ArtistRole.allCases.filter { own.contains($0.rawValue) })
        }
        return ids.compactMap { profiles[$0] }
    }

    func contents(_ id: String) throws -> ArtistContents? {
        guard let profile = try profiles([id]).first else { return nil }
        let arguments: StatementArguments = ["artist": id]
        let albums = try [ArtistReader.albums(scope), ArtistReader.appearsOn(scope)].flatMap { sql in
            try String.fetchAll(db.cachedStatement(sql: sql), arguments: arguments + scope.arguments)
        }
        return ArtistContents(profile: profile, albums: try AlbumProfileReader(db).profiles(albums))
    }

    private static let artists = """
        SELECT a.id, a.sort_key, a.sort_name, a.musicbrainz FROM json_each(?) j CROSS JOIN artist a ON a.id = j.value
        """
    private static let roles = """
        SELECT r.artist, r.role FROM json_each(?) j CROSS JOIN artist_role r ON r.artist = j.value
        """
}

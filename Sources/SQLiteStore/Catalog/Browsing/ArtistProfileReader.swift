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
        let reader = ArtistReader(db, scope)
        let facts = try reader.facts(ids)
        var keys: [ID<Artist>: String] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.sortKeys), arguments: [JSONList(Set(ids))])
        while let row = try rows.next() { keys[ID(row[0])] = row[1] }
        return try reader.items(ids).compactMap { item in
            facts[item.id].map { ArtistProfile(item: item, sortKey: keys[item.id] ?? "", facts: $0) }
        }
    }

    func contents(_ id: String) throws -> ArtistContents? {
        guard let profile = try profiles([id]).first else { return nil }
        let arguments: StatementArguments = ["artist": id]
        let albums = try [ArtistReader.albums(scope), ArtistReader.appearsOn(scope)].flatMap { sql in
            try String.fetchAll(db.cachedStatement(sql: sql), arguments: arguments + scope.arguments)
        }
        return ArtistContents(profile: profile, albums: try AlbumProfileReader(db, scope).profiles(albums))
    }

    private static let sortKeys =
        "SELECT a.id, a.sort_key FROM json_each(?) j CROSS JOIN artist a ON a.id = j.value"
}

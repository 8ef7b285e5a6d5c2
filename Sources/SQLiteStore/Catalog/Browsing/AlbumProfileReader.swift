import Catalog
import GRDB
import Primitives

/// Reads albums with everything about them: four statements however many there are.
struct AlbumProfileReader {
    private let db: Database
    private let scope: LibraryScope

    init(_ db: Database, _ scope: LibraryScope) {
        self.db = db
        self.scope = scope
    }

    /// In the order of `ids`, repeated where they repeat, without those that have no track at present.
    func profiles(_ ids: [String]) throws -> [AlbumProfile] {
        let reader = AlbumReader(db, scope)
        let facts = try reader.facts(ids)
        return try reader.items(ids).map { AlbumProfile(item: $0, facts: facts[$0.id] ?? AlbumFacts()) }
    }

    func contents(_ id: String) throws -> AlbumContents? {
        guard let profile = try profiles([id]).first else { return nil }
        let tracks = try String.fetchAll(db.cachedStatement(sql: AlbumReader.tracks(scope)), arguments: [id])
        return AlbumContents(profile: profile, tracks: try TrackDetailsReader(db).details(tracks))
    }
}

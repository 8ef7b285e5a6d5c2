package import Catalog
import GRDB
package import Primitives

/// Reads the catalogue from SQLite.
package struct SQLiteCatalogStore: CatalogStore {
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func tracks(_ query: TrackQuery, _ page: PageRequest) async throws -> Page<TrackItem> {
        let list = TrackList(query)
        let position = try list.list.keyset.position(page.cursor)
        return try await database.read { db in
            try list.page(db, after: position, limit: page.limit)
        }
    }

    package func outline(of query: TrackQuery, step: Int) async throws -> ListOutline {
        try await database.read { try TrackList(query).outline($0, step: step) }
    }

    package func track(_ id: ID<Track>) async throws -> TrackDetails? {
        try await database.read { try TrackDetailsReader($0).track(id) }
    }

    package func items(for ids: [ID<Track>]) async throws -> [TrackItem] {
        try await database.read { db in
            try ids.chunks(of: 1000).flatMap { try TrackItemReader(db).items($0.map(\.rawValue)) }
        }
    }

    package func source(of track: ID<Track>) async throws -> TrackSource? {
        try await database.read { try TrackDetailsReader($0).source(of: track) }
    }

    package func albums(_ query: AlbumQuery, _ page: PageRequest) async throws -> Page<AlbumItem> {
        let list = AlbumList(query)
        let position = try list.list.keyset.position(page.cursor)
        return try await database.read { db in
            try list.page(db, after: position, limit: page.limit)
        }
    }

    package func outline(of query: AlbumQuery, step: Int) async throws -> ListOutline {
        try await database.read { try AlbumList(query).outline($0, step: step) }
    }

    package func album(_ id: ID<Album>) async throws -> AlbumDetails? {
        try await database.read { try AlbumReader($0).details(id) }
    }

    package func albumItems(for ids: [ID<Album>]) async throws -> [AlbumItem] {
        try await database.read { db in
            try ids.chunks(of: 1000).flatMap { try AlbumReader(db).items($0.map(\.rawValue)) }
        }
    }

    package func artists(role: ArtistRole?, _ page: PageRequest) async throws -> Page<ArtistItem> {
        let list = ArtistList(role: role)
        let position = try list.keyset.position(page.cursor)
        return try await database.read { db in
            try list.page(db, after: position, limit: page.limit)
        }
    }

    package func outline(ofArtists role: ArtistRole?, step: Int) async throws -> ListOutline {
        try await database.read { try ArtistList(role: role).outline($0, step: step) }
    }

    package func artist(_ id: ID<Artist>) async throws -> ArtistDetails? {
        try await database.read { try ArtistReader($0).details(id) }
    }

    package func genres() async throws -> [GenreItem] {
        try await database.read { db in
            try Row.fetchAll(db.cachedStatement(sql: ArtistReader.genres)).map(ArtistReader.genre)
        }
    }

    package func search(_ query: SearchQuery, limit: Int) async throws -> SearchResults {
        guard !query.isEmpty else { return .empty }
        return try await database.read { try CatalogSearch($0, query, limit: limit).results() }
    }
}

package import Catalog
import GRDB
package import Primitives
import Streaming

/// Reads the catalog from SQLite.
package struct SQLiteCatalogStore: CatalogStore {
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func tracks(_ query: TrackQuery, _ page: PageRequest) async throws -> Page<TrackItem> {
        let list = TrackList(query)
        let part = try list.list.keyset.part(page)
        guard page.limit >= SQLiteDatabase.many else {
            return try await database.read { try list.page($0, part) }
        }
        let (ids, next) = try await database.read { try list.list.page($0, part) }
        return Page(items: try await database.read(about: ids) { try TrackItemReader($0).items($1) }, next: next)
    }

    package func outline(of query: TrackQuery, step: Int) async throws -> ListOutline {
        try await database.read { try TrackList(query).outline($0, step: step) }
    }

    package func track(_ id: ID<Track>, in scope: LibraryScope) async throws -> TrackDetails? {
        try await database.read { db in
            guard let track = try TrackDetailsReader(db).track(id), scope.admits(library: track.part) else {
                return nil
            }
            return track
        }
    }

    package func tracks(named names: [NamedTrack], in scope: LibraryScope) async throws -> [ID<Track>?] {
        guard !names.isEmpty else { return [] }
        return try await database.read { db in
            let matching = try TrackMatching(db, in: scope)
            return try names.map { try matching.track($0) }
        }
    }

    package func known(_ ids: Set<ID<Track>>, in scope: LibraryScope) async throws -> Set<ID<Track>> {
        guard !ids.isEmpty else { return [] }
        return try await database.read { db in
            try db.valueSet(ScopeReader.inScope(of: "track", scope), ["ids": JSONList(ids)] + scope.arguments)
        }
    }

    package func items(for ids: [ID<Track>], in scope: LibraryScope) async throws -> [TrackItem] {
        try await database.read(about: ids) { db, ids in
            try ids.chunks(of: 1000).flatMap { ids in
                try TrackItemReader(db).items(ScopeReader(db, scope).tracks(ids.map(\.rawValue)))
            }
        }
    }

    package func details(for ids: [ID<Track>], in scope: LibraryScope) async throws -> [TrackDetails] {
        try await database.read { db in
            try ids.chunks(of: 1000).flatMap { ids in
                try TrackDetailsReader(db).details(ScopeReader(db, scope).tracks(ids.map(\.rawValue)))
            }
        }
    }

    package func source(of track: ID<Track>) async throws -> TrackSource? {
        try await database.read { try TrackDetailsReader($0).source(of: track) }
    }

    package func albums(_ query: AlbumQuery, _ page: PageRequest) async throws -> Page<AlbumItem> {
        let list = AlbumList(query)
        let part = try list.list.keyset.part(page)
        guard page.limit >= SQLiteDatabase.many else {
            return try await database.read { try list.page($0, part) }
        }
        let (ids, next) = try await database.read { try list.list.page($0, part) }
        return Page(
            items: try await database.read(about: ids) { try AlbumReader($0, query.filter.scope).items($1) }, next: next
        )
    }

    package func outline(of query: AlbumQuery, step: Int) async throws -> ListOutline {
        try await database.read { try AlbumList(query).outline($0, step: step) }
    }

    package func album(_ id: ID<Album>, in scope: LibraryScope) async throws -> AlbumDetails? {
        try await database.read { db in
            guard try !ScopeReader(db, scope).albums([id.rawValue]).isEmpty else { return nil }
            return try AlbumReader(db, scope).details(id)
        }
    }

    package func albumItems(for ids: [ID<Album>], in scope: LibraryScope) async throws -> [AlbumItem] {
        try await database.read(about: ids) { db, ids in
            try ids.chunks(of: 1000).flatMap { ids in
                try AlbumReader(db, scope).items(ScopeReader(db, scope).albums(ids.map(\.rawValue)))
            }
        }
    }

    package func tracks(ofAlbums ids: [ID<Album>], in scope: LibraryScope) async throws -> [ID<Album>: [ID<Track>]] {
        try await database.read { db in
            try AlbumReader(db, scope).tracks(of: ScopeReader(db, scope).albums(Set(ids).map(\.rawValue)))
        }
    }

    package func facts(of ids: [ID<Album>], in scope: LibraryScope) async throws -> [ID<Album>: AlbumFacts] {
        try await database.read { db in
            let albums = try AlbumReader(db, scope).profiles(ScopeReader(db, scope).albums(ids.map(\.rawValue)))
            return Dictionary(albums.map { ($0.item.id, $0.facts) }, uniquingKeysWith: { first, _ in first })
        }
    }

    package func artistItems(for ids: [ID<Artist>], in scope: LibraryScope) async throws -> [ArtistItem] {
        try await database.read { try ArtistReader($0, scope).profiles(ids.map(\.rawValue)).map(\.item) }
    }

    package func facts(of ids: [ID<Artist>], in scope: LibraryScope) async throws -> [ID<Artist>: ArtistFacts] {
        try await database.read { db in
            let artists = try ArtistReader(db, scope).profiles(ids.map(\.rawValue))
            return Dictionary(artists.map { ($0.item.id, $0.facts) }, uniquingKeysWith: { first, _ in first })
        }
    }

    package func artists(_ query: ArtistQuery, _ page: PageRequest) async throws -> Page<ArtistItem> {
        if query.isPlain {
            let list = ArtistList(role: query.role, scope: query.scope)
            let part = try list.keyset.part(page)
            return try await database.read { try list.page($0, part) }
        }
        let list = RatedArtistList(query)
        let part = try list.list.keyset.part(page)
        return try await database.read { try list.page($0, part) }
    }

    package func outline(of query: ArtistQuery, step: Int) async throws -> ListOutline {
        try await database.read { db in
            query.isPlain
                ? try ArtistList(role: query.role, scope: query.scope).outline(db, step: step)
                : try RatedArtistList(query).outline(db, step: step)
        }
    }

    package func artist(_ id: ID<Artist>, in scope: LibraryScope) async throws -> ArtistDetails? {
        try await database.read { try ArtistReader($0, scope).details(id) }
    }

    package func genres(in scope: LibraryScope) async throws -> [GenreItem] {
        try await database.read { try GenreReader($0, scope).all() }
    }

    package func search(
        _ query: SearchQuery, in scope: LibraryScope, tempo: ClosedRange<Int>?, sort: SearchSort, limit: Int
    ) async throws -> SearchResults {
        guard !query.isEmpty else { return .empty }
        let bounds = SearchBounds(scope: scope, tempo: tempo)
        return try await database.read {
            try CatalogSearch(db: $0, query: query, bounds: bounds, limit: limit).results(sort: sort)
        }
    }
}

extension SQLiteCatalogStore: TrackSources {
    package var revision: UInt64 { UInt64(bitPattern: database.changes.revision(of: .catalogue)) }
}

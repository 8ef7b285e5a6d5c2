package import Catalog
import GRDB
package import Primitives

/// Reads the catalog by position and in full, from SQLite.
package struct SQLiteCatalogSyncStore: CatalogSyncStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func libraries(in scope: LibraryScope) async throws -> [LibraryReference] {
        try await database.read { db in
            try db.rows(Self.libraries).map { row in
                LibraryReference(id: row[0], number: row[1], name: row[2], lastScanAt: row[3])
            }.filter { scope.admits($0.id) }
        }
    }

    package func trackCount(in scope: LibraryScope) async throws -> Int {
        try await database.read { try $0.value(Self.tracks(scope), scope.arguments) ?? 0 }
    }

    package func albums(_ query: AlbumQuery, in window: ListWindow) async throws -> [AlbumProfile] {
        guard window.count >= SQLiteDatabase.many else {
            return try await database.read { db in
                try AlbumReader(db, query.filter.scope).profiles(AlbumList(query).list.ids(db, in: window))
            }
        }
        let ids = try await database.read { try AlbumList(query).list.ids($0, in: window) }
        return try await database.read(about: ids) { try AlbumReader($0, query.filter.scope).profiles($1) }
    }

    package func tracks(_ query: TrackQuery, in window: ListWindow) async throws -> [TrackDetails] {
        guard window.count >= SQLiteDatabase.many else {
            return try await database.read {
                try TrackDetailsReader($0).details(TrackList(query).list.ids($0, in: window))
            }
        }
        let ids = try await database.read { try TrackList(query).list.ids($0, in: window) }
        return try await database.read(about: ids) { try TrackDetailsReader($0).details($1) }
    }

    package func artists(
        role: ArtistRole?, in scope: LibraryScope, _ window: ListWindow
    ) async throws -> [ArtistProfile] {
        try await database.read { db in
            try ArtistReader(db, scope).profiles(ArtistList(role: role, scope: scope).ids(db, in: window))
        }
    }

    package func genre(named name: String) async throws -> ID<Genre>? {
        try await database.read { try $0.value(Self.genre, [name]) }
    }

    package func albums(for ids: [ID<Album>], in scope: LibraryScope) async throws -> [AlbumProfile] {
        try await database.read { db in
            try AlbumReader(db, scope).profiles(ScopeReader(db, scope).albums(ids.map(\.rawValue)))
        }
    }

    package func artists(for ids: [ID<Artist>], in scope: LibraryScope) async throws -> [ArtistProfile] {
        try await database.read { try ArtistReader($0, scope).profiles(ids.map(\.rawValue)) }
    }

    package func tracks(for ids: [ID<Track>], in scope: LibraryScope) async throws -> [TrackDetails] {
        try await database.read(about: ids) { db, ids in
            try TrackDetailsReader(db).details(ScopeReader(db, scope).tracks(ids.map(\.rawValue))).filter {
                !$0.item.isMissing
            }
        }
    }

    package func contents(of album: ID<Album>, in scope: LibraryScope) async throws -> AlbumContents? {
        try await database.read { db in
            guard try !ScopeReader(db, scope).albums([album.rawValue]).isEmpty else { return nil }
            return try AlbumReader(db, scope).contents(album.rawValue)
        }
    }

    package func contents(of artist: ID<Artist>, in scope: LibraryScope) async throws -> ArtistContents? {
        try await database.read { try ArtistReader($0, scope).contents(artist.rawValue) }
    }

    package func contents(of folder: ID<Folder>, in scope: LibraryScope) async throws -> FolderContents? {
        try await database.read { try FolderReader($0, scope).contents(folder.rawValue) }
    }

    package func meaning(of folder: ID<Folder>, in scope: LibraryScope) async throws -> FolderMeaning? {
        try await database.read { try FolderReader($0, scope).meaning(of: folder.rawValue) }
    }

    package func tops(in scope: LibraryScope) async throws -> [FolderContents] {
        try await database.read { try FolderReader($0, scope).tops() }
    }

    package func search(
        _ query: SearchQuery, in scope: LibraryScope, _ windows: SearchWindows
    ) async throws -> WideSearchResults {
        // Both halves run concurrently: tracks take about as long as artists and albums together.
        async let tracks = database.read {
            try WideSearch(db: $0, query: query, scope: scope, windows: windows).tracks()
        }
        async let others = database.read {
            try WideSearch(db: $0, query: query, scope: scope, windows: windows).artistsAndAlbums()
        }
        let found = try await WideSearchResults(artists: others.artists, albums: others.albums, tracks: tracks)
        guard found.artists.isEmpty && found.albums.isEmpty && found.tracks.isEmpty else { return found }
        return try await database.read {
            try WideSearch(db: $0, query: query, scope: scope, windows: windows).lenient()
        }
    }

    static let libraries = """
        SELECT id, number, name, last_scan_at FROM library WHERE removed_at IS NULL ORDER BY name_key, id
        """
    private static let genre = "SELECT id FROM genre WHERE folded = ? AND track_count > 0"
    private static func tracks(_ scope: LibraryScope) -> String {
        "SELECT count(*) FROM track INDEXED BY track_by_path WHERE missing_since IS NULL\(scope.and("library"))"
    }
}

extension ListWindow {
    fileprivate var arguments: StatementArguments { ["limit": count, "offset": offset] }
}

/// Lists by position. The walk passes over the rows before the window and reads only the index: a few milliseconds for
/// a hundred thousand rows.
extension FilteredList {
    func ids(_ db: Database, in window: ListWindow) throws -> [String] {
        guard window.count > 0 else { return [] }
        let driver = try Selectivity.driver(of: filters, table: table, limit: window.end, db)
        guard let order else {
            let list = RandomList(table: table, presence: presence, filters: filters, driver: driver)
            let first = ListPart(list: keyset, limit: window.end, position: nil)
            let page = try list.page(db, first, seed: restriction.seed)
            return Array(page.ids.dropFirst(window.offset))
        }
        let last = order.columns.count - 1
        var ids: [String] = []
        let rows = try db.cursor(
            plan(order, driver).sql(isFirstPage: true) + " OFFSET :offset",
            StatementArguments(arguments) + window.arguments)
        while let row = try rows.next() { ids.append(row[last]) }
        return ids
    }
}

extension ArtistList {
    func ids(_ db: Database, in window: ListWindow) throws -> [String] {
        guard window.count > 0 else { return [] }
        return try db.rows(windowed, scope.arguments + roleArguments + window.arguments).map { $0[1] }
    }

    var windowed: String {
        guard scope == .everything else { return Self.scoped(role, scope, isFirstPage: true) + " OFFSET :offset" }
        return role == nil
            ? "\(Self.wholeListed) LIMIT :limit OFFSET :offset"
            : """
            SELECT sort_key, artist FROM artist_role WHERE role = :role ORDER BY sort_key, artist LIMIT :limit OFFSET :offset
            """
    }
}

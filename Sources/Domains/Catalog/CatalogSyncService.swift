package import Primitives

/// Browses the catalog by position and with all details, for clients that copy whole libraries (see `CatalogSyncStore`).
/// Every call needs `browse`. Items in libraries that the caller may not see do not exist for them.
package struct CatalogSyncService: Sendable {
    private let store: any CatalogSyncStore

    package init(store: any CatalogSyncStore) {
        self.store = store
    }

    /// Throws `forbidden` unless the caller may browse.
    private func store(for caller: Principal) throws(DomainError) -> any CatalogSyncStore {
        try caller.require(.browse)
        return store
    }

    package func libraries(as caller: Principal) async throws -> [LibraryReference] {
        try await store(for: caller).libraries(in: caller.libraries)
    }

    package func trackCount(as caller: Principal) async throws -> Int {
        try await store(for: caller).trackCount(in: caller.libraries)
    }

    package func albums(_ query: AlbumQuery, _ window: ListWindow, as caller: Principal) async throws -> [AlbumProfile]
    {
        try await store(for: caller).albums(query.seen(by: caller), in: window)
    }

    package func tracks(_ query: TrackQuery, _ window: ListWindow, as caller: Principal) async throws -> [TrackDetails]
    {
        try await store(for: caller).tracks(query.seen(by: caller), in: window)
    }

    /// Ordered by sort name: the artists with `role`, or album artists and performers together if it is nil.
    package func artists(
        role: ArtistRole?, _ window: ListWindow, as caller: Principal
    ) async throws -> [ArtistProfile] {
        try await store(for: caller).artists(role: role, in: caller.libraries, window)
    }

    /// The genre of this name in any spelling; nil if there is none.
    package func genre(named name: String, as caller: Principal) async throws -> ID<Genre>? {
        try await store(for: caller).genre(named: FoldedText.fold(name))
    }

    package func albums(for ids: [ID<Album>], as caller: Principal) async throws -> [AlbumProfile] {
        try await store(for: caller).albums(for: ids, in: caller.libraries)
    }

    package func artists(for ids: [ID<Artist>], as caller: Principal) async throws -> [ArtistProfile] {
        try await store(for: caller).artists(for: ids, in: caller.libraries)
    }

    package func tracks(for ids: [ID<Track>], as caller: Principal) async throws -> [TrackDetails] {
        try await store(for: caller).tracks(for: ids, in: caller.libraries)
    }

    package func track(_ id: ID<Track>, as caller: Principal) async throws -> TrackDetails {
        try await tracks(for: [id], as: caller).first.orThrow(.notFound("There is no such track"))
    }

    package func contents(of album: ID<Album>, as caller: Principal) async throws -> AlbumContents {
        try await store(for: caller).contents(of: album, in: caller.libraries).orThrow(
            .notFound("There is no such album"))
    }

    package func contents(of artist: ID<Artist>, as caller: Principal) async throws -> ArtistContents {
        try await store(for: caller).contents(of: artist, in: caller.libraries).orThrow(
            .notFound("There is no such artist"))
    }

    package func contents(of folder: ID<Folder>, as caller: Principal) async throws -> FolderContents {
        try await store(for: caller).contents(of: folder, in: caller.libraries).orThrow(
            .notFound("There is no such folder"))
    }

    /// The album or artist that the folder corresponds to; nil if it is neither.
    package func meaning(of folder: ID<Folder>, as caller: Principal) async throws -> FolderMeaning? {
        try await store(for: caller).meaning(of: folder, in: caller.libraries)
    }

    /// The top folder of each library that contains music.
    package func tops(as caller: Principal) async throws -> [FolderContents] {
        try await store(for: caller).tops(in: caller.libraries)
    }

    /// Searches artists, albums and tracks. Text without a letter or digit finds names without one. Empty text finds
    /// everything: artists and albums ordered by name, tracks by title.
    package func search(
        _ text: String, _ windows: SearchWindows, as caller: Principal
    ) async throws -> WideSearchResults {
        try caller.require(.browse)
        guard text.isEmpty else {
            let query = try SearchQuery(text)
            guard !query.isEmpty else { return WideSearchResults(artists: [], albums: [], tracks: []) }
            return try await store.search(query, in: caller.libraries, windows)
        }
        async let artists = windows.artists.count > 0 ? artists(role: nil, windows.artists, as: caller) : []
        async let albums = windows.albums.count > 0 ? albums(AlbumQuery(), windows.albums, as: caller) : []
        async let tracks = windows.tracks.count > 0 ? tracks(TrackQuery(), windows.tracks, as: caller) : []
        return try await WideSearchResults(artists: artists, albums: albums, tracks: tracks)
    }

    /// The caller restricted to this one library. Throws `notFound` if they may not see it.
    package func narrowed(_ caller: Principal, to number: Int) async throws -> Principal {
        let library = try await libraries(as: caller).first { $0.number == number }
            .orThrow(.notFound("There is no such library"))
        return Principal(
            user: caller.user, role: caller.role, session: caller.session,
            libraries: caller.libraries.narrowed(to: library.id.rawValue),
            maximumBitrate: caller.maximumBitrate, limits: caller.limits, grants: caller.grants,
            scopes: caller.scopes)
    }
}

/// Reads the catalog for clients that copy whole libraries: by position, and with all details of each item at once.
/// Missing items and items out of scope are left out.
package protocol CatalogSyncStore: Sendable {
    /// The libraries that were not removed, ordered by name.
    func libraries(in scope: LibraryScope) async throws -> [LibraryReference]
    func trackCount(in scope: LibraryScope) async throws -> Int

    /// The same list as `CatalogStore.albums`.
    func albums(_ query: AlbumQuery, in window: ListWindow) async throws -> [AlbumProfile]
    /// The same list as `CatalogStore.tracks`.
    func tracks(_ query: TrackQuery, in window: ListWindow) async throws -> [TrackDetails]
    /// The same list as `CatalogStore.artists`.
    func artists(role: ArtistRole?, in scope: LibraryScope, _ window: ListWindow) async throws -> [ArtistProfile]
    /// Finds a genre by its folded name; nil if no track has it.
    func genre(named name: String) async throws -> ID<Genre>?

    /// In the order of `ids`, repeated where they repeat, without those that do not exist.
    func albums(for ids: [ID<Album>], in scope: LibraryScope) async throws -> [AlbumProfile]
    func artists(for ids: [ID<Artist>], in scope: LibraryScope) async throws -> [ArtistProfile]
    func tracks(for ids: [ID<Track>], in scope: LibraryScope) async throws -> [TrackDetails]

    func contents(of album: ID<Album>, in scope: LibraryScope) async throws -> AlbumContents?
    func contents(of artist: ID<Artist>, in scope: LibraryScope) async throws -> ArtistContents?
    func contents(of folder: ID<Folder>, in scope: LibraryScope) async throws -> FolderContents?
    func meaning(of folder: ID<Folder>, in scope: LibraryScope) async throws -> FolderMeaning?
    /// The top folder of each library that contains music, ordered by the library's name.
    func tops(in scope: LibraryScope) async throws -> [FolderContents]

    func search(_ query: SearchQuery, in scope: LibraryScope, _ windows: SearchWindows) async throws
        -> WideSearchResults
}

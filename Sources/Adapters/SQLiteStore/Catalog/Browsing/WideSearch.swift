import Catalog
import GRDB
import Primitives

/// A search of which each kind is asked for by a window of its own. What is found and in which order is `CatalogSearch`'s business.
struct WideSearch {
    private let db: Database
    private let query: SearchQuery
    private let scope: LibraryScope
    private let windows: SearchWindows

    init(_ db: Database, _ query: SearchQuery, in scope: LibraryScope, _ windows: SearchWindows) {
        self.db = db
        self.query = query
        self.scope = scope
        self.windows = windows
    }

    func tracks() throws -> [TrackDetails] {
        try TrackDetailsReader(db).details(ids(.tracks, windows.tracks))
    }

    func artistsAndAlbums() throws -> (artists: [ArtistProfile], albums: [AlbumProfile]) {
        (
            try ArtistReader(db, scope).profiles(ids(.artists, windows.artists)),
            try AlbumReader(db, scope).profiles(ids(.albums, windows.albums))
        )
    }

    /// What is written otherwise or spelt nearly so, where nothing else is found: on the first pages only, since past the end of what was
    /// found there is nothing.
    func lenient() throws -> WideSearchResults {
        guard [windows.artists, windows.albums, windows.tracks].allSatisfy({ $0.offset == 0 }) else {
            return WideSearchResults(artists: [], albums: [], tracks: [])
        }
        var found = LenientSearch(db, query, in: scope, limit: Self.nearly, artists: [], albums: [], tracks: [])
        try found.widen()
        return WideSearchResults(
            artists: try ArtistReader(db, scope).profiles(cut(found.artists, windows.artists)),
            albums: try AlbumReader(db, scope).profiles(cut(found.albums, windows.albums)),
            tracks: try TrackDetailsReader(db).details(cut(found.tracks, windows.tracks)))
    }

    /// How much of what is spelt nearly so is found of each kind.
    private static let nearly = 100

    private func ids(_ kind: SearchedKind, _ window: ListWindow) throws -> [String] {
        guard window.count > 0 else { return [] }
        return cut(try CatalogSearch(db, query, in: scope, limit: window.end).ids(kind), window)
    }

    private func cut(_ ids: [String], _ window: ListWindow) -> [String] {
        Array(ids.dropFirst(window.offset).prefix(window.count))
    }
}

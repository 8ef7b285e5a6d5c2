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

    func results() throws -> WideSearchResults {
        var artists = try ids(.artists, windows.artists)
        var albums = try ids(.albums, windows.albums)
        var tracks = try ids(.tracks, windows.tracks)
        // On the first pages only: past the end of what was found there is nothing.
        if artists.isEmpty && albums.isEmpty && tracks.isEmpty,
            [windows.artists, windows.albums, windows.tracks].allSatisfy({ $0.offset == 0 })
        {
            var found = LenientSearch(db, query, in: scope, limit: Self.nearly, artists: [], albums: [], tracks: [])
            try found.widen()
            artists = cut(found.artists, windows.artists)
            albums = cut(found.albums, windows.albums)
            tracks = cut(found.tracks, windows.tracks)
        }
        return WideSearchResults(
            artists: try ArtistProfileReader(db, scope).profiles(artists),
            albums: try AlbumProfileReader(db).profiles(albums), tracks: try TrackDetailsReader(db).details(tracks))
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

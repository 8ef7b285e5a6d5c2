import GRDB
import Primitives

/// Updates rows of albums, artists and genres outside of a scan, from what they are made of. No counting is deferred,
/// because no scan follows that would do it.
struct CatalogRefresh {
    let albums: Set<String>
    var artists: Set<String> = []
    var genres: Set<String> = []

    func run(_ db: Database, at: Timestamp) throws {
        let indexes = CatalogIndexes(db, stale: StaleRows(db, above: .max), at: at)
        for artist in artists { indexes.artists.touch(artist) }
        for genre in genres { indexes.genres.touch(genre) }
        for album in albums.sorted() { try indexes.refresh(album: album) }
        try indexes.finish()
    }
}

/// The indexes that follow the tracks and albums, within one transaction.
struct CatalogIndexes {
    let search: SearchIndex
    let artists: ArtistIndex
    let genres: GenreIndex
    private let db: Database

    init(_ db: Database, stale: StaleRows, at: Timestamp) {
        self.db = db
        search = SearchIndex(db)
        artists = ArtistIndex(db, search: search, stale: stale, at: at)
        genres = GenreIndex(db, search: search, stale: stale, at: at)
    }

    func refresh(album: String) throws {
        try AlbumRefresh(db: db, indexes: self, album: album).run()
    }

    /// Updates the touched artists and genres, and writes what is to be searched. Must come after everything that touches
    /// them, also the refreshing of albums.
    func finish() throws {
        try artists.refresh()
        try genres.refresh()
        try search.flush()
    }
}

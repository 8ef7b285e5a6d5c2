import GRDB
import Primitives

/// Updates rows of albums, artists and genres outside of a scan, from what they are made of. No counting is deferred,
/// because no scan follows that would do it.
struct CatalogRefresh {
    let albums: Set<String>
    var artists: Set<String> = []
    var genres: Set<String> = []

    func run(_ db: Database, at: Timestamp) throws {
        let (search, stale) = (SearchIndex(db), StaleRows(db, above: .max))
        let artistIndex = ArtistIndex(db, search: search, stale: stale, at: at)
        let genreIndex = GenreIndex(db, search: search, stale: stale, at: at)
        for artist in artists { artistIndex.touch(artist) }
        for genre in genres { genreIndex.touch(genre) }
        for album in albums.sorted() {
            try AlbumRefresh(db: db, search: search, artists: artistIndex, genres: genreIndex, album: album).run()
        }
        try artistIndex.refresh()
        try genreIndex.refresh()
        try search.flush()
    }
}

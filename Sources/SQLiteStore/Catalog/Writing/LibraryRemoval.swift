import Catalog
import GRDB
import Primitives

/// Takes a library and everything in it out of the catalogue.
struct LibraryRemoval {
    private let db: Database
    private let library: String

    init(_ db: Database, _ library: ID<Library>) {
        self.db = db
        self.library = library.rawValue
    }

    func run(at: Timestamp) throws {
        let search = SearchIndex(db)
        let artists = ArtistIndex(db, search: search, stale: StaleRows(db, above: .max), at: at)
        let genres = GenreIndex(db, stale: StaleRows(db, above: .max), at: at)
        for artist in try String.fetchSet(db, sql: Self.artists, arguments: [library, library]) {
            artists.touch(artist)
        }
        for genre in try String.fetchSet(db, sql: Self.genres, arguments: [library]) { genres.touch(genre) }
        for sql in Self.deletions { try db.execute(sql: sql, arguments: [library]) }
        try artists.refresh()
        try genres.refresh()
        let images = ArtistImages(db)
        try images.write(images.changes())
    }

    private static let artists = """
        SELECT ta.artist FROM track t JOIN track_artist ta ON ta.track = t.id WHERE t.library = ?
        UNION SELECT aa.artist FROM album a JOIN album_artist aa ON aa.album = a.id WHERE a.library = ?
        """
    private static let genres = """
        SELECT DISTINCT tg.genre FROM track t JOIN track_genre tg ON tg.track = t.id WHERE t.library = ?
        """
    private static let deletions = [
        "DELETE FROM track_search WHERE rowid IN (SELECT seq FROM track WHERE library = ?)",
        "DELETE FROM album_search WHERE rowid IN (SELECT seq FROM album WHERE library = ?)",
        "DELETE FROM track WHERE library = ?",
        "DELETE FROM album WHERE library = ?",
        "DELETE FROM library WHERE id = ?",
    ]
}

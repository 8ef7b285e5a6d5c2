import Catalog
import GRDB
import Primitives

/// Takes a library and everything in it out of the catalogue. Its row stays, and its tracks do as missing ones, because histories and
/// queues refer to them; the same folder or the same files added again are those tracks.
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
        let genres = GenreIndex(db, search: search, stale: StaleRows(db, above: .max), at: at)
        for artist in try String.fetchSet(db, sql: Self.artists, arguments: [library, library]) {
            artists.touch(artist)
        }
        for genre in try String.fetchSet(db, sql: Self.genres, arguments: [library]) { genres.touch(genre) }
        for sql in Self.emptying { try db.execute(sql: sql, arguments: [library]) }
        for sql in Self.marking { try db.execute(sql: sql, arguments: [at.milliseconds, library]) }
        try artists.refresh()
        try genres.refresh()
        try search.flush()
        try search.words.prune()
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
    /// All albums at once, as `AlbumRefresh` would one by one.
    private static let emptying = [
        "DELETE FROM track_search WHERE rowid IN (SELECT seq FROM track WHERE library = ? AND missing_since IS NULL)",
        "DELETE FROM album_search WHERE rowid IN (SELECT seq FROM album WHERE library = ?)",
        "UPDATE album SET track_count = 0, duration_ms = 0, plays = 0 WHERE library = ?",
        "DELETE FROM broken_file WHERE library = ?",
    ]
    private static let marking = [
        "UPDATE track SET missing_since = ? WHERE library = ? AND missing_since IS NULL",
        "UPDATE library SET removed_at = ? WHERE id = ?",
    ]
}

import GRDB

/// The counts of each library's artists and genres, made of its tracks and albums at once. Nothing is explicit.
enum LibraryCounts {
    static func recount(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM artist_library; DELETE FROM genre_library;")
        try db.execute(sql: artists)
        try db.execute(sql: genres)
    }

    private static let artists = """
        INSERT INTO artist_library (artist, library, album_count, track_count, cover, cover_order)
        SELECT part.artist, part.library, sum(part.albums), sum(part.tracks), NULL, -1 FROM (
          SELECT aa.artist, a.library, 1 AS albums, 0 AS tracks
          FROM album_artist aa JOIN album a ON a.id = aa.album AND a.track_count > 0
          UNION ALL SELECT ta.artist, t.library, 0, ta.role = 'performer'
          FROM track_artist ta JOIN track t ON t.id = ta.track AND t.missing_since IS NULL) part
        GROUP BY part.artist, part.library;
        UPDATE artist_library AS own SET (cover, cover_order) = (best.cover, best.year_order) FROM (
          SELECT aa.artist, a.library, a.cover, a.year_order, row_number() OVER (
            PARTITION BY aa.artist, a.library ORDER BY a.year_order DESC, a.name_key, a.id) AS place
          FROM album_artist aa JOIN album a ON a.id = aa.album AND a.track_count > 0 AND a.cover IS NOT NULL) best
        WHERE best.place = 1 AND best.artist = own.artist AND best.library = own.library;
        UPDATE artist_library AS own SET cover = best.cover FROM (
          SELECT ta.artist, t.library, t.cover, row_number() OVER (
            PARTITION BY ta.artist, t.library ORDER BY t.title_key, t.id) AS place
          FROM track_artist ta JOIN track t ON t.id = ta.track AND t.missing_since IS NULL AND t.cover IS NOT NULL) best
        WHERE own.cover IS NULL AND best.place = 1 AND best.artist = own.artist AND best.library = own.library;
        """

    private static let genres = """
        INSERT INTO genre_library (genre, library, album_count, track_count, cover, cover_order)
        SELECT part.genre, part.library, sum(part.albums), sum(part.tracks), NULL, -1 FROM (
          SELECT ag.genre, a.library, 1 AS albums, 0 AS tracks
          FROM album_genre ag JOIN album a ON a.id = ag.album AND a.track_count > 0
          UNION ALL SELECT tg.genre, t.library, 0, 1
          FROM track_genre tg JOIN track t ON t.id = tg.track AND t.missing_since IS NULL) part
        GROUP BY part.genre, part.library;
        UPDATE genre_library AS own SET (cover, cover_order) = (best.cover, best.year_order) FROM (
          SELECT ag.genre, a.library, a.cover, a.year_order, row_number() OVER (
            PARTITION BY ag.genre, a.library ORDER BY a.year_order DESC, a.name_key, a.id) AS place
          FROM album_genre ag JOIN album a ON a.id = ag.album AND a.track_count > 0 AND a.cover IS NOT NULL) best
        WHERE best.place = 1 AND best.genre = own.genre AND best.library = own.library;
        """
}

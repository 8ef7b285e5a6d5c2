import Catalog
import GRDB
import Primitives

/// Maintains the albums: their keys and the contents of their rows.
final class AlbumIndex {
    private let db: Database
    private let library: String
    private let indexes: CatalogIndexes
    private let at: Timestamp
    private var byKey: [String: String] = [:]
    private var touched: Set<String> = []
    /// The albums from which the tracks came, for each album that this batch made.
    private var origins: [String: Set<String>] = [:]
    /// Existing albums that count as made by this batch.
    private var passedOn: Set<String> = []

    init(_ db: Database, library: ID<Library>, _ indexes: CatalogIndexes, at: Timestamp) {
        self.db = db
        self.library = library.rawValue
        self.indexes = indexes
        self.at = at
    }

    func touch(_ album: String) {
        touched.insert(album)
    }

    /// Marks the albums with a credit of `artist` for refreshing.
    func touch(ofArtist artist: String) throws {
        touched.formUnion(
            try db.valueSet(
                "SELECT DISTINCT t.album FROM track_artist ta JOIN track t ON t.id = ta.track WHERE ta.artist = ?",
                [artist]))
    }

    /// The album with `key`, created if necessary, for a track that was in the album `origin`.
    func album(key: String, from origin: String?) throws -> String {
        let album = try byKey[key] ?? find(key) ?? insert(key)
        byKey[key] = album
        touched.insert(album)
        if let origin, origin != album { origins[album]?.insert(origin) }
        return album
    }

    /// Lets `album`, if it is empty now, be replaced by the album that the arriving tracks come from. Its likes,
    /// ratings and other user data go along.
    func allowReplacement(_ album: String) throws {
        guard try isEmpty(album) else { return }
        origins[album] = []
        passedOn.insert(album)
    }

    private func find(_ key: String) throws -> String? {
        try db.value("SELECT id FROM album WHERE library = ? AND key = ?", [library, key])
    }

    private func insert(_ key: String) throws -> String {
        let id = ID<Album>.make(at: at).rawValue
        try db.run(
            """
            INSERT INTO album (id, library, key, name, name_key, search_name, artist_key, year_order, disc_total,
              is_compilation, added_at)
            VALUES (?, ?, ?, '', '', '', '', 0, 1, 0, ?)
            """, [id, library, key, at])
        origins[id] = []
        return id
    }

    /// Updates every touched album's row. Removes an album that never had a track except those that went elsewhere.
    func refresh() throws {
        try inherit()
        for album in touched.sorted() { try indexes.refresh(album: album) }
        touched = []
    }

    /// Lets an album keep its id if all its tracks have gone to one new album, because its folder was moved or its name
    /// was corrected.
    private func inherit() throws {
        for (album, origins) in origins.sorted(by: { $0.key < $1.key }) {
            guard origins.count == 1, let origin = origins.first, try isEmpty(origin) else { continue }
            let key: String? = try db.value("SELECT key FROM album WHERE id = ?", [album])
            let seq: Int64? = try db.value("SELECT seq FROM album WHERE id = ?", [album])
            try db.run("UPDATE track SET album = ? WHERE album = ?", [origin, album])
            if passedOn.contains(album) { try TrackDataTransfer(db, from: album, to: origin).album() }
            try db.run("DELETE FROM album WHERE id = ?", [album])
            try db.run("UPDATE album SET key = ?, library = ? WHERE id = ?", [key, library, origin])
            if let seq { try indexes.search.replaceAlbum(seq, name: nil, artists: []) }
            touched.remove(album)
            touched.insert(origin)
        }
        origins = [:]
        passedOn = []
        byKey = [:]
    }

    private func isEmpty(_ album: String) throws -> Bool {
        try !db.exists("SELECT 1 FROM track WHERE album = ? AND missing_since IS NULL", [album])
    }
}

/// Updates one album's row from its tracks: `AlbumSummary`, its artists, its genres and search.
struct AlbumRefresh {
    let db: Database
    let indexes: CatalogIndexes
    let album: String

    func run() throws {
        guard let seq: Int64 = try db.value("SELECT seq FROM album WHERE id = ?", [album]) else { return }
        for artist in try storedArtists() { indexes.artists.touch(artist) }
        for genre in try storedGenres() { indexes.genres.touch(genre) }
        guard let summary = AlbumSummary.of(try parts()) else { return try empty(seq) }
        let credited = try write(summary)
        try writeGenres()
        try writePlays()
        try indexes.search.replaceAlbum(seq, name: summary.name, artists: credited)
    }

    private func empty(_ seq: Int64) throws {
        try indexes.search.replaceAlbum(seq, name: nil, artists: [])
        try db.run("UPDATE album SET track_count = 0, duration_ms = 0, plays = 0 WHERE id = ?", [album])
        try db.run("DELETE FROM album WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM track WHERE album = ?1)", [album])
    }

    /// Writes the row and its artists. Returns the artists' names.
    private func write(_ summary: AlbumSummary) throws -> [String] {
        var credited: [String] = []
        switch summary.artists {
        case .these(let ids): credited = ids.map(\.rawValue)
        case .various:
            let name = Grouping.variousArtists
            credited = [try indexes.artists.artist(named: name, folded: FoldedText.fold(name), musicBrainz: nil)]
        }
        try db.run("DELETE FROM album_artist WHERE album = ?", [album])
        let insert = try db.cachedStatement(sql: "INSERT INTO album_artist (album, position, artist) VALUES (?, ?, ?)")
        var names: [String] = []
        var seen: Set<String> = []
        let name = try db.cachedStatement(sql: "SELECT name FROM artist WHERE id = ?")
        for artist in credited where seen.insert(artist).inserted {
            try insert.execute(arguments: [album, names.count, artist])
            names.append(try String.fetchOne(name, arguments: [artist]) ?? "")
            indexes.artists.touch(artist)
        }
        let year = Grouping.year(summary.date)
        let described: String? = try db.value("SELECT first_released FROM album_description WHERE album = ?", [album])
        let originalDate = summary.originalDate ?? described
        let originalYear = Grouping.year(originalDate)
        let artistKey: String? = try db.value("SELECT sort_key FROM artist WHERE id = ?", [credited.first])
        try db.run(
            Self.update,
            [
                summary.name, SortKeys.key(summary.sortName ?? summary.name), SearchText.name(summary.name),
                artistKey ?? "", summary.date, originalDate, year, originalYear, originalYear ?? year ?? 0,
                summary.discTotal, summary.isCompilation, summary.release, summary.releaseGroup, summary.cover,
                summary.trackCount, summary.durationMilliseconds, summary.addedAt, summary.tags.text, album,
            ])
        return names
    }

    private func writeGenres() throws {
        try db.run("DELETE FROM album_genre WHERE album = ?", [album])
        try db.run(
            """
            INSERT INTO album_genre (album, genre)
            SELECT DISTINCT t.album, tg.genre FROM track t JOIN track_genre tg ON tg.track = t.id
            WHERE t.album = ? AND t.missing_since IS NULL
            """, [album])
        for genre in try storedGenres() { indexes.genres.touch(genre) }
    }

    /// Sums the plays again: tracks that move between albums take their plays with them.
    private func writePlays() throws {
        try db.run("DELETE FROM album_play WHERE album = ?", [album])
        try db.run(Self.plays, [album])
    }

    private func storedArtists() throws -> [String] {
        try db.values("SELECT artist FROM album_artist WHERE album = ?", [album])
    }

    private func storedGenres() throws -> [String] {
        try db.values("SELECT genre FROM album_genre WHERE album = ?", [album])
    }

    private func parts() throws -> [AlbumSummary.Part] {
        var tagged: [String: [ID<Artist>]] = [:]
        var performers: [String: ID<Artist>] = [:]
        var credits: [String: [(name: String, joint: String?)]] = [:]
        for row in try db.rows(Self.credits, [album]) {
            let artist = ID<Artist>(row["artist"])
            if row["role"] == ArtistRole.albumArtist.rawValue {
                tagged[row["track"], default: []].append(artist)
                credits[row["track"], default: []].append((row["name"], row["joint"]))
            } else {
                performers[row["track"]] = artist
            }
        }
        return try db.rows(Self.tracks, [album]).map { row in
            let id: String = row["id"]
            var part = AlbumSummary.Part(
                albumName: row["album_name"], durationMilliseconds: row["duration_ms"],
                addedAt: Timestamp(milliseconds: row["added_at"]), isCompilation: row["is_compilation"],
                albumArtists: tagged[id] ?? [], performer: performers[id])
            part.albumSortName = row["album_sort_name"]
            part.date = row["date"]
            part.originalDate = row["original_date"]
            part.discNumber = row["disc_number"]
            part.discTotal = row["disc_total"]
            part.correctedCover = row["corrected_cover"]
            part.embeddedCover = row["embedded_cover"]
            part.folderCover = row["folder_cover"]
            part.release = row["release"]
            part.releaseGroup = row["release_group"]
            part.discSubtitle = row["disc_subtitle"]
            part.extendedTags = ExtendedTags(text: row["further"])
            part.extendedTags.albumArtistCredit =
                part.extendedTags.albumArtistCredit ?? credits[id].flatMap(JointCredits.text)
            return part
        }
    }

    private static let plays = """
        INSERT INTO album_play (account, album, plays, last_played_at)
        SELECT c.account, t.album, sum(c.plays), max(c.last_played_at)
        FROM track t CROSS JOIN play_count c ON c.track = t.id WHERE t.album = ? GROUP BY c.account
        """
    private static let tracks = """
        SELECT t.id, t.album_name, t.album_sort_name, t.date, t.original_date, t.disc_number, t.disc_total,
          t.duration_ms, t.added_at, t.is_compilation, t.embedded_cover, t.release, t.release_group, t.disc_subtitle,
          t.further,
          coalesce(parent.image, own.image) AS folder_cover, e.cover AS corrected_cover
        FROM track t
        LEFT JOIN track_edit e ON e.track = t.id
        LEFT JOIN folder_cover parent ON parent.library = t.library AND parent.folder = t.album_folder
        LEFT JOIN folder_cover own ON own.library = t.library AND own.folder = t.folder
        WHERE t.album = ? AND t.missing_since IS NULL
        ORDER BY t.disc_order, t.track_order, t.title_key, t.id
        """
    private static let credits = """
        SELECT ta.track, ta.role, ta.artist, ta.name, ta.joint FROM track t JOIN track_artist ta ON ta.track = t.id
        WHERE t.album = ? AND t.missing_since IS NULL
          AND (ta.role = 'albumArtist' OR (ta.role = 'performer' AND ta.position = 0))
        ORDER BY ta.track, ta.role, ta.position
        """
    private static let update = """
        UPDATE album SET name = ?, name_key = ?, search_name = ?, artist_key = ?, date = ?, original_date = ?, year = ?,
          original_year = ?, year_order = ?, disc_total = ?, is_compilation = ?, release = ?, release_group = ?,
          cover = coalesce(?, (SELECT d.image FROM album_description d WHERE d.album = album.id)), track_count = ?,
          duration_ms = ?, added_at = ?, further = ?,
          (is_explicit, has_explicit) = (SELECT ifnull(min(t.is_explicit), 0), ifnull(max(t.is_explicit), 0) FROM track t
            WHERE t.album = album.id AND t.missing_since IS NULL),
          plays = (SELECT ifnull(sum(t.plays), 0) FROM track t WHERE t.album = album.id AND t.missing_since IS NULL)
        WHERE id = ?
        """
}

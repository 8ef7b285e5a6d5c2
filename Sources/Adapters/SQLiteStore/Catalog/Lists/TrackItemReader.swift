import Primitives
import Catalog
import GRDB

/// Reads tracks as lists show them: four statements however many there are.
struct TrackItemReader {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// In the order of `ids`, repeated where they repeat, without those that are not there or that moderators have withdrawn.
    func items(_ ids: [String]) throws -> [TrackItem] {
        guard !ids.isEmpty else { return [] }
        let page = DistinctIDs(ids)
        let genres = try genres(page)
        let performers = try PlacedValues(Self.performers, page, db, AlbumReader.reference)
        var items: [TrackItem?] = Array(repeating: nil, count: page.count)
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.tracks), arguments: [page.list])
        while let row = try rows.next() {
            let place: Int = row[0]
            items[place] = Self.item(row, genres: genres[place], artists: performers[place])
        }
        let artists = try albumArtists(items.lazy.compactMap { $0?.album })
        for place in items.indices {
            if let album = items[place]?.album { items[place]?.albumArtists = artists[album] ?? [] }
        }
        return page.inOrder(items)
    }

    func genres(_ page: DistinctIDs) throws -> PlacedValues<String> {
        try PlacedValues(Self.genres, page, db) { $0[2] }
    }

    func albumArtists(_ albums: some Sequence<ID<Album>>) throws -> [ID<Album>: [ArtistReference]] {
        let albums = Array(Set(albums))
        let page = DistinctIDs(albums.map(\.rawValue))
        let artists = try PlacedValues(AlbumReader.artists, page, db, AlbumReader.reference)
        return Dictionary(uniqueKeysWithValues: zip(albums, page.inOrder((0..<page.count).map { artists[$0] })))
    }

    /// A row that begins with `columns`, read by number: to look them up by name takes longer than to read them. Without the artists of the
    /// album.
    static func item(_ row: Row, genres: [String], artists: [ArtistReference]) -> TrackItem {
        TrackItem(
            id: ID(row[1]), title: row[2], artists: artists, album: ID(row[3]), albumName: row[4],
            albumArtists: [], trackNumber: row[5], discNumber: row[6], durationMilliseconds: row[7], year: row[8],
            genres: genres, cover: (row[9] as String?).flatMap { BlobKey(hex: $0) },
            coverFacts: ImageFactsRecord.facts(row, from: 14), mediaType: row[10],
            addedAt: Timestamp(milliseconds: row[11]), isMissing: (row[12] as Int64?) != nil, isExplicit: row[13])
    }

    /// How many `columns` there are.
    static let width = 17

    /// The place of a track and what `item` reads. The album's name is the track's own where all tracks of the album are missing. The year is
    /// the one that lists sort and filter by.
    static let columns = """
        j.key, t.id, t.title, t.album, CASE a.name WHEN '' THEN t.album_name ELSE a.name END AS album_name,
          t.track_number, t.disc_number, t.duration_ms, nullif(t.year_order, 0), t.cover, t.media_type, t.added_at, t.missing_since,
          t.is_explicit,
          \(ImageFactsRecord.columns)
        """
    /// Where they are.
    static let source = """
        FROM json_each(?) j CROSS JOIN track t ON t.id = j.value AND \(WithdrawnTracks.isListed("t"))
        CROSS JOIN album a ON a.id = t.album LEFT JOIN image_facts f ON f.key = t.cover
        """
    private static let tracks = "SELECT \(columns) \(source)"
    private static let performers = """
        SELECT j.key, ta.position, a.id, a.name
        FROM json_each(?) j CROSS JOIN track_artist ta ON ta.track = j.value AND ta.role = 'performer'
        CROSS JOIN artist a ON a.id = ta.artist
        """
    private static let genres = """
        SELECT j.key, tg.position, g.name
        FROM json_each(?) j CROSS JOIN track_genre tg ON tg.track = j.value CROSS JOIN genre g ON g.id = tg.genre
        """
}

import Blobs
import Catalog
import GRDB
import Primitives

/// Reads tracks as lists show them: six statements however many there are.
struct TrackItemReader {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// In the order of `ids`, repeated where they repeat, without those that are not there or that moderators have withdrawn.
    func items(_ ids: [String]) throws -> [TrackItem] {
        guard !ids.isEmpty else { return [] }
        // In order, neighbours share pages of the indexes.
        let distinct = Set(ids).sorted()
        let list = JSONList(distinct)
        let genres = try PlacedIDs(Self.genres, list, count: distinct.count, db)
        let names = try names(ofGenres: genres.distinct)
        var items: [TrackItem?] = Array(repeating: nil, count: distinct.count)
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.tracks), arguments: [list])
        while let row = try rows.next() {
            let place: Int = row[0]
            items[place] = Self.item(row, genres: genres.ids[place].compactMap { names[$0] })
        }
        try credit(&items, PlacedIDs(Self.performers, list, count: distinct.count, db))
        let places = Dictionary(uniqueKeysWithValues: zip(distinct, items.indices))
        return ids.compactMap { id in places[id].flatMap { items[$0] } }
    }

    private func names(ofGenres ids: Set<String>) throws -> [String: String] {
        var names: [String: String] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.genreNames), arguments: [JSONList(ids)])
        while let row = try rows.next() { names[row[0]] = row[1] }
        return names
    }

    /// Gives the items their performers and the artists of their albums.
    private func credit(_ items: inout [TrackItem?], _ performers: PlacedIDs) throws {
        let albums = Set(items.lazy.compactMap { $0?.album.rawValue }).sorted()
        let credits = try PlacedIDs(AlbumReader.artists, JSONList(albums), count: albums.count, db)
        let artists = try AlbumReader.references(to: performers.distinct.union(credits.distinct), db)
        let places = Dictionary(uniqueKeysWithValues: zip(albums, credits.ids))
        for index in items.indices {
            guard let album = items[index]?.album.rawValue else { continue }
            items[index]?.artists = performers.ids[index].compactMap { artists[$0] }
            items[index]?.albumArtists = places[album]?.compactMap { artists[$0] } ?? []
        }
    }

    /// The columns of `tracks` by number: to look them up by name takes longer than to read them.
    private static func item(_ row: Row, genres: [String]) -> TrackItem {
        TrackItem(
            id: ID(row[1]), title: row[2], artists: [], album: ID(row[3]), albumName: row[4],
            albumArtists: [], trackNumber: row[5], discNumber: row[6], durationMilliseconds: row[7], year: row[8],
            genres: genres, cover: (row[9] as String?).flatMap { BlobKey(hex: $0) },
            coverFacts: ImageFactsRecord.facts(row, from: 14), mediaType: row[10],
            addedAt: Timestamp(milliseconds: row[11]), isMissing: (row[12] as Int64?) != nil, isExplicit: row[13])
    }

    /// The album's name is the track's own where all tracks of the album are missing. The year is the one that lists sort and filter by.
    private static let tracks = """
        SELECT j.key, t.id, t.title, t.album, CASE a.name WHEN '' THEN t.album_name ELSE a.name END AS album_name,
          t.track_number, t.disc_number, t.duration_ms, nullif(t.year_order, 0), t.cover, t.media_type, t.added_at, t.missing_since,
          t.is_explicit,
          \(ImageFactsRecord.columns)
        FROM json_each(?) j CROSS JOIN track t ON t.id = j.value AND \(WithdrawnTracks.isListed("t"))
        CROSS JOIN album a ON a.id = t.album LEFT JOIN image_facts f ON f.key = t.cover
        """
    private static let performers = """
        SELECT j.key, ta.position, ta.artist
        FROM json_each(?) j CROSS JOIN track_artist ta ON ta.track = j.value AND ta.role = 'performer'
        """
    private static let genres = """
        SELECT j.key, tg.position, tg.genre FROM json_each(?) j CROSS JOIN track_genre tg ON tg.track = j.value
        """
    private static let genreNames = "SELECT g.id, g.name FROM json_each(?) j CROSS JOIN genre g ON g.id = j.value"
}

import Blobs
import Catalog
import GRDB
import Primitives

/// Reads tracks as lists show them: four statements however many there are.
struct TrackItemReader {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// In the order of `ids`, repeated where they repeat, without those that are not there.
    func items(_ ids: [String]) throws -> [TrackItem] {
        guard !ids.isEmpty else { return [] }
        // In order, neighbours share pages of the indexes.
        let list = JSONList(Set(ids).sorted())
        let artists = try AlbumReader.references(Self.performers, list, db)
        var genres: [String: [(position: Int, name: String)]] = [:]
        let names = try Row.fetchCursor(db.cachedStatement(sql: Self.genres), arguments: [list])
        while let row = try names.next() { genres[row[0], default: []].append((row[1], row[2])) }
        let rows = try Row.fetchAll(db.cachedStatement(sql: Self.tracks), arguments: [list])
        let albumArtists = try AlbumReader.references(
            AlbumReader.artists, JSONList(Set(rows.map { $0[2] as String }).sorted()), db)
        var items: [String: TrackItem] = [:]
        for row in rows {
            let item = Self.item(row, artists, albumArtists, genres)
            items[item.id.rawValue] = item
        }
        return ids.compactMap { items[$0] }
    }

    /// The columns of `tracks` by number: to look them up by name takes longer than to read them.
    private static func item(
        _ row: Row, _ artists: [String: [ArtistReference]], _ albumArtists: [String: [ArtistReference]],
        _ genres: [String: [(position: Int, name: String)]]
    ) -> TrackItem {
        let (id, album): (String, String) = (row[0], row[2])
        let names = genres[id]?.sorted { $0.position < $1.position }.map(\.name) ?? []
        return TrackItem(
            id: ID(id), title: row[1], artists: artists[id] ?? [], album: ID(album), albumName: row[3],
            albumArtists: albumArtists[album] ?? [], trackNumber: row[4], discNumber: row[5],
            durationMilliseconds: row[6], year: row[7], genres: names,
            cover: (row[8] as String?).flatMap { BlobKey(hex: $0) }, coverFacts: ImageFactsRecord.facts(row, from: 12),
            mediaType: row[9],
            addedAt: Timestamp(milliseconds: row[10]), isMissing: (row[11] as Int64?) != nil)
    }

    /// The album's name is the track's own where all tracks of the album are missing.
    private static let tracks = """
        SELECT t.id, t.title, t.album, CASE a.name WHEN '' THEN t.album_name ELSE a.name END AS album_name,
          t.track_number, t.disc_number, t.duration_ms, t.year, t.cover, t.media_type, t.added_at, t.missing_since,
          \(ImageFactsRecord.columns)
        FROM json_each(?) j CROSS JOIN track t ON t.id = j.value CROSS JOIN album a ON a.id = t.album
        LEFT JOIN image_facts f ON f.key = t.cover
        """
    private static let performers = """
        SELECT ta.track, ta.position, ta.artist, a.name
        FROM json_each(?) j CROSS JOIN track_artist ta ON ta.track = j.value AND ta.role = 'performer'
        CROSS JOIN artist a ON a.id = ta.artist
        """
    private static let genres = """
        SELECT tg.track, tg.position, g.name
        FROM json_each(?) j CROSS JOIN track_genre tg ON tg.track = j.value CROSS JOIN genre g ON g.id = tg.genre
        """
}

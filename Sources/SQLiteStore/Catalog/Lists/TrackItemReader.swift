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
        let list = JSONList(Set(ids))
        let artists = try references(Self.performers, "track", list)
        let rows = try Row.fetchAll(db.cachedStatement(sql: Self.tracks), arguments: [list])
        let albumArtists = try references(
            AlbumReader.artists, "album", JSONList(Set(rows.map { $0["album"] as String })))
        var genres: [String: [(position: Int, name: String)]] = [:]
        for row in try Row.fetchAll(db.cachedStatement(sql: Self.genres), arguments: [list]) {
            genres[row["track"], default: []].append((row["position"], row["name"]))
        }
        var items: [String: TrackItem] = [:]
        for row in rows {
            let id: String = row["id"]
            let names = (genres[id] ?? []).sorted { $0.position < $1.position }.map(\.name)
            items[id] = Self.item(
                row, artists: artists[id] ?? [], albumArtists: albumArtists[row["album"]] ?? [], genres: names)
        }
        return ids.compactMap { items[$0] }
    }

    private func references(
        _ sql: String, _ key: String, _ list: JSONList
    ) throws -> [String: [ArtistReference]] {
        var found: [String: [(position: Int, artist: ArtistReference)]] = [:]
        for row in try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [list]) {
            found[row[key], default: []].append(
                (row["position"], ArtistReference(id: ID(row["artist"]), name: row["name"])))
        }
        return found.mapValues { $0.sorted { $0.position < $1.position }.map(\.artist) }
    }

    private static func item(
        _ row: Row, artists: [ArtistReference], albumArtists: [ArtistReference], genres: [String]
    ) -> TrackItem {
        TrackItem(
            id: ID(row["id"]), title: row["title"], artists: artists, album: ID(row["album"]),
            albumName: row["album_name"], albumArtists: albumArtists, trackNumber: row["track_number"],
            discNumber: row["disc_number"], durationMilliseconds: row["duration_ms"], year: row["year"], genres: genres,
            cover: row.blobKey("cover"), coverFacts: ImageFactsRecord.facts(row), mediaType: row["media_type"],
            addedAt: Timestamp(milliseconds: row["added_at"]), isMissing: row["missing_since"] != nil)
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

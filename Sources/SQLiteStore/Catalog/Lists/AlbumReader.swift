import Blobs
import Catalog
import GRDB
import Primitives

/// Reads albums as lists show them, and one in full.
struct AlbumReader {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// In the order of `ids`, without those that have no track at present.
    func items(_ ids: [String]) throws -> [AlbumItem] {
        guard !ids.isEmpty else { return [] }
        let list = JSONList(Set(ids).sorted())
        let artists = try Self.references(Self.artists, list, db)
        var items: [String: AlbumItem] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.albums), arguments: [list])
        while let row = try rows.next() {
            let id: String = row[0]
            items[id] = AlbumItem(
                id: ID(id), name: row[1], artists: artists[id] ?? [], year: row[2], originalYear: row[3],
                trackCount: row[4], durationMilliseconds: row[5],
                cover: (row[6] as String?).flatMap { BlobKey(hex: $0) },
                coverFacts: ImageFactsRecord.facts(row, from: 9), isCompilation: row[7],
                addedAt: Timestamp(milliseconds: row[8]))
        }
        return ids.compactMap { items[$0] }
    }

    /// Artists in the order of their positions, by what they are credited on.
    ///
    /// - Parameter sql: gives what they are credited on, position, id and name.
    static func references(_ sql: String, _ list: JSONList, _ db: Database) throws -> [String: [ArtistReference]] {
        var found: [String: [(position: Int, artist: ArtistReference)]] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [list])
        while let row = try rows.next() {
            found[row[0], default: []].append((row[1], ArtistReference(id: ID(row[2]), name: row[3])))
        }
        return found.mapValues {
            $0.count == 1 ? [$0[0].artist] : $0.sorted { $0.position < $1.position }.map(\.artist)
        }
    }

    func details(_ id: ID<Album>) throws -> AlbumDetails? {
        guard let item = try items([id.rawValue]).first, let facts = try facts([id.rawValue])[id] else { return nil }
        let tracks = try String.fetchAll(db.cachedStatement(sql: Self.tracks), arguments: [id.rawValue])
        return AlbumDetails(item: item, facts: facts, tracks: try TrackItemReader(db).items(tracks))
    }

    /// Of those that have a track at present.
    func facts(_ ids: [String]) throws -> [ID<Album>: AlbumFacts] {
        guard !ids.isEmpty else { return [:] }
        let list = JSONList(Set(ids))
        var found: [ID<Album>: AlbumFacts] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.facts), arguments: [list])
        while let row = try rows.next() {
            var facts = AlbumFacts()
            (facts.date, facts.originalDate, facts.discTotal) = (row[1], row[2], row[3])
            (facts.musicBrainzRelease, facts.musicBrainzReleaseGroup) = (row[4], row[5])
            facts.release = ReleaseTags(text: row[6])
            found[ID(row[0])] = facts
        }
        var genres: [ID<Album>: [(key: String, name: String)]] = [:]
        let names = try Row.fetchCursor(db.cachedStatement(sql: Self.genres), arguments: [list])
        while let row = try names.next() { genres[ID(row[0]), default: []].append((row[1], row[2])) }
        for (album, genres) in genres {
            found[album]?.genres = genres.sorted { ($0.key, $0.name) < ($1.key, $1.name) }.map(\.name)
        }
        return found
    }

    private static let albums = """
        SELECT a.id, a.name, a.year, a.original_year, a.track_count, a.duration_ms, a.cover, a.is_compilation,
          a.added_at, \(ImageFactsRecord.columns)
        FROM json_each(?) j CROSS JOIN album a ON a.id = j.value LEFT JOIN image_facts f ON f.key = a.cover
        WHERE a.track_count > 0
        """
    static let artists = """
        SELECT aa.album, aa.position, aa.artist, a.name
        FROM json_each(?) j CROSS JOIN album_artist aa ON aa.album = j.value CROSS JOIN artist a ON a.id = aa.artist
        """
    static let facts = """
        SELECT a.id, a.date, a.original_date, a.disc_total, a.release, a.release_group, a.further
        FROM json_each(?) j CROSS JOIN album a ON a.id = j.value WHERE a.track_count > 0
        """
    static let tracks = """
        SELECT id FROM track WHERE album = ? AND missing_since IS NULL
        ORDER BY disc_order, track_order, title_key, id LIMIT 2000
        """
    static let genres = """
        SELECT ag.album, g.sort_key, g.name
        FROM json_each(?) j CROSS JOIN album_genre ag ON ag.album = j.value CROSS JOIN genre g ON g.id = ag.genre
        """
}

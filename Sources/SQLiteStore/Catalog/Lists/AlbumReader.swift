import Blobs
import Catalog
import GRDB
import Primitives

/// Reads albums as lists show them, and one in full.
struct AlbumReader {
    private let db: Database
    private let scope: LibraryScope

    /// - Parameter scope: of albums in it, tracks out of it are left out and not counted.
    init(_ db: Database, _ scope: LibraryScope) {
        self.db = db
        self.scope = scope
    }

    /// In the order of `ids`, without those that have no track at present.
    func items(_ ids: [String]) throws -> [AlbumItem] {
        guard !ids.isEmpty else { return [] }
        let distinct = Set(ids).sorted()
        let list = JSONList(distinct)
        let credits = try PlacedIDs(Self.artists, list, count: distinct.count, db)
        let artists = try Self.references(to: credits.distinct, db)
        let shown = try shown(list)
        var items: [String: AlbumItem] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.albums), arguments: [list])
        while let row = try rows.next() {
            let id: String = row[1]
            items[id] = AlbumItem(
                id: ID(id), name: row[2], artists: credits.ids[row[0]].compactMap { artists[$0] }, year: row[3],
                originalYear: row[4],
                trackCount: shown?[id]?.count ?? row[5], durationMilliseconds: shown?[id]?.duration ?? row[6],
                cover: (row[7] as String?).flatMap { BlobKey(hex: $0) },
                coverFacts: ImageFactsRecord.facts(row, from: 11), isCompilation: row[8],
                addedAt: Timestamp(milliseconds: row[9]), isExplicit: scope.includesExplicit && row[10])
        }
        return ids.compactMap { items[$0] }
    }

    /// The totals of albums without explicit tracks, for people who see none; nil for everybody else.
    private func shown(_ albums: JSONList) throws -> [String: (count: Int, duration: Int64)]? {
        guard !scope.includesExplicit else { return nil }
        var found: [String: (count: Int, duration: Int64)] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.shown), arguments: [albums])
        while let row = try rows.next() { found[row[0]] = (row[1], row[2]) }
        return found
    }

    static func references(to ids: Set<String>, _ db: Database) throws -> [String: ArtistReference] {
        var found: [String: ArtistReference] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.names), arguments: [JSONList(ids.sorted())])
        while let row = try rows.next() {
            let id: String = row[0]
            found[id] = ArtistReference(id: ID(id), name: row[1])
        }
        return found
    }

    func details(_ id: ID<Album>) throws -> AlbumDetails? {
        guard let item = try items([id.rawValue]).first, let facts = try facts([id.rawValue])[id] else { return nil }
        let tracks = try String.fetchAll(db.cachedStatement(sql: Self.tracks(scope)), arguments: [id.rawValue])
        return AlbumDetails(item: item, facts: facts, tracks: try TrackItemReader(db).items(tracks))
    }

    /// One walk along the index for each album.
    func tracks(of ids: [String]) throws -> [ID<Album>: [ID<Track>]] {
        let statement = try db.cachedStatement(sql: Self.tracks(scope))
        return try ids.reduce(into: [:]) { found, id in
            let tracks = try String.fetchAll(statement, arguments: [id])
            if !tracks.isEmpty { found[ID(id)] = tracks.map { ID($0) } }
        }
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
            facts.release.advisory = Advisory(
                marked: scope.includesExplicit && row[7], said: facts.release.advisory)
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
        SELECT j.key, a.id, a.name, nullif(a.year_order, 0), a.original_year, a.track_count, a.duration_ms, a.cover, a.is_compilation,
          a.added_at, a.has_explicit, \(ImageFactsRecord.columns)
        FROM json_each(?) j CROSS JOIN album a ON a.id = j.value LEFT JOIN image_facts f ON f.key = a.cover
        WHERE a.track_count > 0
        """
    static let artists = """
        SELECT j.key, aa.position, aa.artist FROM json_each(?) j CROSS JOIN album_artist aa ON aa.album = j.value
        """
    private static let names = "SELECT a.id, a.name FROM json_each(?) j CROSS JOIN artist a ON a.id = j.value"
    static let facts = """
        SELECT a.id, a.date, a.original_date, a.disc_total, a.release, a.release_group, a.further, a.has_explicit
        FROM json_each(?) j CROSS JOIN album a ON a.id = j.value WHERE a.track_count > 0
        """
    static func tracks(_ scope: LibraryScope) -> String {
        """
        SELECT id FROM track WHERE album = ? AND missing_since IS NULL\(scope.andShown("track"))
        ORDER BY disc_order, track_order, title_key, id LIMIT 2000
        """
    }
    private static let shown = """
        SELECT t.album, count(*), sum(t.duration_ms) FROM json_each(?) j CROSS JOIN track t ON t.album = j.value
        WHERE t.missing_since IS NULL AND +t.is_explicit = 0 GROUP BY t.album
        """
    static let genres = """
        SELECT ag.album, g.sort_key, g.name
        FROM json_each(?) j CROSS JOIN album_genre ag ON ag.album = j.value CROSS JOIN genre g ON g.id = ag.genre
        """
}

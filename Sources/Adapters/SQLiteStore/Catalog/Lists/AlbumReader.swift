import Primitives
import Catalog
import GRDB

/// Reads albums as lists show them, with everything about them, and with their tracks.
struct AlbumReader {
    private let db: Database
    private let scope: LibraryScope

    /// - Parameter scope: of albums in it, tracks out of it are left out and not counted.
    init(_ db: Database, _ scope: LibraryScope) {
        self.db = db
        self.scope = scope
    }

    /// In the order of `ids`, repeated where they repeat, without those that have no track at present.
    func items(_ ids: [String]) throws -> [AlbumItem] {
        guard !ids.isEmpty else { return [] }
        return try read(DistinctIDs(ids), Self.albums) { item, _ in item }
    }

    /// The same with everything about them: four statements however many there are.
    func profiles(_ ids: [String]) throws -> [AlbumProfile] {
        guard !ids.isEmpty else { return [] }
        let page = DistinctIDs(ids)
        let genres = try genres(page)
        return try read(page, Self.facts) { item, row in
            let first = Self.width
            var facts = AlbumFacts()
            (facts.date, facts.originalDate, facts.discTotal) = (row[first], row[first + 1], row[first + 2])
            (facts.musicBrainzRelease, facts.musicBrainzReleaseGroup) = (row[first + 3], row[first + 4])
            facts.release = ReleaseTags(text: row[first + 5])
            facts.release.advisory = Advisory(marked: item.isExplicit, said: facts.release.advisory)
            facts.genres = genres[row[0]]
            return AlbumProfile(item: item, facts: facts)
        }
    }

    /// - Parameters:
    ///   - sql: gives rows that begin with `columns`.
    ///   - make: of an item and the row that it was read from.
    private func read<Thing>(
        _ page: DistinctIDs, _ sql: String, _ make: (AlbumItem, Row) throws -> Thing
    ) throws -> [Thing] {
        let artists = try PlacedValues(Self.artists, page, db, Self.reference)
        let shown = try shown(page.list)
        var found: [Thing?] = Array(repeating: nil, count: page.count)
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [page.list])
        while let row = try rows.next() {
            let (place, id): (Int, String) = (row[0], row[1])
            let item = AlbumItem(
                id: ID(id), name: row[2], artists: artists[place], year: row[3], originalYear: row[4],
                trackCount: shown?[id]?.count ?? row[5], durationMilliseconds: shown?[id]?.duration ?? row[6],
                cover: (row[7] as String?).flatMap { BlobKey(hex: $0) },
                coverFacts: ImageFactsRecord.facts(row, from: 11), isCompilation: row[8],
                addedAt: Timestamp(milliseconds: row[9]), isExplicit: scope.includesExplicit && row[10])
            found[place] = try make(item, row)
        }
        return page.inOrder(found)
    }

    /// By place, in their order.
    private func genres(_ page: DistinctIDs) throws -> [[String]] {
        var found: [[(key: String, name: String)]] = Array(repeating: [], count: page.count)
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.genres), arguments: [page.list])
        while let row = try rows.next() { found[row[0]].append((row[1], row[2])) }
        return found.map { $0.sorted { ($0.key, $0.name) < ($1.key, $1.name) }.map(\.name) }
    }

    /// The totals of albums without explicit tracks, for people who see none; nil for everybody else.
    private func shown(_ albums: JSONList) throws -> [String: (count: Int, duration: Int64)]? {
        guard !scope.includesExplicit else { return nil }
        var found: [String: (count: Int, duration: Int64)] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.shown), arguments: [albums])
        while let row = try rows.next() { found[row[0]] = (row[1], row[2]) }
        return found
    }

    /// What `artists` gives behind place and position.
    static func reference(_ row: Row) -> ArtistReference {
        ArtistReference(id: ID(row[2]), name: row[3])
    }

    func details(_ id: ID<Album>) throws -> AlbumDetails? {
        guard let profile = try profiles([id.rawValue]).first else { return nil }
        let tracks = try String.fetchAll(db.cachedStatement(sql: Self.tracks(scope)), arguments: [id.rawValue])
        return AlbumDetails(item: profile.item, facts: profile.facts, tracks: try TrackItemReader(db).items(tracks))
    }

    /// The same for clients that copy whole libraries.
    func contents(_ id: String) throws -> AlbumContents? {
        guard let profile = try profiles([id]).first else { return nil }
        let tracks = try String.fetchAll(db.cachedStatement(sql: Self.tracks(scope)), arguments: [id])
        return AlbumContents(profile: profile, tracks: try TrackDetailsReader(db).details(tracks))
    }

    /// One walk along the index for each album.
    func tracks(of ids: [String]) throws -> [ID<Album>: [ID<Track>]] {
        let statement = try db.cachedStatement(sql: Self.tracks(scope))
        return try ids.reduce(into: [:]) { found, id in
            let tracks = try String.fetchAll(statement, arguments: [id])
            if !tracks.isEmpty { found[ID(id)] = tracks.map { ID($0) } }
        }
    }

    private static let columns = """
        j.key, a.id, a.name, nullif(a.year_order, 0), a.original_year, a.track_count, a.duration_ms, a.cover, a.is_compilation,
          a.added_at, a.has_explicit, \(ImageFactsRecord.columns)
        """
    /// How many `columns` there are.
    private static let width = 14
    private static let source = """
        FROM json_each(?) j CROSS JOIN album a ON a.id = j.value LEFT JOIN image_facts f ON f.key = a.cover
        WHERE a.track_count > 0
        """
    private static let albums = "SELECT \(columns) \(source)"
    static let facts = """
        SELECT \(columns), a.date, a.original_date, a.disc_total, a.release, a.release_group, a.further
        \(source)
        """
    static let artists = """
        SELECT j.key, aa.position, a.id, a.name
        FROM json_each(?) j CROSS JOIN album_artist aa ON aa.album = j.value CROSS JOIN artist a ON a.id = aa.artist
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
        SELECT j.key, g.sort_key, g.name
        FROM json_each(?) j CROSS JOIN album_genre ag ON ag.album = j.value CROSS JOIN genre g ON g.id = ag.genre
        """
}

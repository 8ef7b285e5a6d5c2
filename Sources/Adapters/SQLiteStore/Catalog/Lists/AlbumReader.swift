import Catalog
import GRDB
import Primitives

/// Reads albums as list items, as profiles, and with their tracks.
struct AlbumReader: LibraryScoped {
    let db: Database
    /// Tracks outside of it are left out and not counted.
    let scope: LibraryScope

    /// The albums in the order of `ids`, with repetitions, without albums that have no present track.
    func items(_ ids: [String]) throws -> [AlbumItem] {
        guard !ids.isEmpty else { return [] }
        return try read(DistinctIDs(ids), Self.albums) { item, _ in item }
    }

    /// The profiles of the albums: four statements, however many albums there are.
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
    ///   - sql: returns rows that begin with `columns`.
    ///   - make: makes the result from an item and its row.
    private func read<Thing>(
        _ page: DistinctIDs, _ sql: String, _ make: (AlbumItem, Row) throws -> Thing
    ) throws -> [Thing] {
        let artists = try PlacedValues(Self.artists, page, db, Self.reference)
        let shown = try shown(page.list)
        var found: [Thing?] = Array(repeating: nil, count: page.count)
        let rows = try db.cursor(sql, [page.list])
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

    /// The genres of each album by place, in their order.
    private func genres(_ page: DistinctIDs) throws -> [[String]] {
        var found: [[(key: String, name: String)]] = Array(repeating: [], count: page.count)
        let rows = try db.cursor(Self.genres, [page.list])
        while let row = try rows.next() { found[row[0]].append((row[1], row[2])) }
        return found.map { $0.sorted { ($0.key, $0.name) < ($1.key, $1.name) }.map(\.name) }
    }

    /// The totals of albums without their explicit tracks, for users who see none; nil for all other users.
    private func shown(_ albums: JSONList) throws -> [String: (count: Int, duration: Int64)]? {
        guard !scope.includesExplicit else { return nil }
        var found: [String: (count: Int, duration: Int64)] = [:]
        let rows = try db.cursor(Self.shown, [albums])
        while let row = try rows.next() { found[row[0]] = (row[1], row[2]) }
        return found
    }

    /// Reads the columns of `artists` after place and position.
    static func reference(_ row: Row) -> ArtistReference {
        ArtistReference(id: ID(row[2]), name: row[3])
    }

    func details(_ id: ID<Album>) throws -> AlbumDetails? {
        guard let profile = try profiles([id.rawValue]).first else { return nil }
        let tracks: [String] = try db.values(Self.tracks(scope), [id])
        return AlbumDetails(item: profile.item, facts: profile.facts, tracks: try TrackItemReader(db).items(tracks))
    }

    /// The album with its tracks, for clients that copy whole libraries.
    func contents(_ id: String) throws -> AlbumContents? {
        guard let profile = try profiles([id]).first else { return nil }
        let tracks: [String] = try db.values(Self.tracks(scope), [id])
        return AlbumContents(profile: profile, tracks: try TrackDetailsReader(db).details(tracks))
    }

    /// The tracks of each album, by one index walk per album.
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
    /// The number of `columns`.
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

/// The list of albums, in each order and with each filter.
struct AlbumList: Sendable {
    private static let present = "item.track_count > 0"
    let list: FilteredList
    private let isByName: Bool
    private let scope: LibraryScope

    init(_ query: AlbumQuery) {
        scope = query.filter.scope
        isByName = [.name, .artist].contains(query.sort)
        let filters =
            [
                query.artist.map { ListFilter.albums(ofArtist: $0.rawValue) },
                query.genre.map { .albums(ofGenre: $0.rawValue) },
            ].compactMap(\.self) + ListFilter.albums(query.filter)
        list = FilteredList(
            name: query.list, table: "album", presence: Self.present, isDescending: query.order == .descending,
            order: Self.order(query.sort), filters: filters, restriction: query.filter)
    }

    func page(_ db: Database, _ part: ListPart) throws -> Page<AlbumItem> {
        let (ids, next) = try list.page(db, part)
        return Page(items: try AlbumReader(db, scope).items(ids), next: next)
    }

    func outline(_ db: Database, step: Int) throws -> ListOutline {
        try list.outline(db, step: step, isByName: isByName)
    }

    private static func order(_ sort: AlbumQuery.Sort) -> ListPlan.Order? {
        switch sort {
        case .name: .index("album_by_name", of: "album", [.text("name_key"), .text("id")])
        case .added: .index("album_by_added", of: "album", [.integer("added_at"), .text("id")])
        case .year: .index("album_by_year", of: "album", [.integer("year_order"), .text("name_key"), .text("id")])
        case .artist:
            .index("album_by_artist", of: "album", [.text("artist_key"), .integer("year_order"), .text("id")])
        case .played: .own("album_play", of: "album", by: "album_play_recent", ["last_played_at"])
        case .plays: .own("album_play", of: "album", by: "album_play_most", ["plays", "last_played_at"])
        case .liked: .own("album_like", of: "album", by: "album_like_recent", ["liked_at"])
        case .rating: .own("album_rating", of: "album", by: "album_rating_best", ["rating", "rated_at"])
        case .random: nil
        }
    }
}

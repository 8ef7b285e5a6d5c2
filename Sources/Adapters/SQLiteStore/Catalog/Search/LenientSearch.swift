import Catalog
import GRDB
import Primitives

/// Looks on where a search finds little, as long as it does: without the words for "&", with words written together or apart, then for
/// what is spelt nearly so (`MisspeltSearch`). What was found before stays before.
struct LenientSearch {
    /// Of the places at which words may be cut in two, those that are tried.
    private static let mostSplits = 3

    private(set) var artists: [String]
    private(set) var albums: [String]
    private(set) var tracks: [String]
    private(set) var genres: [String]
    private let db: Database
    private let query: SearchQuery
    private let scope: LibraryScope
    private let limit: Int

    init(
        _ db: Database, _ query: SearchQuery, in scope: LibraryScope, limit: Int, artists: [String], albums: [String],
        tracks: [String], genres: [String] = []
    ) {
        self.db = db
        self.query = query
        self.scope = scope
        self.limit = limit
        self.artists = artists
        self.albums = albums
        self.tracks = tracks
        self.genres = genres
    }

    /// - Parameter genreSearch: nil where no genres are asked for.
    mutating func widen(_ genreSearch: GenreSearch? = nil) throws {
        guard isLittle, !query.isSigns else { return }
        let plain = query.withoutConjunctions
        extend(&genres, genreSearch?.ids(joined: plain) ?? [])
        if plain != query { try add(plain) }
        for other in plain.joined where isLittle { try add(other) }
        guard isLittle else { return }
        for other in try splits(plain) where isLittle { try add(other) }
        guard isLittle, let misspelt = try MisspeltSearch(db, plain, in: scope, limit: limit) else { return }
        extend(&artists, try misspelt.ids(.artists))
        extend(&albums, try misspelt.ids(.albums))
        extend(&tracks, try misspelt.ids(.tracks))
        extend(&genres, genreSearch?.ids(misspelt) ?? [])
    }

    private var isLittle: Bool { artists.count + albums.count + tracks.count + genres.count < CatalogSearch.few }

    private mutating func add(_ other: SearchQuery) throws {
        let search = CatalogSearch(db, other, in: scope, limit: limit)
        extend(&artists, try search.ids(.artists))
        extend(&albums, try search.ids(.albums))
        extend(&tracks, try search.ids(.tracks))
    }

    private func extend(_ found: inout [String], _ more: [String]) {
        let known = Set(found)
        found = Array((found + more.filter { !known.contains($0) }).prefix(limit))
    }

    /// With a word cut in two where both halves are known words, the second perhaps the beginning of one.
    private func splits(_ query: SearchQuery) throws -> [SearchQuery] {
        let splits = query.splits
        guard !splits.isEmpty else { return [] }
        let pairs = JSONList(splits.map { "\($0.head) \($0.tail)" })
        return try Int.fetchAll(db.cachedStatement(sql: Self.halves), arguments: [pairs, Self.mostSplits])
            .map { splits[$0].query }
    }

    /// Words of one or two letters are not kept, and pass.
    static let halves = """
        SELECT pair.key FROM (SELECT key, substr(value, 1, instr(value, ' ') - 1) AS head,
            substr(value, instr(value, ' ') + 1) AS tail FROM json_each(?)) pair
        WHERE (length(pair.head) < \(Spelling.shortestWord) OR EXISTS (SELECT 1 FROM search_word WHERE word = pair.head))
          AND (length(pair.tail) < \(Spelling.shortestWord) OR EXISTS (
            SELECT 1 FROM search_word WHERE word >= pair.tail AND word < pair.tail || char(0x10FFFF)))
        LIMIT ?
        """
}

import Catalog
import GRDB
import Primitives

/// The list of albums, in each order and with each filter.
struct AlbumList: Sendable {
    let keyset: KeysetList
    private let query: AlbumQuery
    private let filters: [ListFilter]

    init(_ query: AlbumQuery) {
        self.query = query
        keyset = KeysetList(name: query.list, columns: Self.columns(query.sort).map(\.kind))
        filters =
            [query.artist.map { .albums(ofArtist: $0.rawValue) }, query.genre.map { .albums(ofGenre: $0.rawValue) }]
            .compactMap(\.self)
    }

    func page(_ db: Database, after position: [DatabaseValue]?, limit: Int) throws -> Page<AlbumItem> {
        let narrow = try filters.first { try $0.isNarrow(db) }
        let plan = plan(narrow)
        let arguments = Dictionary(filters.map { ($0.argument, $0.value) }, uniquingKeysWith: { first, _ in first })
        let keys = try plan.keys(db, after: position, limit: limit, arguments)
        let (ids, next) = plan.cut(keys, limit: limit, keyset)
        return Page(items: try AlbumReader(db).items(ids), next: next)
    }

    /// - Parameter narrow: the filter that drives, nil when the order's index does.
    func plan(_ narrow: ListFilter?) -> ListPlan {
        ListPlan(
            table: "album", columns: Self.columns(query.sort), isDescending: query.order == .descending,
            presence: "item.track_count > 0",
            source: narrow.map { .links($0.links) } ?? .index("album_by_\(query.sort.rawValue)"),
            conditions: filters.map(\.condition))
    }

    private static func columns(_ sort: AlbumQuery.Sort) -> [ListPlan.Column] {
        switch sort {
        case .name: [.text("name_key"), .text("id")]
        case .added: [.integer("added_at"), .text("id")]
        case .year: [.integer("year_order"), .text("name_key"), .text("id")]
        case .artist: [.text("artist_key"), .integer("year_order"), .text("id")]
        }
    }
}

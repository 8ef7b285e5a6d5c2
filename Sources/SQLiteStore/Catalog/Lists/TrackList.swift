import Catalog
import GRDB
import Primitives

/// The list of tracks, in each order and with each filter.
struct TrackList: Sendable {
    let keyset: KeysetList
    private let query: TrackQuery
    private let filters: [ListFilter]

    init(_ query: TrackQuery) {
        self.query = query
        keyset = KeysetList(name: query.list, columns: Self.columns(query.sort).map(\.kind))
        filters =
            [query.artist.map { .tracks(ofArtist: $0.rawValue) }, query.genre.map { .tracks(ofGenre: $0.rawValue) }]
            .compactMap(\.self)
    }

    func page(_ db: Database, after position: [DatabaseValue]?, limit: Int) throws -> Page<TrackItem> {
        let narrow = try filters.first { try $0.isNarrow(db) }
        let plan = plan(narrow)
        var arguments = Dictionary(filters.map { ($0.argument, $0.value) }, uniquingKeysWith: { first, _ in first })
        if let album = query.album { arguments["album"] = album.rawValue }
        let keys = try plan.keys(db, after: position, limit: limit, arguments)
        let (ids, next) = plan.cut(keys, limit: limit, keyset)
        return Page(items: try TrackItemReader(db).items(ids), next: next)
    }

    /// - Parameter narrow: the filter that drives, nil when the order's index does.
    func plan(_ narrow: ListFilter?) -> ListPlan {
        var plan = ListPlan(
            table: "track", columns: Self.columns(query.sort), isDescending: query.order == .descending,
            presence: "item.missing_since IS NULL", source: .index("track_by_\(query.sort.rawValue)"),
            conditions: filters.map(\.condition))
        if query.album != nil {
            plan.source = .index("track_of_album")
            plan.conditions.append("item.album = :album")
        } else if let narrow {
            plan.source = .links(narrow.links)
        }
        return plan
    }

    private static func columns(_ sort: TrackQuery.Sort) -> [ListPlan.Column] {
        switch sort {
        case .title: [.text("title_key"), .text("id")]
        case .added: [.integer("added_at"), .text("id")]
        case .artist: [.text("artist_key"), .text("title_key"), .text("id")]
        case .album:
            [.text("album_sort_key"), .text("album"), .integer("disc_order"), .integer("track_order"), .text("id")]
        case .duration: [.integer("duration_ms"), .text("id")]
        }
    }
}

import Catalog
import GRDB
import Primitives

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

    func page(_ db: Database, after position: [DatabaseValue]?, limit: Int) throws -> Page<AlbumItem> {
        let (ids, next) = try list.page(db, after: position, limit: limit)
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
        case .played: .own("album_play", listed: "album", of: "album", by: "album_play_recent", ["last_played_at"])
        case .plays:
            .own("album_play", listed: "album", of: "album", by: "album_play_most", ["plays", "last_played_at"])
        case .liked:
            .own("album_like", listed: "album", of: "album", by: "album_like_recent", ["liked_at"])
        case .rating:
            .own("album_rating", listed: "album", of: "album", by: "album_rating_best", ["rating", "rated_at"])
        case .random: nil
        }
    }
}

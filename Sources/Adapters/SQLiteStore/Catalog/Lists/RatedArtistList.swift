import Catalog
import GRDB
import Primitives

/// The list of artists narrowed down or ordered by what somebody likes and how they rated it.
struct RatedArtistList: Sendable {
    let list: FilteredList
    private let query: ArtistQuery

    init(_ query: ArtistQuery) {
        self.query = query
        var restriction = ListRestriction()
        restriction.listener = query.listener
        list = FilteredList(
            name: query.list, table: "artist", presence: Self.presence(query),
            isDescending: query.order == .descending, order: Self.order(query), filters: ListFilter.artists(query),
            restriction: restriction)
    }

    func page(_ db: Database, after position: [DatabaseValue]?, limit: Int) throws -> Page<ArtistItem> {
        let (ids, next) = try list.page(db, after: position, limit: limit)
        return Page(items: try ArtistReader(db, query.scope).items(ids), next: next)
    }

    func outline(_ db: Database, step: Int) throws -> ListOutline {
        try list.outline(db, step: step, isByName: query.sort == .name)
    }

    /// Somebody likes composers too, whom the list by name does not show unless it is asked for them.
    private static func presence(_ query: ArtistQuery) -> String {
        switch query.sort {
        case .name: query.role == nil ? "item.is_listed = 1" : "true"
        case .liked, .rating: "EXISTS (SELECT 1 FROM artist_role r WHERE r.artist = item.id)"
        }
    }

    private static func order(_ query: ArtistQuery) -> ListPlan.Order {
        switch query.sort {
        case .name where query.role == nil:
            .index("artist_by_name", of: "artist", [.text("sort_key"), .text("id")])
        case .name: .role
        case .liked: .own("artist_like", listed: "artist", of: "artist", by: "artist_like_recent", ["liked_at"])
        case .rating:
            .own("artist_rating", listed: "artist", of: "artist", by: "artist_rating_best", ["rating", "rated_at"])
        }
    }
}

extension ListPlan.Order {
    /// By sort name among those who had the role that is bound: not all of them are among the listed.
    fileprivate static let role = Self(
        columns: [.text("own.sort_key"), .text("own.artist")],
        walk: "artist_role own CROSS JOIN artist item ON item.id = own.artist",
        join: " CROSS JOIN artist_role own ON own.sort_key = item.sort_key AND own.artist = item.id",
        conditions: ["own.role = :role"])
}

import Catalog
import GRDB
import Primitives

/// The list of tracks, in each order and with each filter.
struct TrackList: Sendable {
    private static let present = "item.missing_since IS NULL"
    let list: FilteredList
    private let isByName: Bool

    init(_ query: TrackQuery) {
        isByName = [.title, .artist, .album].contains(query.sort)
        let filters =
            [
                query.album.map { ListFilter.tracks(ofAlbum: $0.rawValue) },
                query.artist.map { .tracks(ofArtist: $0.rawValue) }, query.genre.map { .tracks(ofGenre: $0.rawValue) },
            ].compactMap(\.self) + ListFilter.tracks(query.filter)
        list = FilteredList(
            name: query.list, table: "track", presence: Self.present, isDescending: query.order == .descending,
            order: Self.order(query.sort), filters: filters, restriction: query.filter)
    }

    func page(_ db: Database, after position: [DatabaseValue]?, limit: Int) throws -> Page<TrackItem> {
        let (ids, next) = try list.page(db, after: position, limit: limit)
        return Page(items: try TrackItemReader(db).items(ids), next: next)
    }

    func outline(_ db: Database, step: Int) throws -> ListOutline {
        try list.outline(db, step: step, isByName: isByName)
    }

    private static func order(_ sort: TrackQuery.Sort) -> ListPlan.Order? {
        let album: [ListPlan.Column] = [
            .text("album_sort_key"), .text("album"), .integer("disc_order"), .integer("track_order"), .text("id"),
        ]
        return switch sort {
        case .title: .index("track_by_title", of: "track", [.text("title_key"), .text("id")])
        case .added: .index("track_by_added", of: "track", [.integer("added_at"), .text("id")])
        case .artist: .index("track_by_artist", of: "track", [.text("artist_key"), .text("title_key"), .text("id")])
        case .album: .index("track_by_album", of: "track", album)
        case .duration: .index("track_by_duration", of: "track", [.integer("duration_ms"), .text("id")])
        case .year: .index("track_by_year", of: "track", [.integer("year_order")] + album)
        case .played:
            .own("play_count", listed: "track", of: "track", by: "play_count_recent", ["last_played_at"])
        case .plays:
            .own("play_count", listed: "track", of: "track", by: "play_count_most", ["plays", "last_played_at"])
        case .liked:
            .own("track_like", listed: "track", of: "track", by: "track_like_recent", ["liked_at"])
        case .rating:
            .own("track_rating", listed: "track", of: "track", by: "track_rating_best", ["rating", "rated_at"])
        case .popular:
            .index(
                "track_by_popularity", of: "track", [.integer("plays"), .text("id")], conditions: ["item.plays > 0"])
        case .random: nil
        }
    }
}
